import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { permissionsOf } from '@lavra/domain/account/permissions';
import type { User } from '@lavra/contract/accounts/schemas';
import { sql } from 'kysely';
import { buildConsultant, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { age, chosen, linkCalls, linksTo, NEW_PASSWORD, tokenTo } from './account-links.fixture.ts';
import {
  PASSWORD,
  logIn,
  producerBody,
  register,
  someEmail,
  supplierBody,
} from './accounts.fixture.ts';
import type { LinkPurpose } from './account-tokens.ts';
import { createAccount } from './create-account.ts';

const service = await startService();
const { forgot, reset, verify, resend, activate } = linkCalls(service);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const profile = (token: string) => service.call<User>('GET', '/api/v1/user/profile', { token });
const setUser = (
  id: number,
  values: { status?: string; deleted_at?: Date; email?: string; password_hash?: string | null },
) => service.db.q.updateTable('users').set(values).where('id', '=', id).execute();
const send = (userId: number, purpose: LinkPurpose) =>
  service.app.platform.command(systemActor, (uow) =>
    service.app.accounts.sendLinkTo(uow, userId, purpose),
  );
const lastAudit = (id: number) =>
  service.db.q
    .selectFrom('audit_log as l')
    .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
    .select(['l.action', 'v.old_values', 'v.new_values'])
    .where('l.resource_type', '=', 'user')
    .where('l.resource_id', '=', id)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst();

const invalid = [
  422,
  'link_invalid',
  'Este link não vale mais: já foi usado, expirou ou foi substituído por outro.',
];
const refusal = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
  status,
  body.code,
  body.error,
];

/** Registers a person who requests a password reset; returns the token of the link. */
async function forgetful(): Promise<{
  email: string;
  token: string;
  userId: number;
  link: string;
}> {
  const { email, token, user } = await register(service, producerBody());
  await forgot(email);
  return { email, token, userId: user.id, link: await tokenTo(service, email, 'password_reset') };
}

/** Builds a consultant whose account another person created. */
async function invited(): Promise<{ email: string; userId: number; link: string }> {
  const { userId, email } = await buildConsultant(service);
  await send(userId, 'consultant_activation');
  return { email, userId, link: await tokenTo(service, email) };
}

describe('a forgotten password', () => {
  it('is replaced by means of the link that was sent', async () => {
    const { email, link } = await forgetful();
    const [url] = await linksTo(service, email, 'password_reset');
    assert.equal(url, `http://127.0.0.1:3000/produtor/redefinir-senha?token=${link}`);
    assert.match(link, /^[\w-]{43}$/);
    const { status, body } = await reset(link);
    assert.deepEqual([status, body], [200, { message: 'Senha alterada. Entre com a nova senha.' }]);
    assert.equal((await logIn(service, { email })).status, 401, 'the old one');
    assert.equal((await logIn(service, { email, password: NEW_PASSWORD })).status, 200);
  });

  it('ends every session when it is reset, verifies the e-mail, and is audited without the password', async () => {
    const { email, token, userId, link } = await forgetful();
    const other = (await logIn(service, { email })).body.token;
    await reset(link);
    assert.deepEqual([(await profile(token)).status, (await profile(other)).status], [401, 401]);
    for (const dead of [token, other])
      assert.equal((await service.call('POST', '/api/v1/refresh', { token: dead })).status, 401);
    const { body } = await logIn(service, { email, password: NEW_PASSWORD });
    assert.equal(body.user.email_verified, true);
    assert.deepEqual(await lastAudit(userId), {
      action: 'updated',
      old_values: { email_verified: false },
      new_values: { password_changed: true, email_verified: true },
    });
  });

  it('gets the same reply for an unknown address, another profile and a deleted account, without a mail', async () => {
    const { email, user } = await register(service, producerBody());
    const gone = await register(service, producerBody());
    await setUser(gone.user.id, { deleted_at: new Date() });
    const unknown = someEmail();
    const answers = await Promise.all([
      forgot(email),
      forgot(unknown),
      forgot(gone.email),
      forgot(email, { user_type: 'fornecedor' }),
    ]);
    for (const { status, body } of answers) {
      assert.deepEqual(
        [status, body],
        [
          200,
          {
            message:
              'Se houver uma conta com este e-mail, enviamos um link para escolher uma nova senha.',
          },
        ],
      );
    }
    const sent = await service.db.q
      .selectFrom('mails')
      .select('user_id')
      .where('template', '=', 'password_reset')
      .where('to_address', 'in', [email, unknown, gone.email])
      .execute();
    assert.deepEqual(sent, [{ user_id: user.id }]);
  });

  it('finds the account however the address is typed', async () => {
    const { email } = await register(service, supplierBody());
    await forgot(` ${email.toUpperCase()} `, { user_type: 'fornecedor' });
    assert.match(
      (await linksTo(service, email, 'password_reset'))[0] ?? '',
      /\/fornecedor\/redefinir-senha\?token=/,
    );
  });

  it('is reset once when ten requests use one link at the same time', async () => {
    const { email, link } = await forgetful();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        reset(link, { password: `Plantio${nth}`, password_confirmation: `Plantio${nth}` }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 9 }, () => 422)],
    );
    for (const answer of answers.filter(({ status }) => status === 422))
      assert.deepEqual(refusal(answer), invalid);
    const winner = answers.findIndex(({ status }) => status === 200);
    assert.equal(
      (await logIn(service, { email, password: `Plantio${winner}` })).status,
      200,
      "and it is the winner's",
    );
  });

  it('has a link that is valid for sixty minutes', async () => {
    const late = await forgetful();
    await age(service, late.userId, 59 * MINUTE);
    assert.equal((await reset(late.link)).status, 200);
    const tooLate = await forgetful();
    await age(service, tooLate.userId, 60 * MINUTE);
    assert.deepEqual(refusal(await reset(tooLate.link)), invalid);
  });

  it('has only one valid link, the newest', async () => {
    const { email, link } = await forgetful();
    await forgot(email);
    assert.deepEqual(refusal(await reset(link)), invalid);
    assert.equal((await reset(await tokenTo(service, email, 'password_reset'))).status, 200);
  });

  it('cannot be reset with nonsense, a link for another purpose, or a link of a deleted account', async () => {
    const { email } = await register(service, producerBody());
    const verification = await tokenTo(service, email, 'email_verification');
    const gone = await forgetful();
    await setUser(gone.userId, { deleted_at: new Date() });
    for (const token of [
      verification,
      gone.link,
      'A'.repeat(43),
      "' OR 1=1 --",
      '../../etc/passwd',
      '%00',
      '🌱',
      ' ',
    ])
      assert.deepEqual(refusal(await reset(token)), invalid, token);
    for (const token of ['', 'x'.repeat(201), 'a\0b', '\uD800', 5, null, ['a'], { $ne: null }]) {
      const { status, body } = await service.call<{ errors: object }>(
        'POST',
        '/api/v1/password/reset',
        { body: { token, ...chosen } },
      );
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['token']], JSON.stringify(token));
    }
    assert.equal((await verify(verification)).status, 200, 'the other link was not used up');
  });

  it('is replaced only by one that follows the rule; after a refusal the link stays valid', async () => {
    const { link } = await forgetful();
    const { status, body } = await reset(link, {
      password: 'fraca',
      password_confirmation: 'outra',
    });
    assert.equal(status, 422);
    assert.deepEqual(body.errors, {
      password: [
        'Use de 8 a 128 caracteres.',
        'Inclua ao menos um número.',
        'Inclua ao menos uma letra maiúscula.',
      ],
      password_confirmation: ['A confirmação não é igual à senha.'],
    });
    assert.equal((await reset(link)).status, 200);
  });

  it('refuses malformed bodies and unknown fields', async () => {
    assert.deepEqual(Object.keys((await forgot('not an address')).body.errors ?? {}), ['email']);
    assert.deepEqual(
      Object.keys(
        (await forgot(someEmail(), { user_type: 'root', admin: true })).body.errors ?? {},
      ).toSorted(),
      ['admin', 'user_type'],
    );
    const empty = await service.call<{ errors: object }>('POST', '/api/v1/password/reset', {
      body: {},
    });
    assert.deepEqual(
      [empty.status, Object.keys(empty.body.errors).toSorted()],
      [422, ['password', 'password_confirmation', 'token']],
    );
  });

  it('is reset without regard to an Idempotency-Key, so no reply is stored', async () => {
    const { link } = await forgetful();
    const once = () =>
      service.call('POST', '/api/v1/password/reset', {
        body: { token: link, ...chosen },
        headers: { 'idempotency-key': 'the-same' },
      });
    assert.deepEqual([(await once()).status, (await once()).status], [200, 422]);
  });

  it('gives a blocked person no access when it is reset', async () => {
    const { email, userId, link } = await forgetful();
    await setUser(userId, { status: 'bloqueado' });
    assert.equal((await reset(link)).status, 200);
    assert.equal(
      (await logIn(service, { email, password: NEW_PASSWORD })).body.code,
      'account_blocked',
    );
  });
});

describe('verifying an e-mail', () => {
  it('accepts the link that registration sent', async () => {
    const { email, token, user } = await register(service, supplierBody());
    assert.equal(user.email_verified, false);
    const link = await tokenTo(service, email);
    assert.deepEqual((await verify(link)).body, { message: 'E-mail confirmado.' });
    assert.equal((await profile(token)).body.email_verified, true);
    assert.deepEqual(await lastAudit(user.id), {
      action: 'updated',
      old_values: { email_verified: false },
      new_values: { email_verified: true },
    });
    assert.deepEqual(refusal(await verify(link)), invalid);
  });

  it('is possible for twenty-four hours', async () => {
    const [late, tooLate] = [
      await register(service, producerBody()),
      await register(service, producerBody()),
    ];
    await age(service, late.user.id, 24 * HOUR - MINUTE);
    await age(service, tooLate.user.id, 24 * HOUR);
    assert.equal((await verify(await tokenTo(service, late.email))).status, 200);
    assert.deepEqual(refusal(await verify(await tokenTo(service, tooLate.email))), invalid);
  });

  it('accepts a link that was sent again, and then refuses the first one', async () => {
    const { email, token } = await register(service, producerBody());
    const first = await tokenTo(service, email);
    assert.deepEqual((await resend(token)).body, {
      message: 'Enviamos um novo link de confirmação para o seu e-mail.',
    });
    assert.deepEqual(refusal(await verify(first)), invalid);
    assert.equal((await verify(await tokenTo(service, email))).status, 200);
    const again = await resend(token);
    assert.deepEqual([again.status, again.body.code], [422, 'email_already_verified']);
    for (const dead of [undefined, 'nonsense']) assert.equal((await resend(dead)).status, 401);
  });

  it('sends one mail for one Idempotency-Key', async () => {
    const { email, token } = await register(service, producerBody());
    const once = () =>
      service.call('POST', '/api/v1/email/resend', {
        token,
        headers: { 'idempotency-key': 'resend-1' },
      });
    assert.deepEqual([(await once()).status, (await once()).status], [200, 200]);
    assert.equal((await linksTo(service, email)).length, 2, 'registration, and once more');
  });

  it('accepts the link sent to a new address, and refuses every older link', async () => {
    const { email, token } = await register(service, producerBody());
    const moveTo = (address: string) =>
      service.call('PUT', '/api/v1/user/profile', {
        token,
        body: { email: address, current_password: PASSWORD },
      });
    await forgot(email);
    const [oldReset, oldVerification] = [
      await tokenTo(service, email, 'password_reset'),
      await tokenTo(service, email, 'email_verification'),
    ];
    const address = someEmail();
    await moveTo(address);
    assert.deepEqual(
      [refusal(await reset(oldReset)), refusal(await verify(oldVerification))],
      [invalid, invalid],
    );
    assert.equal((await verify(await tokenTo(service, address))).status, 200);
    await moveTo(email);
    assert.equal((await verify(await tokenTo(service, email, 'email_change'))).status, 200);
    assert.deepEqual(refusal(await reset(oldReset)), invalid, 'also once the old address is back');
  });

  it('is refused when another user has taken the address since', async () => {
    const { email, user } = await register(service, producerBody());
    const link = await tokenTo(service, email);
    await setUser(user.id, { email: someEmail() });
    assert.deepEqual(refusal(await verify(link)), invalid);
  });

  it('is not started by a change that keeps the address', async () => {
    const { email, token } = await register(service, producerBody());
    await service.call('PUT', '/api/v1/user/profile', {
      token,
      body: { name: 'Outro nome', email: email.toUpperCase() },
    });
    assert.equal((await linksTo(service, email)).length, 1);
  });
});

describe('a password changed on the profile', () => {
  it('is reported by mail to the address the account had, but not when it was refused', async () => {
    const { email, token } = await register(service, producerBody());
    const mails = () =>
      service.db.q
        .selectFrom('mails')
        .select(['template', 'sealed'])
        .where('to_address', '=', email)
        .orderBy('id')
        .execute();
    await service.call('PUT', '/api/v1/user/profile', {
      token,
      body: { current_password: 'Errada2026', ...chosen },
    });
    assert.equal((await mails()).length, 1);
    await service.call('PUT', '/api/v1/user/profile', {
      token,
      body: { current_password: PASSWORD, ...chosen, email: someEmail() },
    });
    assert.deepEqual((await mails()).slice(1), [
      { template: 'password_changed', sealed: null },
      { template: 'email_change_asked', sealed: null },
    ]);
  });
});

describe('an account that another user created', () => {
  it('is activated by the link, which sets the password, verifies the e-mail and opens a session', async () => {
    const { email, link, userId } = await invited();
    const { status, body } = await activate(link);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.user.id, body.user.email_verified, body.permissions],
      [userId, true, permissionsOf({ userType: 'consultor', adminRole: null })],
    );
    assert.equal((await profile(body.token)).status, 200);
    assert.equal(
      (await logIn(service, { email, password: NEW_PASSWORD, user_type: 'consultor' })).status,
      200,
    );
    assert.deepEqual(refusal(await activate(link)), invalid);
  });

  it('can be activated for seven days', async () => {
    const [late, tooLate] = [await invited(), await invited()];
    await age(service, late.userId, 7 * 24 * HOUR - MINUTE);
    await age(service, tooLate.userId, 7 * 24 * HOUR);
    assert.equal((await activate(late.link)).status, 200);
    assert.deepEqual(refusal(await activate(tooLate.link)), invalid);
  });

  it('is activated once when ten requests try at the same time', async () => {
    const { link } = await invited();
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(link)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it('cannot be activated while it is blocked, but the link stays valid', async () => {
    const { link, userId } = await invited();
    await setUser(userId, { status: 'bloqueado' });
    const blocked = await activate(link);
    assert.deepEqual([blocked.status, blocked.body.code], [403, 'account_blocked']);
    await setUser(userId, { status: 'ativo' });
    assert.equal((await activate(link)).status, 200);
  });

  it('is not activated by another kind of link, nor with a weak password', async () => {
    const { link } = await invited();
    const { link: resetLink } = await forgetful();
    assert.deepEqual(refusal(await activate(resetLink)), invalid);
    assert.deepEqual(refusal(await reset(link)), invalid);
    assert.deepEqual(
      Object.keys(
        (await activate(link, { password: 'fraca', password_confirmation: 'fraca' })).body.errors ??
          {},
      ),
      ['password'],
    );
    assert.equal((await activate(link)).status, 200);
  });

  it("has a consultant's record when its profile is consultant", async () => {
    const account = await service.app.platform.command(systemActor, (uow) =>
      createAccount(uow, {
        profile: { user_type: 'consultor' },
        status: 'ativo',
        name: 'Consultoria',
        email: someEmail(),
        email_verified: false,
        password_hash: null,
        phone: null,
        mobile: null,
        document: null,
        addresses: [],
      }),
    );
    const record = await service.db.q
      .selectFrom('consultants')
      .select('user_id')
      .where('user_id', '=', account.id)
      .execute();
    assert.deepEqual(record, [{ user_id: account.id }]);
  });
});

describe('a copy of the database', () => {
  it('contains no usable link and no session', async () => {
    const { token, link } = await forgetful();
    const producer = await buildProducer(service);
    const { link: activation } = await invited();
    const { email } = await register(service, producerBody());
    const secrets = [token, link, activation, producer.token, await tokenTo(service, email)];
    const tables = await service.db.q
      .selectFrom(
        sql<{
          name: string;
        }>`(SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public')`.as('t'),
      )
      .select('t.name')
      .execute();
    assert.ok(tables.length > 30);
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await sql<{
        row: string;
      }>`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(service.db.q);
      dump += rows.map(({ row }) => row).join('\n');
    }
    assert.ok(dump.includes(email), 'the dump was read');
    for (const secret of secrets) {
      const bytes = Buffer.from(secret);
      const forms = [
        secret,
        bytes.toString('hex'),
        bytes.toString('base64url'),
        Buffer.from(secret, 'base64url').toString('hex'),
        Buffer.from(secret, 'base64url').toString('base64'),
      ];
      for (const form of forms) assert.ok(!dump.includes(form));
    }
  });
});
