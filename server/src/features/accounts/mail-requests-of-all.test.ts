import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createApplication } from '@lavra/server/app/compose';
import { recordPauses } from '../../../test/pauses.ts';
import { serviceOver, startService, testConfig } from '../../../test/service.ts';
import { producerBody, someEmail } from './accounts.fixture.ts';

const one = await startService({ rateLimit: true });
recordPauses(one);

/** Starts another process over the same database. */
const startAnother = async () => {
  const config = { ...testConfig, rateLimit: true, databasePoolSize: 4 };
  const app = await createApplication({
    config,
    databaseUrl: one.databaseUrl,
    appKey: 'key of the tests, and of nothing else',
    logger: pino({ level: 'silent' }),
  });
  await app.http.ready();
  recordPauses({ app });
  return serviceOver(app, one.databaseUrl);
};

type Service = Pick<typeof one, 'app'>;
const from = async (
  { app }: Service,
  remoteAddress: string,
  url: string,
  payload: object,
): Promise<number> =>
  (await app.http.inject({ method: 'POST', url, remoteAddress, payload })).statusCode;
const registerAt = (service: Service, address: string, email: string) =>
  from(service, address, '/api/v1/register', producerBody({ email }));
const forgotAt = (service: Service, address: string) =>
  from(service, address, '/api/v1/password/forgot', { email: someEmail() });

describe('requests for a mail, over two processes', () => {
  it('are counted together by mailbox and by address, and a new process continues the count', async (t) => {
    const { service: other, close } = await startAnother();
    t.after(close);
    const mailbox = someEmail();
    const to = (n: number): string => mailbox.replace('@', `+${n}@`);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(await registerAt(n % 2 === 0 ? one : other, `10.3.0.${n + 1}`, to(n)));
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    for (let n = 0; n < 10; n += 1)
      for (const service of [one, other]) assert.equal(await forgotAt(service, '10.3.1.1'), 200);
    assert.deepEqual(
      [
        await forgotAt(one, '10.3.1.1'),
        await forgotAt(other, '10.3.1.1'),
        await forgotAt(other, '10.3.1.2'),
      ],
      [429, 429, 200],
    );
    const kept = await one.db.q.selectFrom('login_attempts').selectAll().execute();
    assert.ok(
      !JSON.stringify(kept).includes(mailbox.split('@')[0] ?? ''),
      'no address of a mailbox is kept',
    );
  });

  it('are limited to twenty per address even when ten come at once', async (t) => {
    const { service: other, close } = await startAnother();
    t.after(close);
    const statuses: number[] = [];
    for (let lot = 0; lot < 3; lot += 1) {
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, n) => forgotAt(n % 2 === 0 ? one : other, '10.3.2.1')),
        )),
      );
    }
    assert.equal(statuses.filter((status) => status === 200).length, 20);
  });

  it('are limited to two hundred an hour from the addresses of one /48', async () => {
    const address = (n: number): string => `2001:db8:30:${n.toString(16)}::1`;
    for (let n = 0; n < 200; n += 10) {
      assert.deepEqual(
        [
          ...new Set(
            await Promise.all(Array.from({ length: 10 }, (_, i) => forgotAt(one, address(n + i)))),
          ),
        ],
        [200],
      );
    }
    assert.deepEqual(
      [await forgotAt(one, address(200)), await forgotAt(one, '2001:db8:31::1')],
      [429, 200],
    );
  });
});
