import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { buildProduct } from '../catalogue.ts';
import { startService, type Answer, type CallOptions } from '../service.ts';
import { outboundAllow } from './channel-requests.ts';
import { goodRequest } from './good-requests.ts';
import {
  bulkyJson,
  hostileJson,
  hostileQueryValues,
  mustBeRefused,
  positionsOf,
  typesOf,
  withRaw,
  type Position,
  type Schema,
} from './hostile-values.ts';
import { assertWellFormedError, assertNoServerError } from './refusals.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { tableContents } from './table-contents.ts';
import { buildWorld, negotiate, orderOf, roles, type Role } from './world.ts';

const service = await startService({ outboundAllow });
const world = await buildWorld(service);
for (let i = 0; i < 3; i += 1) await negotiate(world);
await orderOf(world, { status: 'rascunho' });

// Legacy paths lead to the same mount: testing them once is enough.
const specs = [...new Set(contractRoutes.values())].filter((spec) => spec.upload === undefined);

/** Returns a caller who may call the endpoint: their role, and a token. */
async function callerFor(spec: EndpointSpec): Promise<{ role: Role; token: string }> {
  const { access } = spec;
  const profiles: readonly string[] =
    access === 'public' || access.profiles === 'any' ? ['fornecedor'] : access.profiles;
  const role = roles.find((name) => profiles.includes(name)) ?? 'master';
  return { role, token: await service.tokenFor(world.people[role].userId) };
}

interface Attempt {
  readonly what: string;
  readonly url: string;
  readonly options: CallOptions;
  readonly mustRefuse: boolean;
}

const BUSY: ReadonlySet<string> = new Set([
  'sheets_busy',
  'sheets_busy_own',
  'pdf_busy',
  'pdf_busy_own',
  'combinations_busy',
  'combinations_busy_own',
]);

async function sendOne(
  spec: EndpointSpec,
  { what, url, options, mustRefuse }: Attempt,
): Promise<Answer> {
  let answer = await service.call(spec.method, url, options);
  // Too many of one person's files at a time: each value is to be read, not turned away.
  while (answer.status === 429 && BUSY.has(String(answer.body['code'])))
    answer = await service.call(spec.method, url, options);
  assertNoServerError(answer, what);
  if (mustRefuse)
    assert.ok(
      [400, 422].includes(answer.status),
      `${what}: ${answer.status} ${answer.raw.toString().slice(0, 300)}`,
    );
  return answer;
}

/** Sends eight requests at a time; returns the replies in the order of the attempts. */
async function send(spec: EndpointSpec, attempts: readonly Attempt[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < attempts.length; start += 8) {
    answers.push(
      ...(await Promise.all(
        attempts.slice(start, start + 8).map((attempt) => sendOne(spec, attempt)),
      )),
    );
  }
  return answers;
}

/**
 * Sends the values that may be accepted, then repeats everything that is refused, and asserts that
 * this changes no table.
 */
async function sendAndLook(spec: EndpointSpec, attempts: readonly Attempt[]): Promise<void> {
  const open = attempts.filter(({ mustRefuse }) => !mustRefuse);
  const answers = await send(spec, open);
  const refused = [
    ...attempts.filter(({ mustRefuse }) => mustRefuse),
    ...open.filter((_, index) => answers[index]?.status !== 200),
  ];
  const before = await tableContents(service.db);
  const again = await send(spec, refused);
  assert.deepEqual(
    again.filter(({ status }) => status === 200),
    [],
    `${spec.id} refused something at first and then took it`,
  );
  assert.deepEqual(await tableContents(service.db), before, spec.id);
}

const short = (raw: string): string => (raw.length > 60 ? `${raw.slice(0, 60)}…` : raw);

describe('hostile values in any field of a body cause no server error', () => {
  for (const spec of specs.filter(({ body }) => body !== undefined)) {
    it(`${spec.method} ${spec.path}`, async () => {
      const { role, token } = await callerFor(spec);
      const { value, body } = await goodRequest(world, spec.id, role);
      const { url } = urlOf(`${spec.method} ${spec.path}`, value);
      const positions = positionsOf(spec.body as Schema); // TypeBox writes JSON Schema
      const inPlace = positions.flatMap((position, index) =>
        [...hostileJson, ...(index < 2 ? bulkyJson : [])].map((raw): Attempt => ({
          what: `${spec.id} ${position.path.join('.')} = ${short(raw)}`,
          url,
          options: { token, payload: withRaw(body, position.path, raw) },
          mustRefuse: mustBeRefused(raw, position),
        })),
      );
      const whole = [...hostileJson, ...bulkyJson].map((raw): Attempt => ({
        what: `${spec.id} body = ${short(raw)}`,
        url,
        options: { token, payload: raw },
        mustRefuse: !raw.startsWith('{') && !(raw === 'null' && spec.bodyOptional === true),
      }));
      await sendAndLook(spec, [...inPlace, ...whole]);
    });
  }
});

describe('every text and every list of a body', () => {
  it('has a limit', () => {
    const isEndless = ({ schema }: Position): boolean => {
      const types = typesOf(schema);
      const isBounded =
        schema.enum !== undefined ||
        schema.anyOf !== undefined ||
        schema.maxLength !== undefined ||
        schema.pattern?.endsWith('$') === true ||
        schema.format !== undefined;
      return (
        (types.includes('string') && !isBounded) ||
        (types.includes('array') && schema.maxItems === undefined)
      );
    };
    const endless = specs.flatMap((spec) =>
      positionsOf((spec.body ?? {}) as Schema)
        .filter(isEndless)
        .map(({ path }) => `${spec.id} ${path.join('.')}`),
    );
    assert.deepEqual(endless, []);
  });
});

describe('hostile values of any query parameter cause no server error', () => {
  for (const spec of specs.filter(({ query }) => query !== undefined)) {
    it(`${spec.method} ${spec.path}`, async () => {
      const { role, token } = await callerFor(spec);
      const { value } = await goodRequest(world, spec.id, role);
      const { url } = urlOf(`${spec.method} ${spec.path}`, value);
      const names = Object.keys(spec.query?.properties ?? {});
      const shapes = (name: string): string[] =>
        ['1', '%00', ''].flatMap((raw) => [
          `${name}=${raw}&${name}=${raw}`,
          `${name}[]=${raw}`,
          `${name}[x]=${raw}`,
        ]);
      const queries = names
        .map(encodeURIComponent)
        .flatMap((name) => [...hostileQueryValues.map((raw) => `${name}=${raw}`), ...shapes(name)]);
      await send(
        spec,
        queries.map((query) => ({
          what: `${spec.id} ?${short(query)}`,
          url: `${url}?${query}`,
          options: { token },
          mustRefuse: false,
        })),
      );
    });
  }

  it('a known parameter with an invalid value is refused, never ignored', async () => {
    for (const spec of specs.filter(({ query }) => query?.properties['page'] !== undefined)) {
      const { role, token } = await callerFor(spec);
      const { value } = await goodRequest(world, spec.id, role);
      const bad = [
        'page=0',
        'page=-1',
        'page=1000001',
        'page=um',
        'page=1&page=2',
        'per_page=0',
        'per_page=-1',
        'per_page=1001',
        'per_page=1000000000',
      ];
      const walked =
        spec.query?.properties['cursor'] === undefined ? [] : ['cursor=nada', 'cursor=W10'];
      const sorted =
        spec.query?.properties['sort'] === undefined
          ? []
          : ['sort=password_hash', 'sort=name;--', 'sort=--name'];
      for (const query of [...bad, ...walked, ...sorted]) {
        const answer = await service.call(
          'GET',
          `${urlOf(`GET ${spec.path}`, value).url}?${query}`,
          { token },
        );
        assert.equal(answer.status, 422, `${spec.id} ?${query}`);
        assertWellFormedError(answer, spec.id);
      }
    }
  });

  it('an unknown name is refused by our own lists and ignored by those of the interface', async () => {
    for (const spec of specs.filter(
      ({ query, method }) => query !== undefined && method === 'GET',
    )) {
      const { role, token } = await callerFor(spec);
      const { value, query = '' } = await goodRequest(world, spec.id, role);
      const { status } = await service.call(
        'GET',
        `${urlOf(`GET ${spec.path}`, value).url}?${query}&nobody_knows=1`,
        { token },
      );
      assert.equal(status, spec.origin === 'own' ? 422 : 200, spec.id);
    }
  });

  it('a tampered cursor is refused', async () => {
    let walked = 0;
    for (const spec of specs.filter(({ query }) => query?.properties['cursor'] !== undefined)) {
      const { role, token } = await callerFor(spec);
      const { value } = await goodRequest(world, spec.id, role);
      const { url } = urlOf(`GET ${spec.path}`, value);
      const { enum: sorts = [undefined] }: { enum?: (string | undefined)[] } =
        spec.query?.properties['sort'] ?? {};
      for (const sort of sorts) {
        const sorting = sort === undefined ? '' : `&sort=${sort}`;
        const { body } = await service.call<{ meta: { next_cursor: string | null } }>(
          'GET',
          `${url}?per_page=1${sorting}`,
          { token },
        );
        if (body.meta.next_cursor === null) continue;
        walked += 1;
        const parts = JSON.parse(
          Buffer.from(body.meta.next_cursor, 'base64url').toString(),
        ) as unknown[]; // made by encodeCursor
        const nasty: unknown[] = [
          null,
          0,
          -1,
          1.5,
          2 ** 53,
          1e308,
          '',
          'x',
          '\0',
          '\ud800',
          '2026-02-30',
          '0000-00-00',
          'infinity',
          '-infinity',
          'now',
          "'",
          '1e400',
          'NaN',
          [],
          {},
        ];
        const changed = parts.flatMap((_, index) => nasty.map((put) => parts.with(index, put)));
        for (const cursor of [...changed, parts.slice(1), [...parts, 1]].map((made) =>
          Buffer.from(JSON.stringify(made)).toString('base64url'),
        )) {
          assertNoServerError(
            await service.call('GET', `${url}?per_page=1${sorting}&cursor=${cursor}`, { token }),
            `${spec.id} ${sorting} ${Buffer.from(cursor, 'base64url').toString()}`,
          );
        }
      }
    }
    assert.ok(walked >= 10, `${walked} lists gave a cursor to tamper with`);
  });

  it('wildcards and quotes in a search are plain text', async () => {
    const { token } = world.people.master;
    const product = await buildProduct(service, { name: 'Cloreto de potássio' });
    const names = async (q: string) =>
      (
        await service.call<{ data: { name: string }[] }>(
          'GET',
          `/api/v1/products?q=${encodeURIComponent(q)}`,
          { token },
        )
      ).body.data.map(({ name }) => name);
    assert.deepEqual(await names(product.name), [product.name]);
    for (const q of ['%', '_', '\\', 'c%o', 'Clor_to', "' OR '1'='1", '"; --', '*', '.*'])
      assert.ok(!(await names(q)).includes(product.name), q);
  });
});

describe('hostile text as an identifier', () => {
  it('finds nothing', async () => {
    const values = [
      '0',
      '-1',
      '1.5',
      '1e3',
      'NaN',
      'null',
      '%00',
      '%20',
      "1'--",
      '9'.repeat(15),
      '9'.repeat(16),
      '9'.repeat(40),
      '__proto__',
      'constructor',
      '00000000-0000-0000-0000-000000000000',
      '%e2%98%83',
      '..%2f..',
      '*',
    ];
    // The bodies above have created pages under some of these slugs.
    await service.db.q.deleteFrom('pages').execute();
    for (const spec of specs.filter(({ path }) => path.includes(':'))) {
      const { role, token } = await callerFor(spec);
      const { body } = await goodRequest(world, spec.id, role);
      for (const value of values) {
        const answer = await service.call(
          spec.method,
          urlOf(`${spec.method} ${spec.path}`, value).url,
          { token, body },
        );
        assert.equal(answer.status, 404, `${spec.id} ${value}`);
        assertWellFormedError(answer, spec.id);
      }
    }
  });
});
