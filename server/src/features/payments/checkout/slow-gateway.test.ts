import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGatewayDouble } from '../../../../test/gateway-double.ts';
import { buildAdmin, buildProducer } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import { until } from '../../../../test/until.ts';
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
  const gateway = Promise.withResolvers<void>();
  double.next('charge', ...Array.from({ length: 16 }, () => ({ held: gateway.promise })));
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
  await until('sixteen charges are under way', () => double.callsOf('charge') === 16);
  const seen = { read: await read(), ended };
  gateway.resolve();
  assert.deepEqual([...new Set(await paying)], [200]);
  assert.deepEqual(seen, { read: 200, ended: 0 });
});
