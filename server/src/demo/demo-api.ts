import type { FastifyInstance } from 'fastify';

/**
 * A client of the service for the people of a story: each call over HTTP with that person's token.
 * Throws on any status but success.
 */
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

/** Returns a client of the service inside this process. */
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

/** Returns a client of a service at another address. */
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
      return (await reply.json()) as R; // typed by the contract, as for any client
    },
  };
}
