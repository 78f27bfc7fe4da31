import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startGatewayDouble } from '../../../../test/gateway-double.ts';
import { buildAdmin, buildProducer } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import { buildPlan, configureGateway } from '../payments.fixture.ts';

const double = await startGatewayDouble();
const service = await startService({ rateLimit: true, outboundAllow: new Set([double.allowed]) });
const admin = await buildAdmin(service);
await configureGateway(service, admin.token, double.url);
const planId = await buildPlan(service);

it('a request that waits for a slow gateway holds no slot, so its session can send other requests', async () => {
  const { token } = await buildProducer(service);
  const read = async (): Promise<number> =>
    (await service.call('GET', '/api/v1/user/profile', { token })).status;
  assert.equal(await read(), 200);
  const { slug } = await service.db.q
    .selectFrom('plans')
    .select('slug')
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  double.next('charge', ...Array.from({ length: 16 }, () => ({ delayMs: 5_000 })));
  let ended = 0;
  const paying = Promise.all(
    Array.from({ length: 16 }, async () => {
      const { status } = await service.call('POST', '/api/v1/subscription/checkout', {
        token,
        body: { plan: slug, billing_cycle: 'monthly', method: 'pix' },
      });
      ended += 1;
      return status;
    }),
  );
  while (double.callsOf('charge') < 16) await pause(20);
  const seen = { read: await read(), ended };
  assert.deepEqual([...new Set(await paying)], [200]);
  assert.deepEqual(seen, { read: 200, ended: 0 });
});
