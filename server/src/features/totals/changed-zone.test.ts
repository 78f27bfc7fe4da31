import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { createApplication } from '@lavra/server/app/compose';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { APP_KEY, serviceOver, startService, testConfig } from '../../../test/service.ts';
import { mendTotals } from './mend-totals.ts';

// The same installation, started again with another APP_TIMEZONE.

const before = await startService();
const app = await createApplication({
  config: { ...testConfig, timezone: 'Asia/Tokyo' },
  databaseUrl: before.databaseUrl,
  appKey: APP_KEY,
  logger: pino({ level: 'silent' }),
});
await app.http.ready();
const { service, close } = serviceOver(app, before.databaseUrl);

it('moves what is kept to the days of the new zone when totals are compared', async (t) => {
  t.after(close);
  const admin = await buildAdmin(before);
  const { producerId } = await buildProducer(before);
  // The evening of the 14th in São Paulo, the morning of the 15th in Tokyo.
  await buildOrder(before, { producerId, createdAt: new Date('2027-03-14T23:00:00Z') });
  const totalsOn = async (day: string): Promise<[total: number, rows: number]> => {
    const { body } = await service.call<{ data: unknown[]; meta: { total: number } }>(
      'GET',
      `/api/v1/admin/orders?start_date=${day}&end_date=${day}`,
      { token: admin.token },
    );
    return [body.meta.total, body.data.length];
  };
  assert.notDeepEqual(await mendTotals(app.platform), []);
  assert.deepEqual(
    [await totalsOn('2027-03-14'), await totalsOn('2027-03-15')],
    [
      [0, 0],
      [1, 1],
    ],
  );
  assert.deepEqual(await mendTotals(app.platform), []);
});
