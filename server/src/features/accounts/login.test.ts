import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@lavra/contract/accounts/schemas';
import { permissionsOf } from '@lavra/domain/account/permissions';
import { buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { PASSWORD, logIn, producerBody, register, supplierBody } from './accounts.fixture.ts';

const service = await startService();
const setUser = (id: number, values: { status?: string; deleted_at?: Date }) =>
  service.db.q.updateTable('users').set(values).where('id', '=', id).execute();

describe('the first admin', () => {
  it('is refused with sentences to act on when e-mail or password cannot be taken, the password not repeated', async () => {
    await assert.rejects(
      service.app.accounts.ensureFirstAdmin({ email: 'invalido', password: 'fraca' }),
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

  it('cannot take the e-mail of a user who is no admin', async () => {
    const { email } = await register(service, producerBody());
    await assert.rejects(
      service.app.accounts.ensureFirstAdmin({ email, password: PASSWORD }),
      /já é o e-mail de outra conta/,
    );
  });

  it('is created once, however many processes start, and logs in as master', async () => {
    const start = () =>
      service.app.accounts.ensureFirstAdmin({ email: 'Dono@Lavra.Example', password: PASSWORD });
    await Promise.all([start(), start(), start()]);
    await service.app.accounts.ensureFirstAdmin({
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
  it('answers the person, a token that works at once, and what the profile may do', async () => {
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
    ]);
    assert.match(body.token, /^[\w-]{43}$/);
    const profile = await service.call<User>('GET', '/api/v1/user/profile', { token: body.token });
    assert.deepEqual(profile.body, body.user);
  });

  it("lasts 24 hours, in the platform's zone", async () => {
    const { email } = await register(service, producerBody());
    const { body } = await logIn(service, { email });
    const lifetime = Date.parse(`${body.expires_at.replace(' ', 'T')}-03:00`) - Date.now();
    assert.ok(Math.abs(lifetime - 86_400_000) < 60_000, body.expires_at);
  });

  it('takes the e-mail as people type it', async () => {
    const { email } = await register(service, producerBody());
    assert.equal((await logIn(service, { email: `  ${email.toUpperCase()} ` })).status, 200);
  });

  it('keeps neither password nor token, only what they hash to', async () => {
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

  it('says the same for an unknown e-mail, a wrong password, another profile and a deleted account', async () => {
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

  it('says why an account may not sign in, but only with its right password', async () => {
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

  it("opens the session under the account's present version: older ones are dead, the new one lives", async () => {
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

  it('refuses a body that is none, field by field', async () => {
    const empty = await service.call<{ errors: object }>('POST', '/api/v1/login', { body: {} });
    assert.equal(empty.status, 422);
    assert.deepEqual(Object.keys(empty.body.errors).toSorted(), ['email', 'password', 'user_type']);
    const wrong = await service.call<{ errors: object }>('POST', '/api/v1/login', {
      body: { email: ['a'], password: 1, user_type: 'root' },
    });
    assert.deepEqual(Object.keys(wrong.body.errors).toSorted(), ['email', 'password', 'user_type']);
    assert.equal((await service.call('POST', '/api/v1/login', { payload: '{' })).status, 400);
  });

  it('writes every try into the security log', async () => {
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
