import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actions, type Permission } from '@lavra/domain/account/permissions';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { hashPassword } from '@lavra/server/platform/auth/password';
import { inTurn } from '../in-turn.ts';
import { startService, type Answer, type CallOptions } from '../service.ts';
import { outboundAllow } from './channel-requests.ts';
import {
  matrix,
  rowOf,
  type ByObject,
  type InvalidCaller,
  type Row,
  type Status,
} from './authorization-matrix.ts';
import { buildInvalidCallers, type Credentials } from './invalid-callers.ts';
import type { GoodRequest } from './good-request.ts';
import { goodRequest } from './good-requests.ts';
import { objectOf } from './matrix-objects.ts';
import { contractRoutes, urlOf, watchingRoutes } from './registered-routes.ts';
import { tableContents } from './table-contents.ts';
import { unreadableBodies } from './unreadable-bodies.ts';
import { buildWorld, roles, type Role } from './world.ts';

const { started: service, routes } = await watchingRoutes(() => startService({ outboundAllow }));
const world = await buildWorld(service);
const ofProfile = (role: Role) =>
  role === 'produtor' || role === 'fornecedor' || role === 'consultor' ? role : 'admin';
const livingCaller = (role: Role): Credentials => ({
  headers: { authorization: `Bearer ${world.people[role].token}` },
});
const deadCallersOf = remember((role: Role) => buildInvalidCallers(world, role));

function remember<K, V>(build: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>();
  return (key) => {
    const value = known.get(key) ?? build(key);
    known.set(key, value);
    return value;
  };
}

/** One cell of the matrix: the caller, the object, and the expected status. */
interface Cell {
  readonly caller: string;
  readonly object: string;
  readonly credentials: Credentials;
  readonly request: GoodRequest;
  readonly expected: Status;
}

async function assertCell(
  route: string,
  { caller, object, credentials, request, expected }: Cell,
): Promise<void> {
  const { method, url } = urlOf(route, request.value);
  const query = [request.query, credentials.query].filter((part) => part !== undefined).join('&');
  const answer = await service.call(method, query === '' ? url : `${url}?${query}`, {
    headers: { ...request.form?.headers, ...credentials.headers },
    body: request.body,
    ...(request.form ? { payload: request.form.payload } : {}),
  });
  const cell = `${route}, ${caller}, ${object}`;
  assert.equal(answer.status, expected, `${cell}: ${JSON.stringify(answer.body)}`);
  if (expected !== 200) assertRefusal(answer, cell);
}

const slugs: Readonly<Record<number, RegExp>> = {
  401: /^unauthenticated$/,
  403: /^(forbidden|not_yours|master_only)$/,
  404: /not_found$/,
  422: /^validation_failed$/,
};

function assertRefusal({ status, body }: Answer, cell: string): void {
  assert.deepEqual(Object.keys(body).slice(0, 3), ['error', 'code', 'request_id'], cell);
  assert.match(String(body['code']), slugs[status] ?? /^$/, cell);
}

/** Returns the statuses by object; a route without a subject has one nameless object. */
const byObject = (answer: 200 | ByObject): ByObject => (answer === 200 ? { own: 200 } : answer);

type SignedInRow = Extract<Row, { kind: 'signed in' }>;
const namedIn = (may: SignedInRow['may']): readonly Role[] =>
  roles.filter((role) => may[role] !== undefined);

const signedInRows = [...contractRoutes].flatMap(([route, spec]) => {
  const row = rowOf(route);
  return row?.kind === 'signed in' ? [{ route, spec, row }] : [];
});

/**
 * Returns every cell of a row that must be refused. The bodies are valid, so that nothing else
 * causes the refusal.
 */
async function refusedCells(
  spec: EndpointSpec,
  { may }: SignedInRow,
  { token: _own, ...request }: GoodRequest,
): Promise<Cell[]> {
  const named = namedIn(may);
  const [first = 'master'] = named;
  const kinds = new Set(named.flatMap((role) => Object.keys(byObject(may[role] ?? 200))));
  const at = await Promise.all(
    [...kinds].map(
      async (kind) =>
        [
          kind,
          kind === 'own' ? request : { ...request, value: await objectOf(world, spec, kind) },
        ] as const,
    ),
  );
  const living = roles.flatMap((role) =>
    at.flatMap(([object, asked]): Cell[] => {
      const answers = may[role];
      const expected = answers === undefined ? 403 : (byObject(answers)[object] ?? 200);
      return expected === 200
        ? []
        : [{ caller: role, object, credentials: livingCaller(role), request: asked, expected }];
    }),
  );
  const dead = Object.entries(await deadCallersOf(first)).flatMap(([caller, credentials], turn) =>
    inTurn(at, turn).map(([object, asked]): Cell => ({
      caller: `${caller} (${first})`,
      object,
      credentials,
      request: asked,
      expected: 401,
    })),
  );
  return [...living, ...dead];
}

const refused: { readonly route: string; readonly cells: readonly Cell[] }[] = [];
const unreadable: {
  readonly route: string;
  readonly spec: EndpointSpec;
  readonly named: readonly Role[];
  readonly value: GoodRequest['value'];
  readonly dead: readonly (readonly [caller: string, Credentials])[];
}[] = [];
for (const { route, spec, row } of signedInRows) {
  const named = namedIn(row.may);
  const [first = 'master'] = named;
  const good = await goodRequest(world, spec.id, first);
  refused.push({ route, cells: await refusedCells(spec, row, good) });
  if (spec.method === 'GET') continue;
  const dead = Object.entries(await deadCallersOf(first));
  unreadable.push({ route, spec, named, value: good.value, dead });
}
/** The tables once everything is built that the refused requests name. */
const before = await tableContents(service.db);

describe('the authorization matrix', () => {
  it('has a row for every route that the service registers', () => {
    assert.deepEqual(
      routes.filter((route) => matrix[route] === undefined),
      [],
    );
  });

  it('has a row for every route of the contract, which the service registers', () => {
    assert.deepEqual(
      [...contractRoutes.keys()].filter(
        (route) => matrix[route] === undefined || !routes.includes(route),
      ),
      [],
    );
  });

  it('has no row without a route', () => {
    const known = new Set(routes);
    assert.deepEqual(
      Object.keys(matrix).filter((route) => !known.has(route)),
      [],
    );
  });

  it('has the profiles and permissions of the contract', () => {
    for (const [route, spec] of contractRoutes) {
      const row = rowOf(route);
      const stated =
        row?.kind === 'signed in'
          ? {
              profiles: [
                ...new Set(roles.filter((role) => row.may[role]).map(ofProfile)),
              ].toSorted(),
              permission: row.needs,
            }
          : 'public';
      const declared =
        spec.access === 'public'
          ? 'public'
          : {
              profiles: (spec.access.profiles === 'any'
                ? [...new Set(roles.map(ofProfile))]
                : [...spec.access.profiles]
              ).toSorted(),
              permission: spec.access.permission,
            };
      assert.deepEqual(stated, declared, route);
    }
  });
});

describe('callers without access are refused, and nothing changes', () => {
  for (const { route, cells } of refused)
    it(route, async () => {
      for (const cell of cells) await assertCell(route, cell);
    });

  it('no table has changed', async () => {
    assert.deepEqual(await tableContents(service.db), before);
  });
});

describe('callers without access are refused, whatever they send', () => {
  for (const [turn, { route, spec, named, value, dead }] of unreadable.entries())
    it(route, async () => {
      const { method, url } = urlOf(route, value);
      const assertAnswer = async (
        caller: string,
        credentials: Credentials,
        { what, expected, ...sent }: CallOptions & { what: string; expected: number },
      ) => {
        const asked = credentials.query === undefined ? url : `${url}?${credentials.query}`;
        const answer = await service.call(method, asked, {
          payload: sent.payload ?? '',
          headers: { ...sent.headers, ...credentials.headers },
        });
        assert.equal(
          answer.status,
          expected,
          `${route}, ${caller}, ${what}: ${JSON.stringify(answer.body)}`,
        );
      };
      const bodies = unreadableBodies(spec);
      for (const { what, status, ...sent } of inTurn(bodies, turn)) {
        for (const [caller, credentials] of inTurn(dead, Math.floor(turn / bodies.length)))
          await assertAnswer(caller, credentials, { ...sent, what, expected: 401 });
        for (const role of roles)
          await assertAnswer(role, livingCaller(role), {
            ...sent,
            what,
            expected: named.includes(role) ? status : 403,
          });
      }
    });

  it('no table has changed', async () => {
    assert.deepEqual(await tableContents(service.db), before);
  });
});

describe('callers with access are let in', () => {
  for (const { route, spec, row } of signedInRows) {
    it(route, async () => {
      for (const role of roles.filter((role) => row.may[role] !== undefined)) {
        const request = await goodRequest(world, spec.id, role);
        const credentials =
          request.token === undefined
            ? livingCaller(role)
            : { headers: { authorization: `Bearer ${request.token}` } };
        await assertCell(route, {
          caller: role,
          object: 'own',
          credentials,
          request,
          expected: 200,
        });
      }
    });
  }
});

describe('public endpoints are open to every caller', () => {
  const open = Object.keys(matrix).flatMap((route) => {
    const row = rowOf(route);
    return row?.kind === 'open' ? [{ route, row }] : [];
  });
  for (const [turn, { route, row }] of open.entries()) {
    it(route, async () => {
      const dead = Object.entries(await deadCallersOf('produtor')).map(
        ([caller, credentials]) =>
          ({ caller, credentials, expected: row.except[caller as InvalidCaller] ?? 200 }) as const,
      ); // the keys of a record of them
      const living = await Promise.all(
        roles.map(async (role) => {
          const token = await service.tokenFor(world.people[role].userId);
          return {
            caller: role,
            credentials: { headers: { authorization: `Bearer ${token}` } },
            expected: 200,
          } as const;
        }),
      );
      const spec = contractRoutes.get(route);
      for (const cell of inTurn([...dead, ...living], turn, 4)) {
        const { token: _own, ...request } =
          spec === undefined ? {} : await goodRequest(world, spec.id, 'produtor');
        await assertCell(route, { ...cell, object: 'own', request });
      }
    });
  }
});

describe('pages without data', () => {
  it('are the same for every caller, byte by byte', async () => {
    const dead = Object.values(await buildInvalidCallers(world, 'produtor'));
    for (const route of Object.keys(matrix).filter((name) => rowOf(name)?.kind === 'page')) {
      const ask = async ({ headers }: Credentials) => {
        const {
          status,
          raw,
          headers: received,
        } = await service.call('GET', route.replace('GET ', '').replace('*', 'cotacoes/1'), {
          headers: headers ?? {},
        });
        return {
          status,
          text: raw.toString(),
          type: received['content-type'],
          policy: received['content-security-policy'],
        };
      };
      const anonymous = await ask({});
      assert.match(String(anonymous.type), /^text\/html/, route);
      for (const credentials of [...dead, ...roles.map(livingCaller)])
        assert.deepEqual(await ask(credentials), anonymous, route);
    }
  });
});

describe('a HEAD request', () => {
  it('is authorized like the GET on the same path', async () => {
    for (const { route, spec, row } of signedInRows.filter(({ route }) =>
      route.startsWith('GET '),
    )) {
      const role = roles.find((name) => row.may[name] !== undefined) ?? 'master';
      const { value, query } = await goodRequest(world, spec.id, role);
      const { url } = urlOf(route, value);
      const statusFor = async (headers: Record<string, string>) =>
        (
          await service.app.http.inject({
            method: 'HEAD',
            url: query === undefined ? url : `${url}?${query}`,
            headers,
          })
        ).statusCode;
      assert.equal(await statusFor({}), 401, route);
      assert.equal(
        await statusFor({ authorization: `Bearer ${world.people[role].token}` }),
        200,
        route,
      );
    }
  });
});

describe('the permissions that login returns', () => {
  const listed = remember(async (role: Role): Promise<readonly string[]> => {
    const { userId, token } = world.people[role];
    await service.db.q
      .updateTable('users')
      .set({ password_hash: await hashPassword('Colheita2026') })
      .where('id', '=', userId)
      .execute();
    const {
      body: { email },
    } = await service.call('GET', '/api/v1/user/profile', { token });
    const { body, status } = await service.call<{ permissions: string[] }>(
      'POST',
      '/api/v1/login',
      { body: { email, password: 'Colheita2026', user_type: ofProfile(role) } },
    );
    assert.equal(status, 200);
    return body.permissions;
  });
  const open = (permission: Permission, role: Role) =>
    signedInRows.filter(
      ({ row, spec }) =>
        row.needs === permission &&
        spec.access !== 'public' &&
        spec.access.profiles.includes(ofProfile(role)),
    );

  it('open a route of the profile exactly to those who hold its permission', async () => {
    for (const role of roles) {
      const held = new Set(await listed(role));
      for (const { route, spec, row } of signedInRows) {
        if (
          spec.access === 'public' ||
          row.needs === undefined ||
          !spec.access.profiles.includes(ofProfile(role))
        )
          continue;
        assert.equal(held.has(row.needs), row.may[role] !== undefined, `${role}, ${route}`);
      }
    }
  });

  it('open at least one route each, for producers and suppliers', async () => {
    for (const role of ['produtor', 'fornecedor'] as const) {
      for (const permission of await listed(role))
        // Login returns permissions.
        assert.ok(open(permission as Permission, role).length > 0, `${role}: ${permission}`);
    }
  });

  it('open at least one route each, for admins who may write the catalogue', async () => {
    for (const role of ['master', 'operacional'] as const) {
      for (const action of actions.filter((name) => name !== 'view')) {
        assert.ok((await listed(role)).includes(`products.${action}`));
        assert.ok(open(`products.${action}`, role).length > 0, `${role}: products.${action}`);
      }
    }
    assert.deepEqual(
      (await listed('financeiro')).filter((permission) => permission.startsWith('products.')),
      ['products.view'],
    );
  });

  it('open at least one route each, for admins with people, orders, proposals and pages', async () => {
    // Not covered by a route of their own: producers are created as users, orders, proposals and
    // purchases by their owners; settings exist from the start and stay; reports are only read; an import is
    // never changed, nor is a payment; a subscription is created with its user.
    const elsewhere = new Set([
      'producers.create',
      'orders.create',
      'orders.delete',
      'proposals.create',
      'proposals.edit',
      'proposals.delete',
      'purchases.create',
      'purchases.edit',
      'purchases.delete',
      'settings.create',
      'settings.delete',
      'reports.create',
      'reports.edit',
      'reports.delete',
      'imports.edit',
      'imports.delete',
      'payments.delete',
      'subscriptions.create',
      'subscriptions.delete',
    ]);
    const served = new Set(
      signedInRows.flatMap(({ route, row }) =>
        route.includes('/admin/') && row.needs !== undefined ? [row.needs.split('.')[0]] : [],
      ),
    );
    assert.ok(
      [
        'users',
        'consultants',
        'producers',
        'suppliers',
        'orders',
        'proposals',
        'products',
        'pages',
        'logs',
      ].every((name) => served.has(name)),
    );
    for (const role of ['master', 'operacional', 'financeiro'] as const) {
      const held = (await listed(role)).filter(
        (permission) =>
          served.has(permission.split('.')[0]) &&
          !permission.startsWith('logs.') &&
          permission !== 'products.view' &&
          !elsewhere.has(permission),
      );
      assert.deepEqual(
        held.filter((permission) => open(permission as Permission, role).length === 0),
        [],
        role,
      ); // login returns permissions
    }
  });

  it('do not include those of a lost role from the next request on', async () => {
    const { token, userId } = world.people.operacional;
    const create = async () =>
      (
        await service.call('POST', '/api/v1/product-types', {
          token,
          body: (await goodRequest(world, 'createProductType', 'master')).body,
        })
      ).status;
    assert.equal(await create(), 200);
    await service.db.q
      .updateTable('users')
      .set({ admin_role: 'financeiro' })
      .where('id', '=', userId)
      .execute();
    assert.equal(await create(), 403);
    await service.db.q
      .updateTable('users')
      .set({ admin_role: 'operacional' })
      .where('id', '=', userId)
      .execute();
    assert.equal(await create(), 200);
  });
});
