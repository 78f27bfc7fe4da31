import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@lavra/contract/accounts/schemas';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { age, chosen, linkCalls, linksTo, NEW_PASSWORD, tokenTo } from './account-links.fixture.ts';
import {
  logIn,
  PASSWORD,
  producerBody,
  register,
  someEmail,
  supplierBody,
  type Refusal,
} from './accounts.fixture.ts';

const service = await startService();
const { q } = service.db;
const { forgot, reset, verify, resend, undo, cancel } = linkCalls(service);
const DAY = 24 * 3_600_000;

const profile = (token: string) => service.call<User>('GET', '/api/v1/user/profile', { token });
const change = (token: string, body: object) =>
  service.call<User & Refusal>('PUT', '/api/v1/user/profile', { token, body });
const userOf = (id: number) =>
  q.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mailsTo = async (address: string): Promise<string[]> =>
  (
    await q
      .selectFrom('mails')
      .select('template')
      .where('to_address', '=', address)
      .orderBy('id')
      .execute()
  ).map(({ template }) => template);
const mustWork = <A extends { status: number; body: object }>(answer: A): A => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
};

/** Registers a person and confirms the address. */
async function confirmed(body = producerBody()) {
  const person = await register(service, body);
  await verify(await tokenTo(service, person.email));
  return person;
}
/** Registers a person who requests another address. */
async function moving(body = producerBody()) {
  const person = await confirmed(body);
  const wanted = someEmail();
  mustWork(await change(person.token, { email: wanted, current_password: PASSWORD }));
  return { ...person, wanted };
}
/** Registers a person whose new address has taken effect. */
async function moved(body = producerBody()) {
  const person = await moving(body);
  mustWork(await verify(await tokenTo(service, person.wanted)));
  return person;
}
const undoLinkOf = (email: string): Promise<string> => tokenTo(service, email, 'email_changed');

describe('a change of e-mail', () => {
  it('requires the password, so a stolen token is not enough', async () => {
    const { token, user, email } = await confirmed();
    const wanted = someEmail();
    const without = await change(token, { email: wanted });
    assert.deepEqual(
      [without.status, without.body.errors],
      [422, { current_password: ['Informe a senha atual para trocar o e-mail.'] }],
    );
    const wrong = await change(token, { email: wanted, current_password: 'Errada2026' });
    assert.deepEqual(
      [wrong.status, wrong.body.errors],
      [422, { current_password: ['A senha atual não confere.'] }],
    );
    const { email: stored, pending_email } = await userOf(user.id);
    assert.deepEqual([stored, pending_email, await mailsTo(wanted)], [email, null, []]);
    const tries = await q
      .selectFrom('login_attempts')
      .select('outcome')
      .where('account_key', '=', email)
      .execute();
    assert.deepEqual(
      tries.map(({ outcome }) => outcome),
      ['refused'],
      'a wrong one counts as a failed login',
    );
  });

  it('waits until its link is opened: until then the old address logs in, is shown, and gets every mail', async () => {
    const { token, email, wanted } = await moving();
    const { body } = await profile(token);
    assert.deepEqual([body.email, body.pending_email, body.email_verified], [email, wanted, true]);
    assert.deepEqual(
      [(await logIn(service, { email })).status, (await logIn(service, { email: wanted })).status],
      [200, 401],
    );
    await forgot(wanted);
    assert.deepEqual(await mailsTo(wanted), ['email_change'], 'no link that opens the account');
    await forgot(email);
    assert.deepEqual((await mailsTo(email)).slice(-2), ['email_change_asked', 'password_reset']);
  });

  it('takes effect with the link, and the old address gets a mail with a link to undo it', async () => {
    const { token, user, email, wanted } = await moving();
    const link = await tokenTo(service, wanted);
    assert.deepEqual(mustWork(await verify(link)).body, {
      message: 'Novo e-mail confirmado. Use-o para entrar a partir de agora.',
    });
    const { body } = await profile(token);
    assert.deepEqual([body.email, body.pending_email, body.email_verified], [wanted, null, true]);
    assert.deepEqual(
      [(await logIn(service, { email })).status, (await logIn(service, { email: wanted })).status],
      [401, 200],
    );
    assert.match(
      (await linksTo(service, email, 'email_changed'))[0] ?? '',
      /\/produtor\/desfazer-email\?token=/,
    );
    assert.equal((await verify(link)).body.code, 'link_invalid', 'once');
    const audit = await q
      .selectFrom('audit_log as l')
      .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
      .select(['v.old_values', 'v.new_values'])
      .where('l.resource_type', '=', 'user')
      .where('l.resource_id', '=', user.id)
      .orderBy('l.id', 'desc')
      .executeTakeFirst();
    assert.deepEqual(audit, {
      old_values: { email, pending_email: wanted },
      new_values: { email: wanted, pending_email: null },
    });
  });

  it('ends the other sessions when it is requested', async () => {
    const { token, email } = await confirmed();
    const other = (await logIn(service, { email })).body.token;
    mustWork(await change(token, { email: someEmail(), current_password: PASSWORD }));
    assert.deepEqual([(await profile(token)).status, (await profile(other)).status], [200, 401]);
  });

  it('is not requested, and needs no password, when the profile is sent back as it was read', async () => {
    const { token, email } = await confirmed(supplierBody());
    const { body: shown } = await profile(token);
    mustWork(await change(token, { ...shown, name: 'Outro nome' }));
    mustWork(await change(token, { email: email.toUpperCase(), name: 'Mais um nome' }));
    const waiting = await moving();
    const again = mustWork(
      await change(waiting.token, { ...(await profile(waiting.token)).body, name: 'Nome' }),
    );
    assert.equal(again.body.pending_email, waiting.wanted, 'and what waits goes on waiting');
  });

  it('can be sent again and cancelled', async () => {
    const { token, wanted, email } = await moving();
    const first = await tokenTo(service, wanted);
    mustWork(await resend(token));
    assert.equal((await verify(first)).body.code, 'link_invalid');
    const second = await tokenTo(service, wanted);
    assert.deepEqual(mustWork(await cancel(token)).body, {
      message: 'A troca de e-mail foi cancelada.',
    });
    assert.equal((await verify(second)).body.code, 'link_invalid');
    assert.equal((await profile(token)).body.pending_email, null);
    const none = await cancel(token);
    assert.deepEqual([none.status, none.body.code], [422, 'no_pending_email']);
    assert.equal((await resend(token)).body.code, 'email_already_verified');
    assert.equal((await logIn(service, { email })).status, 200);
  });

  it('is cancelled by a new password, set here or by a link', async () => {
    const changed = await moving();
    mustWork(await change(changed.token, { current_password: PASSWORD, ...chosen }));
    assert.equal((await verify(await tokenTo(service, changed.wanted))).body.code, 'link_invalid');
    const forgetful = await moving();
    await forgot(forgetful.email);
    mustWork(await reset(await tokenTo(service, forgetful.email, 'password_reset')));
    assert.equal(
      (await verify(await tokenTo(service, forgetful.wanted))).body.code,
      'link_invalid',
    );
    assert.equal((await userOf(forgetful.user.id)).pending_email, null);
  });

  it('does not block a registration with its address while pending; its link is then refused', async () => {
    const { wanted, user, email } = await moving();
    const link = await tokenTo(service, wanted);
    await register(service, producerBody({ email: wanted }));
    const late = await verify(link);
    assert.deepEqual([late.status, late.body.code], [422, 'email_taken']);
    assert.equal((await userOf(user.id)).email, email);
  });

  it('is refused where the address belongs to another account', async () => {
    const taken = await confirmed();
    const { token } = await confirmed();
    const { status, body } = await change(token, {
      email: taken.email,
      current_password: PASSWORD,
    });
    assert.deepEqual([status, body.errors], [422, { email: ['Este e-mail já está cadastrado.'] }]);
  });
});

describe('undoing a change of e-mail', () => {
  it('gives the account back to the old address: every session ends, and a new password is chosen there', async () => {
    const { token, email, wanted, user } = await moved();
    const thief = (await logIn(service, { email: wanted })).body.token;
    mustWork(await undo(await undoLinkOf(email)));
    assert.deepEqual([(await profile(token)).status, (await profile(thief)).status], [401, 401]);
    for (const address of [email, wanted])
      assert.equal(
        (await logIn(service, { email: address })).status,
        401,
        'the known password opens nothing',
      );
    assert.deepEqual(
      [(await userOf(user.id)).email, (await userOf(user.id)).pending_email],
      [email, null],
    );
    mustWork(await reset(await tokenTo(service, email, 'password_reset')));
    assert.equal((await logIn(service, { email, password: NEW_PASSWORD })).status, 200);
  });

  it('works even after the thief changed the password and moved on to a third address', async () => {
    const { email, wanted, token, user } = await moved();
    const third = someEmail();
    mustWork(await change(token, { email: third, current_password: PASSWORD, ...chosen }));
    mustWork(await verify(await tokenTo(service, third)));
    await forgot(third);
    mustWork(
      await reset(await tokenTo(service, third, 'password_reset'), {
        password: 'Ladrao2027',
        password_confirmation: 'Ladrao2027',
      }),
    );
    const back = await undoLinkOf(wanted);
    mustWork(await undo(await undoLinkOf(email)));
    assert.equal((await userOf(user.id)).email, email);
    assert.equal((await undo(back)).body.code, 'link_invalid', 'the thief cannot undo the undoing');
  });

  it('is possible for an earlier address even after a later one was undone', async () => {
    const { email, wanted, token, user } = await moved();
    const third = someEmail();
    mustWork(await change(token, { email: third, current_password: PASSWORD }));
    mustWork(await verify(await tokenTo(service, third)));
    mustWork(await undo(await undoLinkOf(wanted)));
    assert.equal((await userOf(user.id)).email, wanted);
    mustWork(await undo(await undoLinkOf(email)));
    assert.equal((await userOf(user.id)).email, email);
  });

  it('is possible once, within seven days', async () => {
    const [late, tooLate] = [await moved(), await moved()];
    await age(service, late.user.id, 7 * DAY - 60_000);
    await age(service, tooLate.user.id, 7 * DAY);
    const link = await undoLinkOf(late.email);
    mustWork(await undo(link));
    assert.equal((await undo(link)).body.code, 'link_invalid');
    assert.equal((await undo(await undoLinkOf(tooLate.email))).body.code, 'link_invalid');
  });

  it('is possible even when a stranger tries to register with the old address meanwhile', async () => {
    const { email } = await moved();
    const squatter = await service.call<Refusal>('POST', '/api/v1/register', {
      body: producerBody({ email }),
    });
    assert.deepEqual(
      [squatter.status, squatter.body.errors],
      [422, { email: ['Este e-mail já está cadastrado.'] }],
    );
    mustWork(await undo(await undoLinkOf(email)));
  });

  it('requires the password where the old address was never confirmed', async () => {
    const { email, token, user } = await register(service, producerBody());
    const wanted = someEmail();
    mustWork(await change(token, { email: wanted, current_password: PASSWORD }));
    mustWork(await verify(await tokenTo(service, wanted)));
    const link = await undoLinkOf(email);
    for (const body of [{}, { password: 'Errada2026' }]) {
      const {
        status,
        body: { errors },
      } = await undo(link, body);
      assert.deepEqual([status, Object.keys(errors ?? {})], [422, ['password']]);
    }
    assert.equal((await userOf(user.id)).email, wanted);
    mustWork(await undo(link, { password: PASSWORD }));
    assert.equal((await userOf(user.id)).email, email);
  });

  it('is possible after a change by an administrator too, which takes effect at once', async () => {
    const admin = await buildAdmin(service);
    const { email, user, token } = await confirmed();
    await forgot(email);
    const oldReset = await tokenTo(service, email, 'password_reset');
    const wanted = someEmail();
    mustWork(
      await service.call('PUT', `/api/v1/admin/users/${user.uuid}`, {
        token: admin.token,
        body: { email: wanted },
      }),
    );
    assert.equal((await profile(token)).status, 401);
    assert.deepEqual(
      [(await reset(oldReset)).body.code, await mailsTo(wanted)],
      ['link_invalid', ['email_verification']],
    );
    mustWork(await undo(await undoLinkOf(email)));
    assert.equal((await userOf(user.id)).email, email);
  });
});

describe('a mail to an account with an unconfirmed address', () => {
  it('does not greet its reader by name, since an unverified person typed it', async () => {
    const { email } = await register(service, producerBody({ name: 'Ganhe um premio hoje' }));
    const { id } = await q
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch((await service.call('GET', `/dev/mails/${id}`)).raw.toString(), /premio/);
  });
});
