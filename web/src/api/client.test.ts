import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createAnswerMemory, type AnswerMemory } from './answer-memory.ts';
import { ApiError, NoAnswer, SessionEnded } from './api-error.ts';
import { createClient, type TokenSource } from './client.ts';
import { initOf, urlOf } from './request.ts';

/** Accepts the token `good`, refuses every other, and records the requests it receives. */
const asked: { url: string; token: string | undefined }[] = [];
const server: Server = createServer((request: IncomingMessage, response): unknown => {
  const token = request.headers.authorization?.replace('Bearer ', '');
  asked.push({ url: request.url ?? '', token });
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/down') return answer(503, { error: 'Fora do ar.', code: 'unavailable' });
  if (request.url === '/open') return answer(200, { open: true });
  if (token !== 'good') return answer(401, { error: 'Entre.', code: 'unauthenticated' });
  if (request.url === '/tagged') {
    if (request.headers['if-none-match'] === '"t"') return response.writeHead(304).end();
    return response
      .writeHead(200, { 'content-type': 'application/json', etag: '"t"' })
      .end(JSON.stringify({ read: asked.length }));
  }
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
const clientOf = (tokens: TokenSource, address = base, memory?: AnswerMemory) =>
  createClient({
    tokens,
    ...(memory === undefined ? {} : { memory }),
    watch: (state) => {
      seen.push(state);
    },
    table: {
      read: `GET ${address}/one`,
      bad: `POST ${address}/bad`,
      down: `GET ${address}/down`,
      open: `GET ${address}/open public`,
      getProducerDashboard: `GET ${address}/tagged`,
    },
  });
const holding = (token: string | undefined, renewed?: string): TokenSource => ({
  caller: () => (token === undefined ? undefined : { token, user: { id: 1 } }),
  renew: () => Promise.resolve(renewed),
});

describe('an API call', () => {
  it('is sent with the token and returns the reply', async () => {
    assert.deepEqual(await (await clientOf(holding('good')).open('read')).json(), { url: '/one' });
  });

  it('is repeated once with the new token after a 401', async () => {
    asked.length = 0;
    assert.equal((await clientOf(holding('old', 'good')).open('read')).status, 200);
    assert.deepEqual(
      asked.map(({ token }) => token),
      ['old', 'good'],
    );
  });

  it('ends when the session cannot be renewed, and is never repeated endlessly', async () => {
    await assert.rejects(clientOf(holding('old')).open('read'), SessionEnded);
    asked.length = 0;
    await assert.rejects(
      clientOf(holding('old', 'old too')).open('read'),
      (error) => error instanceof ApiError && error.status === 401,
    );
    assert.equal(asked.length, 2);
    await assert.rejects(clientOf(holding(undefined)).open('read'), SessionEnded);
  });

  it('sends no token to an endpoint that needs none', async () => {
    asked.length = 0;
    await clientOf(holding('good')).open('open');
    assert.deepEqual(asked, [{ url: '/open', token: undefined }]);
  });

  it('sends the tag of a remembered answer, and returns that answer when nothing has changed', async () => {
    const memory = createAnswerMemory();
    const client = clientOf(holding('good'), base, memory);
    const first = await client.call('getProducerDashboard');
    assert.equal(await client.call('getProducerDashboard'), first);
    memory.clear();
    assert.notDeepEqual(await client.call('getProducerDashboard'), first);
    memory.store('good', `${base}/tagged`, { tag: '"t"', answer: 'of the first token' });
    assert.equal(memory.find('other', `${base}/tagged`), undefined);
  });

  it('distinguishes errors, field by field, and detects whether the service is reachable', async () => {
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

  it('fails as a programming error for an endpoint of another portal', async () => {
    await assert.rejects(
      clientOf(holding('good')).open('getAdminDashboard'),
      /no endpoint of this portal/,
    );
  });
});

describe('a request', () => {
  it('fills in its path and omits empty filters from its query', () => {
    assert.equal(
      urlOf('/orders/:order/items/:id', {
        params: { order: 'a b', id: 7 },
        query: { q: '', page: 2, states: ['MT', 'GO'], none: null, no: undefined },
      }),
      '/orders/a%20b/items/7?page=2&states=MT&states=GO',
    );
    assert.equal(urlOf('/orders', {}), '/orders');
  });

  it('sends its content type and the version it changes', () => {
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
