import { randomUUID } from 'node:crypto';
import { hashPassword } from '@lavra/server/platform/auth/password';
import { buildAdmin, buildConsultant, type TestPerson } from '../../server/test/people.ts';
import { openHome, type Home, type Service } from '../kit/home.ts';
import { jsonOf } from '../kit/http.ts';
import { Broken, count, type Proof, type Size, type ProofResult } from '../kit/proof.ts';

const PASSWORD = 'Colheita2026';
const NEW_PASSWORD = 'Entressafra2026';
const SECRET = `segredo-${randomUUID()}`;

export const proof: Proof = {
  title: 'Tokens die at once, everywhere',
  promise:
    'a token is dead on every instance from the request after logout, password change, ' +
    'block, role change or deletion; the database holds no usable token and no readable ' +
    'secret',
  prove,
};

interface Context {
  readonly home: Home;
  readonly one: Service;
  readonly other: Service;
  readonly master: TestPerson;
}
type End = (
  context: Context,
  person: TestPerson,
  token: string,
) => Promise<{ readonly status: number }>;

/** Each ends a session through the first instance. */
const ends: Readonly<Record<string, End>> = {
  logout: ({ one }, _, token) => one.ask('POST', '/api/v1/logout', { token }),
  // By another session of the same user, which stays.
  'password change': async ({ home, one }, { userId }) =>
    one.ask('PUT', '/api/v1/user/profile', {
      token: await home.service.tokenFor(userId),
      body: {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      },
    }),
  block: ({ one, master }, { userId }) =>
    one.ask('PATCH', `/api/v1/admin/users/${userId}/status`, {
      token: master.token,
      body: { status: 'bloqueado' },
    }),
  'role change': ({ one, master }, { userId, name, email }) =>
    one.ask('PUT', `/api/v1/admin/users/${userId}`, {
      token: master.token,
      body: { name, email, phone: '66999990000', status: 'ativo', admin_role: 'financeiro' },
    }),
  deletion: ({ one, master }, { userId }) =>
    one.ask('DELETE', `/api/v1/admin/users/${userId}`, { token: master.token }),
};

async function prove(size: Size): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  const rounds = size === 'long' ? 100 : 5;
  const used: string[] = [];
  try {
    const [one, other, master] = [
      await home.serve(),
      await home.serve(),
      await buildAdmin(home.service),
    ];
    const context = { home, one, other, master };
    await one.ask('PUT', '/api/v1/admin/settings', {
      token: master.token,
      body: { settings: [{ key: 'mail.password', value: SECRET }] },
    });
    const hash = await hashPassword(PASSWORD);
    for (let round = 0; round < rounds; round += 1) {
      for (const [what, end] of Object.entries(ends)) {
        const person =
          what === 'role change'
            ? await buildAdmin(home.service, 'operacional')
            : await buildConsultant(home.service);
        await home.service.db.q
          .updateTable('users')
          .set({ password_hash: hash })
          .where('id', '=', person.userId)
          .execute();
        used.push(await endAndLook(context, person, { what, end, broken }));
      }
    }
    const dump = await dumpOf(home);
    for (const [secret, what] of [
      ...used.map((token) => [token, 'a token'] as const),
      [master.token, 'a living token'] as const,
      [PASSWORD, 'a password'] as const,
      [NEW_PASSWORD, 'a password'] as const,
      [SECRET, 'a setting'] as const,
    ]) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        broken.expect(!dump.includes(form), 'readable in the dump', what);
    }
    broken.expect(dump.includes(master.email), 'the dump holds nothing', 'not even an e-mail');
    return {
      figures: [
        `${Object.keys(ends).length} ways × ${rounds}`,
        `two instances`,
        `${count(used.length + 4)} secrets looked for in a dump of ${count(Math.round(dump.length / 1024))} KiB`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/**
 * Signs in, uses the token on both instances, ends the session through one and sends requests to
 * both at once.
 */
async function endAndLook(
  context: Context,
  person: TestPerson,
  { what, end, broken }: { what: string; end: End; broken: Broken },
): Promise<string> {
  const { one, other } = context;
  const user_type = what === 'role change' ? 'admin' : 'consultor';
  const login = await one.ask('POST', '/api/v1/login', {
    body: { email: person.email, password: PASSWORD, user_type },
  });
  if (login.status !== 200) throw new Error(`no user can sign in: ${login.text}`);
  const token = String(jsonOf(login)['token']);
  const look = () =>
    Promise.all([one, other].map(({ ask }) => ask('GET', '/api/v1/user/profile', { token })));
  const before = await look();
  broken.expect(
    before.every(({ status }) => status === 200),
    `${what}: not alive before`,
    before.map(({ status }) => status).join(' '),
  );
  const ended = await end(context, person, token);
  if (ended.status !== 200) throw new Error(`${what} was refused: ${JSON.stringify(ended)}`);
  const after = await look();
  broken.expect(
    after.every(({ status }) => status === 401),
    `${what}: alive afterwards`,
    after.map(({ status }) => status).join(' '),
  );
  return token;
}

/**
 * Returns every row of every table, including those of the queue and the system, as a thief of a
 * copy would read it.
 */
async function dumpOf({ query }: Home): Promise<string> {
  const tables = await query<{
    name: string;
  }>(`SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm')
      AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
      AND c.relname NOT IN ('states', 'cities')`);
  const rows = await Promise.all(
    tables.map(({ name }) => query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
