import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { inTurn } from '../in-turn.ts';
import { startService, type CallOptions } from '../service.ts';
import { outboundAllow } from './channel-requests.ts';
import { goodRequest } from './good-requests.ts';
import { hugeBodies } from './huge-bodies.ts';
import { assertWellFormedError } from './refusals.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { tableContents } from './table-contents.ts';
import { buildWorld, roles, type Role } from './world.ts';

const service = await startService({ outboundAllow });
const world = await buildWorld(service);
const profileOf = (role: Role) =>
  role === 'produtor' || role === 'fornecedor' || role === 'consultor' ? role : 'admin';
const writes = [...contractRoutes].filter(
  ([, { method, upload }]) => method !== 'GET' && upload === undefined,
);

const typed = (type: string, payload: string | Buffer): CallOptions => ({
  payload,
  headers: { 'content-type': type },
});
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Bodies that are refused from every caller who may send one at all. */
const refused: readonly (readonly [status: number, what: string, CallOptions])[] = [
  [415, 'text', typed('text/plain', '{}')],
  [415, 'a form', typed('application/x-www-form-urlencoded', 'name=1')],
  [415, 'a form with files', typed('multipart/form-data; boundary=x', '--x--')],
  [415, 'XML', typed('application/xml', '<a/>')],
  [415, 'something like JSON', typed('application/jsonx', '{}')],
  [415, 'two types', typed('text/plain, application/json', '{}')],
  [415, 'no type', typed('', '{}')],
  [400, 'a brace', { payload: '{' }],
  [400, 'two values', { payload: '{}{}' }],
  [400, 'single quotes', { payload: "{'a':1}" }],
  [400, 'a trailing comma', { payload: '{"a":1,}' }],
  [400, 'NaN', { payload: '{"a":NaN}' }],
  [400, 'a comment', { payload: '{/* */}' }],
  [400, 'a raw NUL', { payload: '{"a":"\0"}' }],
  [
    400,
    'bytes that are no UTF-8',
    { payload: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  ],
  [400, 'UTF-16', { payload: Buffer.from('{}', 'utf16le') }],
  [400, 'compressed bytes', { payload: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }],
  [400, 'the key __proto__', { payload: '{"__proto__":{"a":1}}' }],
  [400, 'the key __proto__, escaped', { payload: String.raw`{"\u005f_proto__":{"a":1}}` }],
  [400, 'a constructor with a prototype', { payload: '{"constructor":{"prototype":{"a":1}}}' }],
  [400, '33 levels', { payload: nested(33) }],
  [400, '10,000 levels', { payload: nested(10_000) }],
  [400, '100,000 brackets that never close', { payload: '['.repeat(100_000) }],
  [413, 'five megabytes', { payload: JSON.stringify({ a: 'x'.repeat(5_000_000) }) }],
  [413, 'one byte too many', { payload: `"${'x'.repeat(1024 * 1024 - 1)}"` }],
];

/**
 * Returns the token of a user who may send a body to the endpoint; undefined where the endpoint is
 * public.
 */
const allowed = ({ id, access }: EndpointSpec): string | undefined => {
  // Public, since expired tokens are renewed too; the token is judged before the body all the same.
  if (id === 'refresh') return world.people.consultor.token;
  if (access === 'public') return undefined;
  return world.people[
    roles.find((role) => access.profiles === 'any' || access.profiles.includes(profileOf(role))) ??
      'master'
  ].token;
};

/** In a landing every body meets a route of so many; the long run has all of both. */
const ROUTES_IN_TURN = 5;

describe('an invalid or too large JSON body', () => {
  for (const [turn, [status, what, options]] of refused.entries()) {
    it(`${what} is refused with ${status} on write routes, and with 401 without a session`, async () => {
      const before = await tableContents(service.db);
      for (const [route, spec] of inTurn(writes, turn, ROUTES_IN_TURN)) {
        const { method, url } = urlOf(route, '1');
        const token = allowed(spec);
        for (const [sender, expected] of token === undefined
          ? [[undefined, status] as const]
          : ([
              [token, status],
              [undefined, 401],
            ] as const)) {
          const answer = await service.call(method, url, { ...options, token: sender });
          assert.equal(answer.status, expected, `${route}: ${answer.raw.toString().slice(0, 200)}`);
          assertWellFormedError(answer, `${route}, ${what}`);
        }
      }
      assert.deepEqual(await tableContents(service.db), before);
    });
  }
});

describe('the refusal of values under a huge name', () => {
  it('is short, and made at once', async () => {
    const name = 'a'.repeat(500_000);
    const levels = Array.from({ length: 29 }, (_, level) => `{"${'b'.repeat(9_000)}${level}":`);
    for (const values of [
      Array.from({ length: 1_000 }, () => String.raw`"\u0000"`),
      Array.from({ length: 80_000 }, () => '1e400'),
    ])
      for (const payload of [
        `{"${name}":[${values.join()}]}`,
        `${levels.join('')}[${values.join()}]${'}'.repeat(levels.length)}`,
      ]) {
        const { status, raw } = await service.call('POST', '/api/v1/login', { payload });
        assert.deepEqual([status, raw.length < 100_000], [422, true]);
      }
  });

  it('repeats no more of an unknown name than shows which it is', async () => {
    const { status, raw } = await service.call('POST', '/api/v1/producer/orders', {
      token: world.people.produtor.token,
      payload: `{"${'a'.repeat(900_000)}":1}`,
    });
    assert.deepEqual([status, raw.length < 1_000], [422, true]);
  });
});

describe('a valid but unusual body', () => {
  const name = async (options: CallOptions) => {
    const { status, body } = await service.call('PUT', '/api/v1/user/profile', {
      token: world.people.consultor.token,
      ...options,
    });
    return [status, body['name']];
  };

  it('may state its charset, begin with a byte order mark, or span several lines', async () => {
    assert.deepEqual(await name(typed('application/json; charset=utf-8', '{"name":"Ação"}')), [
      200,
      'Ação',
    ]);
    assert.deepEqual(await name(typed('Application/JSON;charset=UTF-8', '{"name":"Um"}')), [
      200,
      'Um',
    ]);
    assert.deepEqual(await name({ payload: '\uFEFF{"name":"Dois"}' }), [200, 'Dois']);
    assert.deepEqual(await name({ payload: '\r\n{\r\n\t"name" : "Três" }\r\n' }), [200, 'Três']);
  });

  it('is read by its last duplicate key', async () => {
    assert.deepEqual(await name({ payload: '{"name":"Antes","name":"Depois"}' }), [200, 'Depois']);
  });

  it('has 32 levels at most, also in ignored fields', async () => {
    assert.deepEqual(await name({ payload: `{"name":"Fundo","x":${nested(31)}}` }), [200, 'Fundo']);
  });

  it('is ignored on a route that takes none', async () => {
    const token = await service.tokenFor(world.people.produtor.userId);
    assert.equal(
      (await service.call('POST', '/api/v1/logout', { token, body: { user_id: 1, all: true } }))
        .status,
      200,
    );
    assert.equal(
      (
        await service.call('GET', '/api/v1/user/profile', {
          token: world.people.produtor.token,
          payload: '{',
        })
      ).status,
      200,
    );
  });

  it('may be absent where nothing is required, and not elsewhere', async () => {
    for (const [route, spec] of writes) {
      if (spec.access === 'public' || spec.access.profiles === 'any') continue;
      const role =
        roles.find(
          (one) => spec.access !== 'public' && spec.access.profiles.includes(profileOf(one)),
        ) ?? 'master';
      const { value } = await goodRequest(world, spec.id, role);
      const { method, url } = urlOf(route, value);
      const { status } = await service.call(method, url, {
        token: world.people[role].token,
        headers: { 'content-type': 'application/json' },
      });
      const expected =
        spec.upload !== undefined
          ? 415
          : spec.body === undefined || spec.bodyOptional === true
            ? 200
            : 422;
      assert.equal(status, expected, route);
    }
  });
});

describe('a huge body', () => {
  it('is refused with a reply of moderate length', async () => {
    for (const [route, payload] of hugeBodies) {
      const { method, url } = urlOf(route);
      const answer = await service.call(method, url, { payload });
      assert.equal(answer.status, 422);
      assert.ok(answer.raw.length < 20_000, `${answer.raw.length} bytes of answer`);
    }
  });
});
