import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { startService, type Answer } from '../service.ts';
import { outboundAllow } from './channel-requests.ts';
import { goodRequest } from './good-requests.ts';
import { positionsOf, type Schema } from './hostile-values.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { tableContents } from './table-contents.ts';
import { buildWorld, roles, type Role } from './world.ts';

const service = await startService({ outboundAllow });
const world = await buildWorld(service);

/**
 * Numbers and words that occur nowhere else in these databases: wherever one is found, it was taken
 * from a body.
 */
const NUMBER = 987_654_321;
const WORD = 'tomado-do-corpo';
const DATE = '1987-06-05 04:03:02';
const UUID = '98765432-1987-4987-8987-987654321987';

/** Fields that only the service sets. */
const decided: Readonly<Record<string, unknown>> = {
  id: NUMBER,
  uuid: UUID,
  number: WORD,
  version: NUMBER,
  auth_version: NUMBER,
  position: NUMBER,
  items_count: NUMBER,
  subtypes_count: NUMBER,
  products_count: NUMBER,
  supplier_id: NUMBER,
  producer_id: NUMBER,
  user_id: NUMBER,
  proposal_id: NUMBER,
  total_amount: NUMBER,
  total_price: NUMBER,
  landed_total: NUMBER,
  approved_by: NUMBER,
  created_at: DATE,
  updated_at: DATE,
  deleted_at: DATE,
  published_at: DATE,
  approved_at: DATE,
  submitted_at: DATE,
  accepted_at: DATE,
  rejected_at: DATE,
  cancelled_at: DATE,
  awarded_at: DATE,
  finished_at: DATE,
  suspended_at: DATE,
  email_verified_at: DATE,
  email_verified: true,
  is_draft: false,
  is_accepted: true,
  is_suspended: true,
  can_edit: true,
  can_submit: true,
  can_accept: true,
  has_price: true,
  is_valid: true,
  rejection_reason: WORD,
  status: WORD,
  admin_role: 'master',
  user_type: 'admin',
  permissions: [WORD],
  password_hash: WORD,
  search: WORD,
  name_key: WORD,
  email_key: WORD,
  state_label: WORD,
  created_by: NUMBER,
  role: 'admin',
  isAdmin: true,
};

const bodyRoutes = [...new Set(contractRoutes.values())].filter(
  ({ method, upload, body }) => method !== 'GET' && upload === undefined && body !== undefined,
);

/** The one route whose body sets a user's status: it leaves the status as it is. */
const ownStatus: Readonly<Record<string, object>> = { setAdminUserStatus: { status: 'ativo' } };

interface Request {
  readonly url: string;
  readonly token: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

async function requestOf(spec: EndpointSpec): Promise<Request> {
  const { access } = spec;
  const profiles: readonly string[] =
    access === 'public' || access.profiles === 'any' ? ['fornecedor'] : access.profiles;
  const role = roles.find((name) => profiles.includes(name)) ?? 'master';
  const { value, query, body, form } = await goodRequest(world, spec.id, role);
  const { url } = urlOf(`${spec.method} ${spec.path}`, value);
  // For a route without a file, a body with headers of its own.
  const signed = form === undefined ? {} : (JSON.parse(form.payload.toString()) as object);
  return {
    url: query === undefined ? url : `${url}?${query}`,
    token: world.people[role].token,
    headers: { ...form?.headers },
    body: { ...body, ...signed, ...ownStatus[spec.id] },
  };
}

/**
 * Returns the body with every such field added that its schema does not name, in each of its
 * objects.
 */
function withDecided(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => withDecided(item, schema.items ?? {}));
  if (value === null || typeof value !== 'object') return value;
  const known = Object.entries(value).map(
    ([name, item]) => [name, withDecided(item, schema.properties?.[name] ?? {})] as const,
  );
  const put = Object.entries(decided).filter(([name]) => schema.properties?.[name] === undefined);
  return { ...Object.fromEntries(known), ...Object.fromEntries(put) };
}

/** Returns the tables in which one of the marks is stored. */
async function marked(): Promise<string[]> {
  const names = Object.keys(await tableContents(service.db));
  const found = await Promise.all(
    names.map(async (name) => {
      const { rows } = await sql`
          SELECT 1
          FROM ${sql.table(name)} t WHERE t::text ~ ${`${NUMBER}|${WORD}|1987-06-05|${UUID}`}
          LIMIT 1`.execute(service.db.q);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

/** Returns the roles and statuses as stored. */
async function standing(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM users WHERE user_type = 'admin') AS admins, (SELECT count(*)
      FROM users WHERE email_verified_at IS NOT NULL) AS verified,
      (SELECT array_agg(DISTINCT status ORDER BY status) FROM users) AS statuses`.execute(
    service.db.q,
  );
  return rows;
}

/** Those beside the interface refuse what they do not know; those of the interface ignore it. */
const refusing: { readonly spec: EndpointSpec; readonly request: Request }[] = [];
for (const spec of bodyRoutes)
  if (spec.origin === 'own') refusing.push({ spec, request: await requestOf(spec) });
const ignoring = bodyRoutes.filter(({ origin }) => origin !== 'own');

/** Sends a request with every field that only the service sets. */
const sendDecided = (spec: EndpointSpec, { url, token, headers, body }: Request): Promise<Answer> =>
  service.call(spec.method, url, {
    token,
    headers,
    body: withDecided(body, spec.body as Schema), // TypeBox writes JSON Schema
  });

describe('fields that only the service sets, where it refuses what it does not know', async () => {
  const before = await tableContents(service.db);
  for (const { spec, request } of refusing)
    it(`are refused in the body of ${spec.method} ${spec.path}`, async () => {
      const { status, body } = await sendDecided(spec, request);
      assert.equal(status, 422, JSON.stringify(body));
      // Every 422 names its fields.
      const reported = body['errors'] as Record<string, string[]>;
      const unknown = Object.keys(decided).filter(
        (name) => (spec.body as Schema).properties?.[name] === undefined,
      );
      assert.deepEqual(
        unknown.filter((name) => reported[name]?.[0] !== 'Este campo não é conhecido.'),
        [],
      );
    });

  it('no table has changed', async () => {
    assert.deepEqual(await tableContents(service.db), before);
  });
});

describe('fields that only the service sets', () => {
  for (const spec of ignoring)
    it(`are not read from the body of ${spec.method} ${spec.path}`, async () => {
      const request = await requestOf(spec);
      const stood = await standing();
      const { status, body } = await sendDecided(spec, request);
      assert.equal(status, 200, JSON.stringify(body));
      assert.doesNotMatch(JSON.stringify(body), new RegExp(`${NUMBER}|${WORD}|1987-06-05|${UUID}`));
      assert.deepEqual(await marked(), []);
      assert.deepEqual(await standing(), stood);
    });

  it('are tried in every object of every body', () => {
    const places = bodyRoutes.flatMap((spec) => positionsOf(spec.body as Schema)).length;
    assert.ok(
      bodyRoutes.length >= 20 && places >= 100,
      `${bodyRoutes.length} bodies, ${places} places`,
    );
  });

  it('are detected by this test when they are stored', async () => {
    await service.db.q
      .updateTable('users')
      .set({ mobile: String(NUMBER) })
      .where('id', '=', world.people.consultor.userId)
      .execute();
    assert.deepEqual(await marked(), ['users']);
    await service.db.q
      .updateTable('users')
      .set({ mobile: null })
      .where('id', '=', world.people.consultor.userId)
      .execute();
  });
});

describe('known fields sent by callers who may not set them', () => {
  const profile = async (role: Role) =>
    (await service.call('GET', '/api/v1/user/profile', { token: world.people[role].token })).body;

  it('make no one an admin by registering', async () => {
    const { body } = await goodRequest(world, 'register', 'produtor');
    for (const changes of [
      { user_type: 'admin' },
      { user_type: 'consultor' },
      { admin_role: 'master' },
      { status: 'ativo' },
      { email_verified: true },
    ]) {
      assert.equal(
        (await service.call('POST', '/api/v1/register', { body: { ...body, ...changes } })).status,
        422,
        JSON.stringify(changes),
      );
    }
  });

  it('change no role, status, document or verification in a profile', async () => {
    for (const role of roles) {
      const before = await profile(role);
      const changes = {
        user_type: 'admin',
        admin_role: 'master',
        status: 'bloqueado',
        email_verified: true,
        document_type: 'cpf',
        document_number: '52998224725',
        document: '52998224725',
        created_at: DATE,
        uuid: UUID,
        id: NUMBER,
        permissions: ['users.edit'],
      };
      const { status, body } = await service.call('PUT', '/api/v1/user/profile', {
        token: world.people[role].token,
        body: changes,
      });
      assert.equal(status, 200);
      assert.deepEqual(body, before, role);
      assert.deepEqual(await profile(role), before, role);
    }
  });

  it('cause an error when a draft names another order than its path', async () => {
    const { value = '', body } = await goodRequest(world, 'saveProposalDraft', 'fornecedor');
    const { status } = await service.call('POST', `/api/v1/orders/${value}/proposals`, {
      token: world.supplier.token,
      body: { ...body, order_id: NUMBER },
    });
    assert.equal(status, 422);
  });
});
