import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordPauses } from '../pauses.ts';
import { buildProducer, buildSupplier } from '../people.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

// The penalties last until the other requests have been answered.

const service = await startService({ rateLimit: true, trustProxy: 'loopback' });
const pauses = recordPauses(service);
const supplier = await buildSupplier(service);
const victim = await buildProducer(service);
const ATTEMPTS = 140;
/** At least so many logins are delayed at once: an address has twelve slots. */
const EACH = 8;

let lastNetwork = 0;
const someNetwork = (): string => `2001:db8:${(lastNetwork += 1).toString(16)}`;

const login = async (address: string, email: string) => {
  const { statusCode, headers } = await service.app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { 'x-forwarded-for': address },
    payload: { email, password: 'Errada2026', user_type: 'produtor' },
  });
  return { status: statusCode, retryAfter: headers['retry-after'] };
};

/**
 * Inserts failures from many addresses, so that each further attempt on these accounts is delayed.
 */
const underAttack = (emails: readonly string[]) =>
  service.db.q
    .insertInto('login_attempts')
    .values(
      emails.flatMap((email) =>
        Array.from({ length: 60 }, (_, n) => ({
          at: service.app.platform.clock.now(),
          account_key: email,
          ip: `203.0.113.${n}`,
          outcome: 'refused',
        })),
      ),
    )
    .execute();

/** Sends many wrong logins at once; `meanwhile` runs during the penalties of the first. */
async function attack(addressOf: (n: number) => string, meanwhile: () => Promise<void>) {
  await service.db.q.deleteFrom('login_attempts').execute();
  const emails = [
    victim.email,
    ...Array.from({ length: ATTEMPTS - 1 }, (_, n) => `outra-${n}@teste.example`),
  ];
  await underAttack(emails);
  const { release } = pauses.hold();
  const attempts = Array.from({ length: ATTEMPTS }, (_, n) => login(addressOf(n), emails[n] ?? ''));
  try {
    await until('logins are delayed', async () => (await delayed()) >= EACH);
    await meanwhile();
    assert.ok((await delayed()) >= EACH);
  } finally {
    release();
  }
  return Promise.all(attempts);
}

/** How many requests are delayed at this moment. */
const delayed = async (): Promise<number> => {
  const figures = (await service.call('GET', '/metrics')).raw.toString();
  return Number(/^lavra_request_delays_active (\d+)$/m.exec(figures)?.[1]);
};

const listOf = async (token: string): Promise<number> =>
  (await service.call('GET', '/api/v1/supplier/orders', { token })).status;

const scenes = (): readonly (readonly [string, (n: number) => string])[] => {
  const [network, many] = [someNetwork(), someNetwork()];
  return [
    ['one /64', (n) => `${network}:0::${(n + 1).toString(16)}`],
    ['64 addresses', (n) => `${many}:${(n % 64).toString(16)}::1`],
  ];
};

for (const [from, addressOf] of scenes()) {
  describe(`a hundred and forty wrong logins at once from ${from}`, () => {
    it('take no slot from signed-in callers, and those above the limit are refused with Retry-After', async () => {
      const answers = await attack(addressOf, async () => {
        const lists = await Promise.all(Array.from({ length: 12 }, () => listOf(supplier.token)));
        assert.deepEqual(lists, Array<number>(12).fill(200));
        assert.equal(
          (await service.call('POST', '/api/v1/refresh', { token: victim.token })).status,
          200,
          'a session is renewed',
        );
      });
      assert.ok(
        answers.every(
          ({ status, retryAfter }) => status === 401 || (status === 429 && Number(retryAfter) >= 1),
        ),
        JSON.stringify(answers.find(({ status }) => status !== 401 && status !== 429)),
      );
      assert.ok(answers.some(({ status }) => status === 429));
    });
  });
}
