import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordPauses } from '../../../test/pauses.ts';
import { startService } from '../../../test/service.ts';
import { linkCalls, tokenTo } from './account-links.fixture.ts';
import { PASSWORD, producerBody, register, someEmail, type Refusal } from './accounts.fixture.ts';

const service = await startService({ rateLimit: true });
const { clock } = service.app.platform;
const pauses = recordPauses(service);
const { forgot } = linkCalls(service);

let lastNetwork = 0;
const someNetwork = (): string => `2001:db8:${(lastNetwork += 1).toString(16)}:0`;

async function tryFrom(remoteAddress: string, email: string, password = 'Errada2026') {
  const response = await service.app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    remoteAddress,
    payload: { email, password, user_type: 'produtor' },
  });
  const { code, error } = response.json<Partial<Refusal>>();
  return {
    status: response.statusCode,
    code,
    error,
    retryAfter: Number(response.headers['retry-after']),
  };
}

/** Inserts failed logins, each from another IP address, the first being the oldest. */
const failures = (email: string, count: number, age = 60_000) =>
  service.db.q
    .insertInto('login_attempts')
    .values(
      Array.from({ length: count }, (_, n) => ({
        at: new Date(clock.now().getTime() - age + n),
        account_key: email,
        ip: `203.0.113.${n % 200}`,
        address_key: `203.0.113.${n % 200}`,
        outcome: 'refused',
      })),
    )
    .execute();

const notifyAttacked = async (): Promise<void> => {
  const task = service.app.tasks.find(({ name }) => name === 'attacked accounts');
  await task?.run(service.app.platform, new AbortController().signal);
};
const mailsTo = async (address: string): Promise<number> =>
  (
    await service.db.q
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', address)
      .where('template', '=', 'login_attack')
      .execute()
  ).length;

describe('failed logins from one IPv6 network', () => {
  it('are counted together for all addresses of the /64', async () => {
    const { email } = await register(service, producerBody());
    const network = someNetwork();
    for (let nth = 1; nth <= 10; nth += 1)
      assert.equal((await tryFrom(`${network}::${nth}`, email)).code, 'login_failed', `try ${nth}`);
    assert.equal((await tryFrom(`${network}:ffff::1`, email, PASSWORD)).code, 'too_many_attempts');
    assert.equal(
      (await tryFrom(`${someNetwork()}::1`, email, PASSWORD)).status,
      200,
      'the person in another network',
    );
  });

  it('of an IPv4 address are counted the same inside IPv6, and with rows of older releases', async () => {
    const email = someEmail();
    await service.db.q
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 9 }, () => ({
          at: clock.now(),
          account_key: email,
          ip: '198.51.100.9',
          outcome: 'refused',
        })),
      )
      .execute();
    assert.equal((await tryFrom('::ffff:198.51.100.9', email)).code, 'login_failed');
    assert.equal((await tryFrom('198.51.100.9', email)).code, 'too_many_attempts');
  });
});

describe('an account with a hundred failed logins in an hour, from any addresses', () => {
  it('refuses new addresses even with the right password, exactly as an unknown account does', async () => {
    const { email } = await register(service, producerBody());
    const unknown = someEmail();
    for (const address of [email, unknown]) await failures(address, 100, 20 * 60_000);
    const [known, stranger] = [
      await tryFrom(`${someNetwork()}::1`, email, PASSWORD),
      await tryFrom(`${someNetwork()}::1`, unknown, PASSWORD),
    ];
    assert.deepEqual([known.status, known.code], [429, 'account_attacked']);
    assert.match(known.error ?? '', /Esqueci a senha/);
    assert.ok(known.retryAfter > 2_300 && known.retryAfter <= 2_400, `${known.retryAfter} s`);
    assert.deepEqual({ ...stranger, retryAfter: 0 }, { ...known, retryAfter: 0 });
  });

  it('lets its owner in at once from an address used before', async () => {
    const { email } = await register(service, producerBody());
    const home = someNetwork();
    assert.equal((await tryFrom(`${home}::1`, email, PASSWORD)).status, 200);
    await failures(email, 150);
    pauses.asked.length = 0;
    assert.equal((await tryFrom(`${home}::2`, email, PASSWORD)).status, 200);
    assert.deepEqual(pauses.asked, [], 'without the penalty of strangers');
  });

  it('lets its owner in from where they chose a new password by mail', async () => {
    const { email } = await register(service, producerBody());
    await failures(email, 150);
    await forgot(email);
    const address = `${someNetwork()}::1`;
    const password = 'Outra2026x';
    const token = await tokenTo(service, email, 'password_reset');
    const chosen = await service.app.http.inject({
      method: 'POST',
      url: '/api/v1/password/reset',
      remoteAddress: address,
      payload: { token, password, password_confirmation: password },
    });
    assert.equal(chosen.statusCode, 200);
    assert.equal((await tryFrom(address, email, password)).status, 200);
    assert.equal(
      (await tryFrom(`${someNetwork()}::1`, email, password)).code,
      'account_attacked',
      'and from there alone',
    );
  });

  it('accepts all addresses again an hour later', async () => {
    const { email } = await register(service, producerBody());
    await failures(email, 100, 60 * 60_000 + 1_000);
    assert.equal((await tryFrom(`${someNetwork()}::1`, email, PASSWORD)).status, 200);
  });

  it('mails its owner once an hour; fewer failures and unknown accounts cause no mail', async () => {
    const [attacked, calm] = [
      await register(service, producerBody()),
      await register(service, producerBody()),
    ];
    const unknown = someEmail();
    await Promise.all([
      failures(attacked.email, 100),
      failures(calm.email, 99),
      failures(unknown, 100),
    ]);
    await Promise.all([notifyAttacked(), notifyAttacked()]);
    await notifyAttacked();
    assert.deepEqual(
      [await mailsTo(attacked.email), await mailsTo(calm.email), await mailsTo(unknown)],
      [1, 0, 0],
    );
    await service.db.q
      .updateTable('mails')
      .set({ created_at: new Date(clock.now().getTime() - 3_600_001) })
      .where('to_address', '=', attacked.email)
      .execute();
    await notifyAttacked();
    assert.equal(await mailsTo(attacked.email), 2);
  });
});

describe('many failed logins over all accounts', () => {
  it('slow down unknown addresses, lock out no account, and let known addresses in at once', async ({
    mock,
  }) => {
    const { email } = await register(service, producerBody());
    const home = someNetwork();
    assert.equal((await tryFrom(`${home}::1`, email, PASSWORD)).status, 200);
    await service.db.q
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 700 }, () => ({
          at: clock.now(),
          account_key: someEmail(),
          ip: '192.0.2.1',
          outcome: 'refused',
        })),
      )
      .execute();
    const now = performance.now.bind(performance);
    mock.method(performance, 'now', () => now() + 1_100); // one count is reused for a second
    pauses.asked.length = 0;
    assert.equal((await tryFrom(`${someNetwork()}::1`, email, PASSWORD)).status, 200);
    assert.deepEqual(pauses.asked, [1_000]);
    assert.equal((await tryFrom(`${home}::1`, email, PASSWORD)).status, 200);
    assert.equal(pauses.asked.length, 1);
  });
});

describe('mail requests from one IPv6 network', () => {
  it('are limited to twenty an hour together', async () => {
    const network = someNetwork();
    const ask = async (nth: number) =>
      (
        await service.app.http.inject({
          method: 'POST',
          url: '/api/v1/password/forgot',
          remoteAddress: `${network}::${nth}`,
          payload: { email: someEmail() },
        })
      ).statusCode;
    for (let lot = 0; lot < 2; lot += 1) {
      assert.deepEqual(
        await Promise.all(Array.from({ length: 10 }, (_, n) => ask(lot * 10 + n))),
        Array<number>(10).fill(200),
      );
    }
    assert.equal(await ask(99), 429);
  });
});
