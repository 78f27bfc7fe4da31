import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordPauses } from '../../../test/pauses.ts';
import { startService } from '../../../test/service.ts';
import { someCpf } from '../../../test/people.ts';
import { linkCalls, tokenTo } from './account-links.fixture.ts';
import { PASSWORD, producerBody, register, someEmail, type Refusal } from './accounts.fixture.ts';

const service = await startService({ rateLimit: true });
recordPauses(service);
const { resend, reset } = linkCalls(service);

let lastAddress = 0;
const someAddress = (): string => `10.2.0.${(lastAddress += 1)}`;

const from = async (remoteAddress: string, url: string, payload: object) => {
  const response = await service.app.http.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'x-forwarded-for': someAddress() },
    payload,
  });
  const { code, errors = {} } = response.json<Partial<Refusal>>();
  return {
    status: response.statusCode,
    code,
    errors,
    retryAfter: Number(response.headers['retry-after']),
  };
};
const forgotFrom = (remoteAddress: string, email: string) =>
  from(remoteAddress, '/api/v1/password/forgot', { email });
const registerFrom = (remoteAddress: string, email: string) =>
  from(remoteAddress, '/api/v1/register', producerBody({ email }));
const sentTo = async (address: string, template: string): Promise<number> =>
  (
    await service.db.q
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', address)
      .where('template', '=', template)
      .execute()
  ).length;
const ageMails = (address: string) =>
  service.db.q
    .updateTable('mails')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('to_address', '=', address)
    .execute();

describe('mails with links', () => {
  it('are limited to five an hour per account from any address, and the last link stays valid', async () => {
    const { email } = await register(service, producerBody());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => forgotFrom(someAddress(), email)),
    );
    assert.ok(
      answers.every(({ status }) => status === 200),
      'the reply does not reveal that there is an account',
    );
    assert.equal(await sentTo(email, 'password_reset'), 5);
    assert.equal((await reset(await tokenTo(service, email, 'password_reset'))).status, 200);
    await ageMails(email);
    await forgotFrom(someAddress(), email);
    assert.equal(await sentTo(email, 'password_reset'), 6, 'an hour later');
  });

  it('are limited to twenty requests an hour per address, for any account and whatever the headers', async () => {
    const address = someAddress();
    for (let lot = 0; lot < 2; lot += 1) {
      // The concurrency limiter admits at most sixteen requests of one IP address at once.
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => forgotFrom(address, someEmail())),
      );
      assert.ok(answers.every(({ status }) => status === 200));
    }
    const limited = await forgotFrom(address, someEmail());
    assert.deepEqual([limited.status, limited.code], [429, 'too_many_mails']);
    assert.ok(limited.retryAfter > 3_500 && limited.retryAfter <= 3_600, `${limited.retryAfter} s`);
    assert.equal((await forgotFrom(someAddress(), someEmail())).status, 200);
  });

  it('are limited to five registrations an hour per mailbox, from any address and with any + suffix', async () => {
    const mailbox = someEmail();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1)
      statuses.push(
        (await registerFrom(someAddress(), n === 0 ? mailbox : mailbox.replace('@', `+${n}@`)))
          .status,
      );
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    assert.equal((await registerFrom(someAddress(), someEmail())).status, 200);
    const refused = await registerFrom(someAddress(), mailbox.replace('@', '+more@'));
    assert.deepEqual(
      [refused.code, refused.retryAfter > 3_500 && refused.retryAfter <= 3_600],
      ['too_many_mails', true],
    );
  });

  it('count registrations and password requests of one address together, twenty an hour', async () => {
    const address = someAddress();
    for (let n = 0; n < 10; n += 1)
      assert.equal((await registerFrom(address, someEmail())).status, 200);
    for (let n = 0; n < 10; n += 1)
      assert.equal((await forgotFrom(address, someEmail())).status, 200);
    assert.deepEqual(
      [await registerFrom(address, someEmail()), await forgotFrom(address, someEmail())].map(
        ({ code }) => code,
      ),
      ['too_many_mails', 'too_many_mails'],
    );
  });

  it('to verify an address are limited to five an hour, registration included, with the wait stated', async () => {
    const { email, token } = await register(service, producerBody());
    const answers = await Promise.all(Array.from({ length: 7 }, () => resend(token)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 429, 429, 429],
    );
    const refused = answers.find(({ status }) => status === 429);
    assert.equal(refused?.body.code, 'too_many_mails');
    const wait = Number(refused?.headers['retry-after']);
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait} s`);
    await ageMails(email);
    assert.equal((await resend(token)).status, 200);
  });

  it('follow at most five changes of address an hour, and further changes are still recorded', async () => {
    const { token } = await register(service, producerBody());
    const addresses = Array.from({ length: 6 }, someEmail);
    for (const email of addresses)
      assert.equal(
        (
          await service.call('PUT', '/api/v1/user/profile', {
            token,
            body: { email, current_password: PASSWORD },
          })
        ).status,
        200,
      );
    const sent = await Promise.all(addresses.map((address) => sentTo(address, 'email_change')));
    assert.deepEqual(sent, [1, 1, 1, 1, 1, 0]);
  });
});

describe('the question whether an address has an account', () => {
  const changeFrom = async (remoteAddress: string, token: string, body: object) => {
    const response = await service.app.http.inject({
      method: 'PUT',
      url: '/api/v1/user/profile',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    });
    const { code, errors } = response.json<{ code?: string; errors?: Record<string, string[]> }>();
    return {
      status: response.statusCode,
      code,
      errors,
      retryAfter: Number(response.headers['retry-after']),
    };
  };

  it("is answered through one's own profile ten times an hour at most, whatever the answer", async () => {
    const { token, email: own } = await register(service, producerBody());
    const { email: taken } = await register(service, producerBody());
    const asked = [];
    for (let n = 0; n < 10; n += 1)
      asked.push(
        await changeFrom(someAddress(), token, {
          email: n % 2 === 0 ? taken.toUpperCase() : someEmail(),
        }),
      );
    assert.deepEqual(
      asked.map(({ status, errors }) => [status, ...Object.keys(errors ?? {})]),
      Array.from({ length: 5 }, () => [
        [422, 'email', 'current_password'],
        [422, 'current_password'],
      ]).flat(),
    );
    for (const email of [taken, someEmail()]) {
      const limited = await changeFrom(someAddress(), token, { email, current_password: PASSWORD });
      assert.deepEqual(
        [limited.status, limited.code, limited.retryAfter > 3_500 && limited.retryAfter <= 3_600],
        [429, 'too_many_mails', true],
      );
    }
    assert.equal(
      (
        await changeFrom(someAddress(), token, {
          email: ` ${own.toUpperCase()}`,
          name: 'Sítio Novo',
        })
      ).status,
      200,
      'the own address with the rest of the profile is no question',
    );
  });

  it('is answered twenty times an hour for one IP address, whatever the number of accounts', async () => {
    const address = someAddress();
    const statuses = [];
    for (let account = 0; account < 3; account += 1) {
      const { token } = await register(service, producerBody());
      for (let n = 0; n < 8; n += 1)
        statuses.push((await changeFrom(address, token, { email: someEmail() })).status);
    }
    assert.deepEqual(statuses, [...Array<number>(20).fill(422), ...Array<number>(4).fill(429)]);
  });

  it('is answered by a registration twenty times an hour for one IP address, five for one mailbox', async () => {
    const { email: taken } = await register(service, producerBody());
    const document_number = someCpf();
    await register(service, producerBody({ document_number }));
    const ask = (address: string, changes: Record<string, unknown>) =>
      from(address, '/api/v1/register', producerBody(changes));
    const address = someAddress();
    const byDocument = [];
    for (let n = 0; n < 22; n += 1) byDocument.push(await ask(address, { document_number }));
    assert.deepEqual(
      byDocument.map(({ status }) => status),
      [...Array<number>(20).fill(422), 429, 429],
    );
    const byMailbox = [];
    for (let n = 0; n < 5; n += 1) byMailbox.push(await ask(someAddress(), { email: taken }));
    assert.deepEqual(
      byMailbox.map(({ status }) => status),
      [422, 422, 422, 422, 429],
      'after the registration of its owner',
    );
  });

  it('is not answered by a registration with other errors, which count for nothing', async () => {
    const { email } = await register(service, producerBody());
    const address = someAddress();
    for (let n = 0; n < 21; n += 1) {
      const { status, errors } = await from(
        address,
        '/api/v1/register',
        producerBody({ email, password_confirmation: 'Outra2026x' }),
      );
      assert.deepEqual([status, Object.keys(errors)], [422, ['password_confirmation']]);
    }
    assert.equal((await registerFrom(address, someEmail())).status, 200);
  });
});
