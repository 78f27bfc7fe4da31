import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ApiError, NoAnswer, SessionEnded } from './api-error.ts';
import { createClient, type TokenSource } from './client.ts';
import { initOf, urlOf } from './request.ts';

/** Accepts the token `good`, refuses every other, and records the requests it receives. */
const asked: { url: string; token: string | undefined }[] = [];
const server: Server = createServer((request: IncomingMessage, response) => {
  const token = request.headers.authorization?.replace('Bearer ', '');
  asked.push({ url: request.url ?? '', token });
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/down') return answer(503, { error: 'Fora do ar.', code: 'unavailable' });
  if (request.url === '/open') return answer(200, { open: true });
  if (token !== 'good') return answer(401, { error: 'Entre.', code: 'unauthenticated' });
  return request.url === '/bad'
    ? answer(422, { error: 'Confira.', code: 'validation_failed', errors: { name: ['Preencha.'] } })
    : answer(200, { url: request.url });
});
let base = '';
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
});
after(() => server.close());

const seen: string[] = [];
const clientOf = (tokens: TokenSource, address = base) =>
  createClient({
    tokens,
    watch: (state) => {
      seen.push(state);
    },
    table: {
      read: `GET ${address}/one`,
      bad: `POST ${address}/bad`,
      down: `GET ${address}/down`,
      open: `GET ${address}/open public`,
    },
  });
const holding = (token: string | undefined, renewed?: string): TokenSource => ({
  token: () => token,
  renew: () => Promise.resolve(renewed),
});

describe('a call', () => {
  it('goes out with the token, and comes back as it was answered', async () => {
    assert.deepEqual(await (await clientOf(holding('good')).open('read')).json(), { url: '/one' });
  });

  it('is made once more with the new token after a 401', async () => {
    asked.length = 0;
    assert.equal((await clientOf(holding('old', 'good')).open('read')).status, 200);
    assert.deepEqual(
      asked.map(({ token }) => token),
      ['old', 'good'],
    );
  });

  it('ends when the session cannot be renewed, and never goes round in circles', async () => {
    await assert.rejects(clientOf(holding('old')).open('read'), SessionEnded);
    asked.length = 0;
    await assert.rejects(
      clientOf(holding('old', 'old too')).open('read'),
      (error) => error instanceof ApiError && error.status === 401,
    );
    assert.equal(asked.length, 2);
    await assert.rejects(clientOf(holding(undefined)).open('read'), SessionEnded);
  });

  it('carries no token where none is needed', async () => {
    asked.length = 0;
    await clientOf(holding('good')).open('open');
    assert.deepEqual(asked, [{ url: '/open', token: undefined }]);
  });

  it('tells refusals apart, field by field, and sees whether the service is within reach', async () => {
    seen.length = 0;
    await assert.rejects(
      clientOf(holding('good')).open('bad', { body: {} }),
      (error) =>
        error instanceof ApiError &&
        error.message === 'Confira.' &&
        error.errors['name']?.[0] === 'Preencha.',
    );
    await assert.rejects(
      clientOf(holding('good')).open('down'),
      (error) => error instanceof ApiError && error.status === 503,
    );
    await assert.rejects(clientOf(holding('good'), 'http://127.0.0.1:1').open('read'), NoAnswer);
    assert.deepEqual(seen, ['answered', 'maintenance', 'no_answer']);
  });

  it('to an endpoint of another portal is a mistake in the code', async () => {
    await assert.rejects(
      clientOf(holding('good')).open('getAdminDashboard'),
      /no endpoint of this portal/,
    );
  });
});

describe('a request', () => {
  it('fills its path and leaves empty filters out of its query', () => {
    assert.equal(
      urlOf('/orders/:order/items/:id', {
        params: { order: 'a b', id: 7 },
        query: { q: '', page: 2, states: ['MT', 'GO'], none: null, no: undefined },
      }),
      '/orders/a%20b/items/7?page=2&states=MT&states=GO',
    );
    assert.equal(urlOf('/orders', {}), '/orders');
  });

  it('says what it sends, and on which version', () => {
    const { headers, body } = initOf(
      'PUT',
      { body: { a: 1 } },
      { ifMatch: 3, idempotencyKey: 'k' },
    );
    assert.deepEqual(
      [headers['content-type'], headers['if-match'], headers['idempotency-key'], body],
      ['application/json', '"3"', 'k', '{"a":1}'],
    );
    assert.equal(initOf('GET', {}, {}).headers['content-type'], undefined);
  });
});
