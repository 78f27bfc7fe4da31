import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import Fastify, { type InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '@lavra/contract/kit/endpoint';
import { flag, maybe, object, openObject, text } from '@lavra/contract/kit/schema';
import type { Permission } from '@lavra/domain/account/permissions';
import type { Identity } from '../auth/caller.ts';
import { createClock } from '../clock/clock.ts';
import { databaseOver } from '../db/database.ts';
import { handleErrors } from './error-handler.ts';
import { createConcurrencyLimiter } from './admission/concurrency-limiter.ts';
import { createAccessControl, hashToken } from './admission/access-control.ts';
import { acceptJsonBodies } from './json-body.ts';
import { createRateLimiter } from './admission/rate-limiter.ts';
import { createSearchQueue } from './admission/search-queue.ts';
import { createRequestDelays } from './admission/request-delays.ts';
import { createMount } from './mount.ts';

const person = { sessionId: 1, permissions: new Set<Permission>(['orders.edit']) };
const owner: Identity = { ...person, userId: 1, userType: 'produtor', producerId: 1 };
/** Tokens and their owners; the last token has expired since it was last seen. */
const tokens = new Map<string, Identity>(
  [
    ['owner', owner],
    ['stranger', { ...person, userId: 2, userType: 'produtor', producerId: 2 }],
    ['powerless', { ...owner, permissions: new Set() }],
    ['supplier', { ...person, userId: 3, userType: 'fornecedor', supplierId: 3 }],
    ['dead', owner],
  ].map(([name, identity]) => [
    hashToken(tokenOf(name as string)).toString('hex'),
    identity as Identity,
  ]),
); // pairs of these two

function tokenOf(name: string): string {
  return name.padEnd(30, '-');
}

const byId = Type.Object({ id: Type.String({ pattern: '^[1-9]$' }) });
const head = { tag: 'Teste', summary: 'Teste' } as const;
const change = endpoint({
  ...head,
  id: 'changeThing',
  method: 'PUT',
  path: '/things/:id',
  origin: 'own',
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  subject: 'product',
  params: byId,
  body: object({ name: text(20), count: Type.Optional(Type.Integer()) }),
  reply: object({ name: text(20), if_match: maybe(Type.Integer()), version: Type.Integer() }),
  versioned: true,
});
const listing = {
  ...head,
  method: 'GET',
  access: 'public',
  reply: object({ active: maybe(flag()), page: maybe(Type.Integer()) }),
} as const;
const filters = {
  active: Type.Optional(flag()),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
};
const listOwn = endpoint({
  ...listing,
  id: 'listOwn',
  path: '/own',
  origin: 'own',
  query: object(filters),
});
const listOld = endpoint({
  ...listing,
  id: 'listOld',
  path: '/old',
  origin: 'interface',
  query: openObject(filters),
});
const send = endpoint({
  ...head,
  id: 'sendThing',
  method: 'POST',
  path: '/send',
  origin: 'interface',
  access: { profiles: ['produtor'] },
  body: openObject({ reason: maybe(text(20)) }),
  bodyOptional: true,
  reply: object({ body: Type.Unknown(), key: maybe(Type.String()) }),
});
const undeclared = endpoint({
  ...head,
  id: 'undeclared',
  method: 'GET',
  path: '/undeclared',
  origin: 'own',
  access: 'public',
  reply: object({ name: text(20) }),
});
const hot = endpoint({
  ...head,
  id: 'hotThing',
  method: 'POST',
  path: '/hot/:id',
  origin: 'own',
  access: { profiles: ['produtor'] },
  subject: 'product',
  params: byId,
  body: object({ name: text(20) }),
  reply: object({}),
});

async function startTinyService({ strict }: { strict: boolean }) {
  const app = Fastify();
  acceptJsonBodies(app, { maxBytes: 1_000_000 });
  handleErrors(app);
  const authenticator = {
    personOf: () => undefined,
    lastSeen: async (hash: Buffer) => tokens.get(hash.toString('hex')),
    live: async (hash: Buffer) =>
      hash.equals(hashToken(tokenOf('dead'))) ? undefined : tokens.get(hash.toString('hex')),
  };
  const mount = createMount(
    app,
    createAccessControl({
      authenticator,
      rateLimiter: await createRateLimiter(app, { enabled: false }),
      concurrencyLimiter: createConcurrencyLimiter({ limits: false }),
      delays: createRequestDelays({ clock: createClock(), limits: false }),
    }),
    // no route here reads the database
    { strict, db: databaseOver(new pg.Pool()), searching: createSearchQueue(4) },
  );
  const things = new Map([
    ['1', { producerId: 1, isDraft: false }],
    ['2', { producerId: 2, isDraft: true }],
  ]);
  mount(change, {
    load: async ({ id }) => things.get(id),
    policy: ({ producerId }, thing) =>
      thing.producerId === producerId ? 'ok' : thing.isDraft ? 'hidden' : 'forbidden',
    handle: async ({ body, ifMatch }) => ({
      name: body.name,
      if_match: ifMatch ?? null,
      version: 7,
    }),
  });
  for (const spec of [listOwn, listOld])
    mount(spec, {
      handle: async ({ query }) => ({ active: query.active ?? null, page: query.page ?? null }),
    });
  mount(send, {
    handle: async ({ body, request }) => ({ body, key: request.idempotency?.key ?? null }),
  });
  mount(undeclared, { handle: async () => ({ name: 'x', secret: 'y' }) });
  mount(hot, {
    liveness: 'statement',
    exists: async ({ id }) => id === '1',
    handle: async () => ({}),
  });
  return app;
}

const app = await startTinyService({ strict: true });

async function call(
  method: string,
  url: string,
  {
    token,
    body,
    payload,
    headers = {},
  }: { token?: string; body?: unknown; payload?: string; headers?: Record<string, string> } = {},
) {
  const sent = payload ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await app.inject({
    method: method as 'GET', // any method
    url,
    ...(sent === undefined ? {} : { payload: sent }),
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${tokenOf(token)}` }),
      ...headers,
    },
  } satisfies InjectOptions);
  const answer = response.json<Record<string, unknown>>();
  return {
    status: response.statusCode,
    code: answer['code'],
    body: answer,
    headers: response.headers,
  };
}

describe('the checks of a request, in order', () => {
  const good = { name: 'Ureia' };
  const bad = { nome: 'Ureia' };
  const steps: readonly (readonly [
    what: string,
    url: string,
    options: Parameters<typeof call>[2],
    expected: readonly [number, string],
  ])[] = [
    [
      'refuse a caller without a token, whatever is sent',
      '/things/9',
      { body: { nome: 'x'.repeat(1024 * 1024) } },
      [401, 'unauthenticated'],
    ],
    ['refuse a caller without a token', '/things/9', { body: bad }, [401, 'unauthenticated']],
    [
      'refuse a caller with an unknown token',
      '/things/9',
      { body: bad, token: 'unknown' },
      [401, 'unauthenticated'],
    ],
    [
      'refuse a caller with an invalidated token',
      '/things/9',
      { body: bad, token: 'dead' },
      [401, 'unauthenticated'],
    ],
    [
      'refuse a caller of another profile',
      '/things/9',
      { body: bad, token: 'supplier' },
      [403, 'forbidden'],
    ],
    [
      'refuse a caller without the permission',
      '/things/9',
      { body: bad, token: 'powerless' },
      [403, 'forbidden'],
    ],
    [
      'refuse a caller without the permission, whatever is sent',
      '/things/9',
      { payload: '{', token: 'powerless' },
      [403, 'forbidden'],
    ],
    [
      'refuse a body that is too large',
      '/things/9',
      { body: { nome: 'x'.repeat(1024 * 1024) }, token: 'owner' },
      [413, 'body_too_large'],
    ],
    [
      'refuse a body of the wrong content type',
      '/things/9',
      { payload: '<x/>', headers: { 'content-type': 'text/xml' }, token: 'owner' },
      [415, 'unsupported_media_type'],
    ],
    [
      'refuse a body that is no JSON',
      '/things/9',
      { payload: '{', token: 'owner' },
      [400, 'malformed_json'],
    ],
    [
      'refuse a body that is nested too deeply',
      '/things/9',
      { payload: `${'['.repeat(33)}${']'.repeat(33)}`, token: 'owner' },
      [400, 'too_deep'],
    ],
    ['refuse an unknown object', '/things/9', { body: bad, token: 'owner' }, [404, 'not_found']],
    [
      'refuse an id that no object can have',
      '/things/x',
      { body: bad, token: 'owner' },
      [404, 'not_found'],
    ],
    [
      'hide an object that the caller may not see',
      '/things/2',
      { body: bad, token: 'owner' },
      [404, 'not_found'],
    ],
    [
      'refuse an object of another owner',
      '/things/1',
      { body: bad, token: 'stranger' },
      [403, 'not_yours'],
    ],
    [
      'refuse an invalid body',
      '/things/1',
      { body: bad, token: 'owner' },
      [422, 'validation_failed'],
    ],
  ];
  for (const [what, url, options, expected] of steps) {
    it(what, async () => {
      const { status, code } = await call('PUT', url, options);
      assert.deepEqual([status, code], expected);
    });
  }

  it('let a valid request reach the handler', async () => {
    const { status, body } = await call('PUT', '/things/1', { body: good, token: 'owner' });
    assert.deepEqual([status, body], [200, { name: 'Ureia', if_match: null, version: 7 }]);
  });

  it('stay in that order where the handler’s own statement checks the token', async () => {
    const statusOf = async (id: number, token: string, body: unknown) =>
      (await call('POST', `/hot/${id}`, { token, body })).status;
    assert.deepEqual(
      [
        await statusOf(9, 'dead', bad),
        await statusOf(9, 'owner', bad),
        await statusOf(1, 'owner', bad),
        await statusOf(1, 'owner', good),
      ],
      [401, 404, 422, 200],
    );
  });

  it('report an expired token first even when the body is unreadable', async () => {
    const unreadable: readonly (readonly [number, Parameters<typeof call>[2]])[] = [
      [400, { payload: '{' }],
      [415, { payload: '<x/>', headers: { 'content-type': 'text/xml' } }],
      [413, { body: 'x'.repeat(1024 * 1024) }],
    ];
    for (const [status, sent] of unreadable) {
      const statusFor = async (token: string) =>
        (await call('POST', '/hot/1', { ...sent, token })).status;
      assert.deepEqual(
        [
          await statusFor('owner'),
          await statusFor('dead'),
          await statusFor('unknown'),
          await statusFor('supplier'),
        ],
        [status, 401, 401, 403],
      );
    }
  });

  it('return 404 for an unknown path without reading the body', async () => {
    for (const payload of ['{', `"${'x'.repeat(1024 * 1024)}"`])
      assert.deepEqual(
        (({ status, code }) => [status, code])(await call('POST', '/nowhere', { payload })),
        [404, 'not_found'],
      );
  });
});

describe('a reply', () => {
  it('that the contract does not declare becomes a 500 without details', async () => {
    const { status, code, body } = await call('GET', '/undeclared');
    assert.deepEqual([status, code], [500, 'internal_error']);
    assert.doesNotMatch(JSON.stringify(body), /secret|undeclared/);
  });

  it('of a versioned object has its version as the ETag', async () => {
    const { headers } = await call('PUT', '/things/1', { body: { name: 'Ureia' }, token: 'owner' });
    assert.equal(headers.etag, '"7"');
  });
});

describe('If-Match', () => {
  const seen = async (header: string) =>
    (
      await call('PUT', '/things/1', {
        body: { name: 'x' },
        token: 'owner',
        headers: { 'if-match': header },
      })
    ).body['if_match'];

  it('contains the version that was read, as a strong or weak tag', async () => {
    assert.deepEqual([await seen('"3"'), await seen('W/"3"'), await seen(' "3" ')], [3, 3, 3]);
  });
  it('accepts any version with a star', async () => assert.equal(await seen('*'), null));
  it('matches nothing with a foreign tag', async () => {
    assert.deepEqual(
      [
        await seen('3'),
        await seen('"x"'),
        await seen('"3", "4"'),
        await seen('"99999999999999999999"'),
        await seen('"3-x"'),
      ],
      [-1, -1, -1, -1, -1],
    );
  });
});

describe('a query', () => {
  it('with an unknown name is refused by our own endpoints and ignored by those of the interface', async () => {
    const own = await call('GET', '/own?cor=azul');
    // Every 422 names its fields.
    assert.deepEqual([own.status, Object.keys(own.body['errors'] as object)], [422, ['cor']]);
    assert.deepEqual((await call('GET', '/old?cor=azul')).body, { active: null, page: null });
  });

  it('may contain flags as 1 and 0 and as words, but not otherwise', async () => {
    const active = async (value: string) =>
      (await call('GET', `/old?active=${value}`)).body['active'];
    assert.deepEqual(
      [await active('1'), await active('0'), await active('true'), await active('false')],
      [true, false, true, false],
    );
    assert.equal(await active(''), null);
    for (const value of ['sim', '2', 'TRUE'])
      assert.equal((await call('GET', `/old?active=${value}`)).status, 422, value);
  });

  it('contains numbers within their limits, infinity included', async () => {
    assert.equal((await call('GET', '/old?page=3')).body['page'], 3);
    for (const value of ['0', '1000001', '1.5', 'um', '1e400', '-1e400', 'Infinity', 'NaN'])
      assert.equal((await call('GET', `/old?page=${value}`)).status, 422, value);
  });

  it('has each problem reported once', async () =>
    assert.equal((await call('GET', '/old?page=1&page=2')).status, 422));
});

describe('a body', () => {
  it('is not converted: text is no number', async () => {
    const { status, body } = await call('PUT', '/things/1', {
      body: { name: 'x', count: '5' },
      token: 'owner',
    });
    assert.deepEqual([status, body['errors']], [422, { count: ['Deve ser um número inteiro.'] }]);
  });

  it('may be absent where it is optional, and empty under its content type', async () => {
    assert.deepEqual((await call('POST', '/send', { token: 'owner' })).body, {
      body: {},
      key: null,
    });
    assert.deepEqual(
      (
        await call('POST', '/send', {
          token: 'owner',
          headers: { 'content-type': 'application/json' },
        })
      ).body,
      { body: {}, key: null },
    );
    assert.equal(
      (await call('POST', '/send', { token: 'owner', body: { reason: 5 } })).status,
      422,
    );
  });

  it('is required where it is not optional', async () => {
    const { status, body } = await call('PUT', '/things/1', {
      token: 'owner',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 422, JSON.stringify(body));
  });

  it('is refused with unknown fields by our own endpoints, which the interface’s endpoints ignore', async () => {
    assert.equal(
      (await call('PUT', '/things/1', { token: 'owner', body: { name: 'x', cor: 'azul' } })).status,
      422,
    );
    assert.equal(
      (await call('POST', '/send', { token: 'owner', body: { cor: 'azul' } })).status,
      200,
    );
  });

  it('is refused with text that cannot be stored, anywhere', async () => {
    for (const payload of [
      String.raw`{"reason":"a\u0000"}`,
      String.raw`{"reason":"\ud800"}`,
      String.raw`{"outro":[{"fundo":"\u0000"}]}`,
    ]) {
      assert.equal((await call('POST', '/send', { token: 'owner', payload })).status, 422, payload);
    }
  });
});

describe('an Idempotency-Key', () => {
  const keyOf = (key: string) =>
    call('POST', '/send', { token: 'owner', headers: { 'idempotency-key': key } });

  it('is passed to the handler of a POST', async () =>
    assert.equal((await keyOf('abc')).body['key'], 'abc'));
  it('is refused with 422 when it is invalid', async () => {
    for (const key of ['', ' a b ', 'x'.repeat(201)])
      assert.equal((await keyOf(key)).status, 422, key);
  });
});

it('without strict mode a reply is sent unchecked, since the check belongs to tests and development', async () => {
  const lax = await startTinyService({ strict: false });
  assert.equal((await lax.inject('/undeclared')).statusCode, 200);
});
