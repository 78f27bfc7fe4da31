import net from 'node:net';

export interface Answer {
  readonly status: number;
  /** The first bytes received, head included, of a response that is not 200. */
  readonly text: string;
}

/** How a body in chunks ends. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

export interface Connection {
  send(request: Buffer): Promise<Answer>;
  /** True when the server has closed the connection, as it does with idle ones. */
  readonly closed: boolean;
}

/**
 * Opens one keep-alive HTTP/1.1 connection with one request in flight at a time. Sends bytes
 * prepared beforehand and reads only the status and length of a response, so that the generator
 * costs a fraction of what it measures.
 */
export function connect(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
    let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
    let missing = -1; // bytes of the body still to come; -1 before the head is complete
    let tail = Buffer.alloc(0); // the last bytes of a body in chunks
    let seen: Buffer[] = [];
    let answer: Answer = { status: 0, text: '' };
    const done = (): void => {
      missing = -1;
      seen = [];
      settle?.resolve(answer);
    };
    const take = (bytes: Buffer): void => {
      if (missing === Infinity) {
        tail = Buffer.concat([tail, bytes.subarray(-LAST_CHUNK.length)]).subarray(
          -LAST_CHUNK.length,
        );
        if (tail.equals(LAST_CHUNK)) done();
        return;
      }
      missing -= bytes.length;
      if (missing === 0) done();
    };
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) {
        take(chunk);
        return;
      }
      seen.push(chunk);
      const bytes = seen.length === 1 ? chunk : Buffer.concat(seen);
      const end = bytes.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = bytes.toString('latin1', 0, end);
      const size = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
      const status = Number(head.slice(9, 12));
      answer = { status, text: status === 200 ? '' : bytes.toString('utf8') };
      missing = isChunked ? Infinity : Number(size ?? 0);
      tail = Buffer.alloc(0);
      take(bytes.subarray(end + 4));
    });
    socket.once('connect', () =>
      resolve({
        get closed() {
          return socket.destroyed;
        },
        send: (request) =>
          new Promise((resolveAnswer, rejectAnswer) => {
            settle = { resolve: resolveAnswer, reject: rejectAnswer };
            socket.write(request);
          }),
      }),
    );
    const broken = (error: Error): void => {
      reject(error);
      settle?.reject(error);
    };
    socket.once('error', broken);
    socket.once('close', () => broken(new Error('the server closed the connection')));
  });
}
