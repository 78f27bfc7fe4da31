import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { offerOf, openNegotiation } from '@lavra/server/features/proposals/proposals.fixture';
import { startService } from '../service.ts';

const service = await startService({ rateLimit: true });
const DAY = 24 * 3_600_000;

/** Returns text that cannot be compressed. */
const noise = (): string => randomBytes(1_000).toString('hex');

const size = sql<{ bytes: string }>`SELECT pg_total_relation_size('idempotency_keys') AS bytes`;
const keptMegabytes = async (): Promise<number> =>
  Number((await size.execute(service.db.q)).rows[0]?.bytes) / 1e6;

/** Opens a negotiation, and returns how its supplier saves drafts and favorites the order. */
async function negotiation(itemCount: number) {
  const { order, supplier } = await openNegotiation(service, { itemCount });
  const items = offerOf(order, null).items.map((item) => {
    const [justification, notes, similar_product_description] = [noise(), noise(), noise()];
    return { ...item, justification, notes, similar_product_description, offers_similar: true };
  });
  const post = (path: string, token: string, key?: string, body?: object) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return service.call('POST', path, { token, body, headers });
  };
  const drafts = `/api/v1/orders/${order.uuid}/proposals`;
  return {
    save: (key?: string) => post(drafts, supplier.token, key, { items }),
    favorite: async (key: string) => {
      const token = await service.tokenFor(supplier.userId);
      return post(`/api/v1/supplier/orders/${order.uuid}/favorite`, token, key);
    },
  };
}

describe('replies that are stored under keys', () => {
  it('are limited to sixteen megabytes per person and day, while known keys and no key still work', async () => {
    const [greedy, other] = [await negotiation(150), await negotiation(1)];
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await greedy.save(`save-${n}`));
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual([refused?.status, refused?.body['code']], [429, 'rate_limited']);
    assert.ok(Number(refused?.headers['retry-after']) > 80_000, 'until a reply of today is let go');
    const kept = await keptMegabytes();
    assert.ok(kept > 10 && kept < 25, `${Math.round(kept)} MB are kept`);
    assert.deepEqual((await greedy.save('save-0')).body, answers[0]?.body);
    assert.equal((await greedy.save()).status, 200, 'without a key');
    assert.equal((await other.save('save-0')).status, 200, 'of another person');
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + DAY + 120_000));
    assert.equal((await greedy.favorite('favorite')).status, 200, 'a day later');
  });
});
