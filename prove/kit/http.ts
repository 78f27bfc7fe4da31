import http from 'node:http';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly ms: number;
}

export interface Ask {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly payload?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to wait for the whole response. */
  readonly patience?: number;
}

export type Client = (method: string, path: string, ask?: Ask) => Promise<Reply>;

/**
 * Returns a client of one address that keeps its connections. It throws when there is no response,
 * or an incomplete one.
 */
export function clientOf(address: string, { sockets = 64 }: { sockets?: number } = {}): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(address);
  return (method, path, { token, body, payload, headers, patience = 60_000 } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = payload ?? (body === undefined ? undefined : JSON.stringify(body));
      const began = performance.now();
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          timeout: patience,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(bytes === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
            ...headers,
          },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              headers: reply.headers,
              ms: performance.now() - began,
            }),
          );
        },
      );
      request.on('timeout', () =>
        request.destroy(new Error(`no answer to ${method} ${path} within ${patience} ms`)),
      );
      request.on('error', reject);
      request.end(bytes);
    });
}

/** Parses the JSON of a response. The type is asserted by the caller. */
export const jsonOf = <T = Record<string, unknown>>(reply: Reply): T => JSON.parse(reply.text) as T;
