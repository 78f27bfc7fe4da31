import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordPauses } from '../../../test/pauses.ts';
import { startService } from '../../../test/service.ts';
import { PASSWORD, producerBody, register, someEmail, type Refusal } from './accounts.fixture.ts';

const service = await startService({ rateLimit: true });
const { clock } = service.app.platform;
const pauses = recordPauses(service);

let lastAddress = 0;
const someAddress = (): string =>
  `10.1.${Math.trunc((lastAddress += 1) / 250)}.${(lastAddress % 250) + 1}`;

async function tryFrom(
  remoteAddress: string,
  email: string,
  {
    password = 'Errada2026',
    user_type = 'produtor',
    headers = {},
  }: { password?: string; user_type?: string; headers?: Record<string, string> } = {},
) {
  const response = await service.app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    remoteAddress,
    headers,
    payload: { email, password, user_type },
  });
  return {
    status: response.statusCode,
    code: response.json<Partial<Refusal>>().code,
    retryAfter: Number(response.headers['retry-after']),
  };
}

const outcomes = async (accountKey: string): Promise<Record<string, number>> => {
  const rows = await service.db.q
    .selectFrom('login_attempts')
    .select(['outcome', (eb) => eb.fn.countAll<number>().as('tries')])
    .where('account_key', '=', accountKey)
    .groupBy('outcome')
    .execute();
  return Object.fromEntries(rows.map(({ outcome, tries }) => [outcome, tries]));
};

const recordFailures = (tries: { account_key: string; ip: string; at?: Date }[]) =>
  service.db.q
    .insertInto('login_attempts')
    .values(tries.map((each) => ({ at: clock.now(), outcome: 'refused', ...each })))
    .execute();

describe('failed logins', () => {
  it('are limited to ten per account and address, then even the right password is not checked', async () => {
    const { email } = await register(service, producerBody());
    const address = someAddress();
    for (let nth = 1; nth <= 10; nth += 1)
      assert.equal((await tryFrom(address, email)).code, 'login_failed', `try ${nth}`);
    const limited = await tryFrom(address, email, { password: PASSWORD });
    assert.deepEqual([limited.status, limited.code], [429, 'too_many_attempts']);
    assert.ok(
      limited.retryAfter > 840 && limited.retryAfter <= 900,
      `Retry-After ${limited.retryAfter}`,
    );
    assert.equal(
      (await tryFrom(someAddress(), email, { password: PASSWORD })).status,
      200,
      'the person at another address',
    );
    assert.equal(
      (await tryFrom(address, someEmail())).code,
      'login_failed',
      'another account from this address',
    );
  });

  it('are counted by the real address, whatever a header claims', async () => {
    const email = someEmail();
    const address = someAddress();
    for (let nth = 1; nth <= 10; nth += 1)
      await tryFrom(address, email, {
        headers: { 'x-forwarded-for': `203.0.113.${nth}`, forwarded: `for=203.0.113.${nth}` },
      });
    assert.equal(
      (await tryFrom(address, email, { headers: { 'x-forwarded-for': '203.0.113.99' } })).code,
      'too_many_attempts',
    );
  });

  it('are counted together for all profiles and spellings of the e-mail', async () => {
    const email = someEmail();
    const address = someAddress();
    for (let nth = 1; nth <= 5; nth += 1)
      await tryFrom(address, email, { user_type: 'fornecedor' });
    for (let nth = 1; nth <= 5; nth += 1) await tryFrom(address, ` ${email.toUpperCase()}`);
    assert.equal((await tryFrom(address, email)).code, 'too_many_attempts');
  });

  it('reach the password check at most ten times when fifty come at once', async () => {
    const { email } = await register(service, producerBody());
    const address = someAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryFrom(address, email)));
    const count = (wanted: string): number => answers.filter(({ code }) => code === wanted).length;
    const verified = count('login_failed');
    assert.ok(verified <= 10, `${verified} reached the password`);
    // The concurrency limiter admits at most sixteen requests of one IP address at once.
    assert.equal(verified + count('too_many_attempts') + count('overloaded'), 50);
    const { refused = 0, limited = 0 } = await outcomes(email);
    assert.deepEqual([refused, limited], [verified, count('too_many_attempts')]);
    assert.ok(limited > 0);
  });

  it('stop counting after a quarter of an hour', async () => {
    const { email } = await register(service, producerBody());
    const address = someAddress();
    const longAgo = new Date(clock.now().getTime() - 15 * 60_000 - 1000);
    await recordFailures(
      Array.from({ length: 10 }, () => ({ account_key: email, ip: address, at: longAgo })),
    );
    assert.equal((await tryFrom(address, email, { password: PASSWORD })).status, 200);
  });

  it('are refused with the time until the tenth latest one is old enough', async () => {
    const email = someEmail();
    const address = someAddress();
    await recordFailures(
      Array.from({ length: 12 }, (_, nth) => ({
        account_key: email,
        ip: address,
        at: new Date(clock.now().getTime() - (nth + 1) * 60_000),
      })),
    );
    const { retryAfter } = await tryFrom(address, email);
    assert.ok(retryAfter > 5 * 60 - 20 && retryAfter <= 5 * 60, `Retry-After ${retryAfter}`);
  });

  it('are limited to a hundred for one address, over any number of accounts', async () => {
    const address = someAddress();
    await recordFailures(
      Array.from({ length: 99 }, () => ({ account_key: someEmail(), ip: address })),
    );
    assert.equal((await tryFrom(address, someEmail())).code, 'login_failed', 'the hundredth');
    assert.equal((await tryFrom(address, someEmail())).code, 'too_many_attempts');
  });

  it('from many addresses slow down the logins of an account without locking it', async () => {
    const { email } = await register(service, producerBody());
    await recordFailures(
      Array.from({ length: 60 }, () => ({ account_key: email, ip: someAddress() })),
    );
    pauses.asked.length = 0;
    assert.equal((await tryFrom(someAddress(), email, { password: PASSWORD })).status, 200);
    assert.deepEqual(pauses.asked, [2_000]);
  });
});

describe('successful logins', () => {
  it('are not counted as failures, and do not reset the count', async () => {
    const { email } = await register(service, producerBody());
    const address = someAddress();
    for (let nth = 1; nth <= 9; nth += 1) await tryFrom(address, email);
    for (let nth = 1; nth <= 5; nth += 1)
      assert.equal((await tryFrom(address, email, { password: PASSWORD })).status, 200);
    await tryFrom(address, email);
    assert.equal((await tryFrom(address, email, { password: PASSWORD })).code, 'too_many_attempts');
    assert.deepEqual(await outcomes(email), { refused: 10, accepted: 5, limited: 1 });
  });
});

describe('a wrong current password on the profile', () => {
  it('counts as a failed login, so a stolen token cannot be used to guess it', async () => {
    const { token } = await register(service, producerBody());
    const guess = () =>
      service.call<Refusal>('PUT', '/api/v1/user/profile', {
        token,
        body: {
          current_password: 'Errada2026',
          password: 'Nova2026x',
          password_confirmation: 'Nova2026x',
        },
      });
    for (let nth = 1; nth <= 10; nth += 1) assert.equal((await guess()).status, 422);
    assert.equal((await guess()).body.code, 'too_many_attempts');
  });
});
