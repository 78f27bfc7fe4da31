import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fileForm, somePdf } from '../../server/test/files.ts';
import { buildOrder } from '../../server/test/orders.ts';
import { buildProducer } from '../../server/test/people.ts';
import { openHome } from '../kit/home.ts';
import {
  Broken,
  count,
  quantile,
  seconds,
  type Proof,
  type Size,
  type ProofResult,
} from '../kit/proof.ts';

const LIMIT = 15_000;
const SLACK = 3_000;
const QUICKLY = 1_000;

export const proof: Proof = {
  title: 'Clients that are slow, or send far too much',
  promise:
    'headers and bodies that make no progress are cut at 15 s, an honest slow upload passes, ' +
    'and what is too large, too deep, compressed or a million keys is refused quickly, while ' +
    'others are served',
  prove,
};

async function prove(size: Size): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  try {
    const { token, producerId } = await buildProducer(home.service);
    const { uuid } = await buildOrder(home.service, { producerId, status: 'rascunho' });
    const api = await home.serve();
    const port = Number(new URL(api.address).port);
    const many = size === 'long' ? 200 : 20;
    const head = `POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
    const form = fileForm({ content: somePdf('devagar', 60_000) });
    const upload =
      `POST /api/v1/orders/${uuid}/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ` +
      `${token}\r\nconnection: close\r\ncontent-type: ` +
      `${form.headers['content-type'] ?? ''}\r\ncontent-length: ${form.payload.length}\r\n\r\n`;
    const cut = (what: string, first: string, drop: string): Promise<void>[] =>
      Array.from({ length: many }, async () => {
        const { answer, ms } = await converse(port, first, () => drop, 1_000);
        broken.expect(answer.startsWith('HTTP/1.1 408 '), `${what}: no 408`, answer.slice(0, 80));
        broken.expect(ms <= LIMIT * 2 + SLACK, `${what}: cut too late`, seconds(ms));
        cuts.push(ms);
      });
    const cuts: number[] = [];
    const ordinary: number[] = [];
    const watching = watchOrdinary(
      () => api.ask('GET', '/api/v1/producer/orders', { token }),
      ordinary,
    );
    // 60 KB in half a minute: slower than the slowest phone, but steady.
    const uploading = converse(
      port,
      upload,
      (n) => form.payload.subarray(n * 2_000, (n + 1) * 2_000),
      1_000,
    );
    await Promise.all([
      ...cut('headers that drip', 'POST /api/v1/login HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'),
      ...cut('headers that stop', 'POST /api/v1/login HTTP/1.1\r\nhost', ''),
      ...cut('a body that drips', `${head}content-length: 100000\r\n\r\n{`, ' '),
      ...cut('a body that stops', `${head}content-length: 100000\r\n\r\n{`, ''),
      ...cut('chunks that drip', `${head}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ]);
    const honest = await uploading;
    broken.expect(
      honest.answer.startsWith('HTTP/1.1 200 '),
      'the honest upload was cut',
      honest.answer.slice(0, 200),
    );
    const refusals = await refuseMuch(
      home.service.app.http.initialConfig.bodyLimit ?? 0,
      port,
      size,
      broken,
    );
    watching.stop();
    await watching.done;
    broken.expect(
      quantile(ordinary, 0.99) <= QUICKLY,
      'others were held up',
      seconds(quantile(ordinary, 0.99)),
    );
    return {
      figures: [
        `${count(cuts.length)} stalled clients cut, the last after ${seconds(Math.max(...cuts))}`,
        `an honest upload of ${seconds(honest.ms)} answered ${honest.answer.slice(9, 12)}`,
        `${count(refusals.length)} hostile bodies refused, the slowest in ${seconds(Math.max(...refusals))}`,
        `${count(ordinary.length)} ordinary requests meanwhile, p99 ${seconds(quantile(ordinary, 0.99))}`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/**
 * Sends `first`, then one piece per `gap`, until the server closes the connection. An empty piece
 * sends nothing.
 */
async function converse(
  port: number,
  first: string,
  next: (n: number) => string | Buffer,
  gap: number,
): Promise<{ answer: string; ms: number }> {
  const began = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {}); // cut off while it sends
  const closed = closeOf(socket);
  const state = { over: false };
  void closed.finally(() => {
    state.over = true;
  });
  socket.write(first);
  for (let n = 0; !state.over; n += 1) {
    const piece = next(n);
    if (piece.length > 0 && socket.writable) socket.write(piece);
    await Promise.race([closed, sleep(gap)]);
  }
  return { answer, ms: performance.now() - began };
}

/** Sends ordinary requests continuously and records their times. */
function watchOrdinary(
  ask: () => Promise<{ ms: number }>,
  samples: number[],
): { stop(): void; readonly done: Promise<void> } {
  const state = { stopped: false };
  const run = async (): Promise<void> => {
    while (!state.stopped) {
      samples.push((await ask()).ms);
      await sleep(100);
    }
  };
  return {
    stop: () => {
      state.stopped = true;
    },
    done: run(),
  };
}

/**
 * Sends bodies that no parser should have to read, some concurrently. Returns the milliseconds of
 * each refusal.
 */
async function refuseMuch(
  limit: number,
  port: number,
  size: Size,
  broken: Broken,
): Promise<number[]> {
  const keys = (n: number): string =>
    `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(',')}}`;
  const bodies: readonly (readonly [
    what: string,
    statuses: readonly number[],
    payload: string | Buffer,
    headers?: Readonly<Record<string, string>>,
  ])[] = [
    ['five megabytes', [413], `"${'x'.repeat(5_000_000)}"`],
    ['a million keys', [413], keys(1_000_000)],
    ['as many keys as fit', [422], keys(85_000)],
    ['a hundred thousand brackets', [400], '['.repeat(100_000)],
    ['a megabyte of nesting', [400], '{"a":'.repeat(limit / 6)],
    ['compressed', [400, 415], gzipSync(keys(10_000)), { 'content-encoding': 'gzip' }],
    ['a bomb', [400, 415], gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }],
    ['as many empty objects as fit', [422], `{"email":[${'{},'.repeat(340_000)}{}]}`],
    ['an announced terabyte', [413], '', { 'content-length': '1000000000000' }],
  ];
  const took: number[] = [];
  for (let round = 0; round < (size === 'long' ? 50 : 3); round += 1) {
    await Promise.all(
      bodies.map(async ([what, statuses, payload, headers = {}]) => {
        const length = headers['content-length'] ?? String(Buffer.byteLength(payload));
        const lines = Object.entries({
          host: 'x',
          'content-type': 'application/json',
          ...headers,
          'content-length': length,
        }).map(([name, value]) => `${name}: ${value}`);
        const { answer, ms } = await exchange(
          port,
          Buffer.concat([
            Buffer.from(`POST /api/v1/login HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
            Buffer.from(payload),
          ]),
        );
        took.push(ms);
        const status = Number(answer.slice(9, 12));
        broken.expect(
          statuses.includes(status) && answer.includes('"request_id"'),
          `${what}: not refused as it should be`,
          answer.slice(0, 120),
        );
      }),
    );
  }
  broken.expect(
    quantile(took, 0.95) <= QUICKLY * 2,
    'refused too slowly',
    seconds(quantile(took, 0.95)),
  );
  return took;
}

/**
 * Sends everything at once, and reads the response as browsers do: in full, although it may arrive
 * before everything was sent.
 */
async function exchange(port: number, bytes: Buffer): Promise<{ answer: string; ms: number }> {
  const began = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      const [head = '', body] = answer.split('\r\n\r\n');
      if (
        body !== undefined &&
        Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      )
        resolve();
    });
  });
  socket.on('error', () => {}); // cut off while it sends
  socket.write(bytes);
  await Promise.race([whole, closeOf(socket)]);
  socket.destroy();
  return { answer, ms: performance.now() - began };
}

/** Resolves when the socket closes, for any reason. */
const closeOf = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
