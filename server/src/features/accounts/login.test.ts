import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@lavra/contract/accounts/schemas';
import { permissionsOf } from '@lavra/domain/account/permissions';
import { buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { PASSWORD, logIn, producerBody, register, supplierBody } from './accounts.fixture.ts';
import { ensureFirstAdmin } from './first-admin.ts';

const service = await startService();
const setUser = (id: number, values: { status?: string; deleted_at?: Date }) =>
  service.db.q.updateTable('users').set(values).where('id', '=', id).execute();

describe('the first admin', () => {
  it('is refused with a helpful sentence when e-mail or password is invalid, without the password in it', async () => {
    await assert.rejects(
      ensureFirstAdmin(service.app.platform, { email: 'invalido', password: 'fraca' }),
      (error: Error) => {
        assert.match(error.message, /E-mail do administrador/);
        assert.match(
          error.message,
          /Senha do administrador: use ao menos 8 caracteres; inclua ao menos um número; inclua ao menos uma letra maiúscula/,
        );
        return !error.message.includes('fraca');
      },
    );
  });

  it('cannot use the e-mail of a user who is no admin', async () => {
    const { email } = await register(service, producerBody());
    await assert.rejects(
      ensureFirstAdmin(service.app.platform, { email, password: PASSWORD }),
      /já é o e-mail de outra conta/,
    );
  });

  it('is created once, however many processes start, and logs in as master', async () => {
    const start = () =>
      ensureFirstAdmin(service.app.platform, { email: 'Dono@Lavra.Example', password: PASSWORD });
    await Promise.all([start(), start(), start()]);
    await ensureFirstAdmin(service.app.platform, {
      email: 'outro@lavra.example',
      password: 'irrelevant',
    });
    const admins = await service.db.q
      .selectFrom('users')
      .select(['email', 'admin_role'])
      .where('user_type', '=', 'admin')
      .execute();
    assert.deepEqual(admins, [{ email: 'dono@lavra.example', admin_role: 'master' }]);
    const { status, body } = await logIn(service, {
      email: 'dono@lavra.example',
      user_type: 'admin',
    });
    assert.equal(status, 200);
    assert.equal(body.user.email_verified, true);
    assert.deepEqual(body.permissions, [
      ...permissionsOf({ userType: 'admin', adminRole: 'master' }),
    ]);
  });
});

describe('login', () => {
  it('returns the person, a valid token, and the permissions of the profile', async () => {
    const { email } = await register(service, supplierBody({ name: 'Revenda Ponte Nova' }));
    const { status, body } = await logIn(service, { email, user_type: 'fornecedor' });
    assert.equal(status, 200);
    assert.equal(body.user.name, 'Revenda Ponte Nova');
    assert.equal(body.user.supplier?.addresses[0]?.city, 'Rio Verde');
    assert.deepEqual(body.permissions, [
      'orders.view',
      'proposals.view',
      'proposals.create',
      'proposals.edit',
      'proposals.delete',
      'purchases.view',
    ]);
    assert.match(body.token, /^[\w-]{43}$/);
    const profile = await service.call<User>('GET', '/api/v1/user/profile', { token: body.token });
    assert.deepEqual(profile.body, body.user);
  });

  it("is valid for 24 hours, in the platform's zone", async () => {
    const { email } = await register(service, producerBody());
    const { body } = await logIn(service, { email });
    const lifetime =
      Date.parse(`${body.expires_at.replace(' ', 'T')}-03:00`) -
      service.app.platform.clock.now().getTime();
    assert.ok(Math.abs(lifetime - 86_400_000) < 60_000, body.expires_at);
  });

  it('accepts the e-mail as people type it', async () => {
    const { email } = await register(service, producerBody());
    assert.equal((await logIn(service, { email: `  ${email.toUpperCase()} ` })).status, 200);
  });

  it('stores neither password nor token, only their hashes', async () => {
    const { email, token } = await register(service, producerBody());
    const user = await service.db.q
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const sessions = await service.db.q
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    assert.match(user.password_hash ?? '', /^\$argon2id\$/);
    const audit = await service.db.q.selectFrom('audit_values').select('new_values').execute();
    const stored = JSON.stringify([
      user,
      audit,
      sessions.map((session) => ({
        ...session,
        token_hash: session.token_hash.toString('latin1'),
      })),
    ]);
    assert.ok(!stored.includes(PASSWORD) && !stored.includes(token));
  });

  it('returns the same error for an unknown e-mail, a wrong password, another profile and a deleted account', async () => {
    const known = await register(service, producerBody());
    const deleted = await register(service, producerBody());
    await setUser(deleted.user.id, { deleted_at: new Date() });
    const withoutPassword = await buildSupplier(service);
    const answers = await Promise.all([
      logIn(service, { email: 'ninguem@teste.example' }),
      logIn(service, { email: 'not an address' }),
      logIn(service, { email: known.email, password: 'Colheita2025' }),
      logIn(service, { email: known.email, password: '' }),
      logIn(service, { email: known.email, password: `A1${'a'.repeat(300)}` }),
      logIn(service, { email: known.email, user_type: 'fornecedor' }),
      logIn(service, { email: deleted.email }),
      logIn(service, { email: withoutPassword.email, user_type: 'fornecedor' }),
    ]);
    for (const { status, body } of answers) {
      assert.equal(status, 401);
      assert.deepEqual(
        { error: body.error, code: body.code },
        { error: 'E-mail ou senha não conferem.', code: 'login_failed' },
      );
    }
  });

  it('states why an account may not log in, but only with its right password', async () => {
    for (const [status, code] of [
      ['inativo', 'account_inactive'],
      ['bloqueado', 'account_blocked'],
    ] as const) {
      const { email, user } = await register(service, producerBody());
      await setUser(user.id, { status });
      const right = await logIn(service, { email });
      assert.deepEqual([right.status, right.body.code], [403, code]);
      assert.equal((await logIn(service, { email, password: 'Errada2026' })).status, 401);
    }
  });

  it('opens a session for the current version of the account, so older sessions are invalid', async () => {
    const { email, user, token } = await register(service, producerBody());
    await service.db.q
      .updateTable('users')
      .set((eb) => ({ auth_version: eb('auth_version', '+', 1) }))
      .where('id', '=', user.id)
      .execute();
    assert.equal(
      (await service.call('GET', '/api/v1/user/profile', { token })).status,
      401,
      'the old version died',
    );
    assert.equal(
      (
        await service.call('GET', '/api/v1/user/profile', {
          token: (await logIn(service, { email })).body.token,
        })
      ).status,
      200,
    );
  });

  it('refuses an invalid body, field by field', async () => {
    const empty = await service.call<{ errors: object }>('POST', '/api/v1/login', { body: {} });
    assert.equal(empty.status, 422);
    assert.deepEqual(Object.keys(empty.body.errors).toSorted(), ['email', 'password', 'user_type']);
    const wrong = await service.call<{ errors: object }>('POST', '/api/v1/login', {
      body: { email: ['a'], password: 1, user_type: 'root' },
    });
    assert.deepEqual(Object.keys(wrong.body.errors).toSorted(), ['email', 'password', 'user_type']);
    assert.equal((await service.call('POST', '/api/v1/login', { payload: '{' })).status, 400);
  });

  it('writes every attempt into the security log', async () => {
    const { email, user } = await register(service, producerBody());
    await logIn(service, { email, password: 'Errada2026' });
    await logIn(service, { email });
    const tries = await service.db.q
      .selectFrom('login_attempts')
      .select(['outcome', 'user_id', 'ip'])
      .where('account_key', '=', email)
      .orderBy('id')
      .execute();
    assert.deepEqual(tries, [
      { outcome: 'refused', user_id: null, ip: '127.0.0.1' },
      { outcome: 'accepted', user_id: user.id, ip: '127.0.0.1' },
    ]);
  });
});
