import type { FastifyInstance } from 'fastify';

/** The service as a story's people use it: over HTTP, each with their token. Throws on anything but success. */
export interface Api {
  call<R>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    options?: { token?: string; body?: unknown },
  ): Promise<R>;
}

const headersOf = (token: string | undefined, body: unknown): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

/** The service inside this process. */
export function apiInside(http: FastifyInstance): Api {
  return {
    async call<R>(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      { token, body }: { token?: string; body?: unknown } = {},
    ) {
      const reply = await http.inject({
        method,
        url: path,
        headers: headersOf(token, body),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (reply.statusCode !== 200)
        throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`);
      return reply.json<R>();
    },
  };
}

/** A service that runs somewhere else. */
export function apiAt(address: string): Api {
  return {
    async call<R>(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      { token, body }: { token?: string; body?: unknown } = {},
    ) {
      const reply = await fetch(new URL(path, address), {
        method,
        headers: headersOf(token, body),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok)
        throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as R; // the contract's word, as any client takes it
    },
  };
}
