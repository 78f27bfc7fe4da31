import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AdminPurchase, AdminPurchaseSummary } from '@lavra/contract/admin/purchases';
import type { Log } from '@lavra/contract/admin/logs';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openAwards } from '../awards/awards.fixture.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';
import { adminCalls, assertAdminsOnly, nothing } from './admin-oversight.fixture.ts';

interface Page {
  data: AdminPurchaseSummary[];
  meta: { per_page: number; total: number; next_cursor: string | null };
}

type LogPage = { data: Log[] };
const NOW = new Date('2026-11-20T15:00:00Z');
const DAY = 24 * 60 * 60_000;
const service = await startService({ now: NOW });
const { get } = adminCalls(service, (await buildAdmin(service, 'financeiro')).token);
const { producer, ordered, offered, award } = await openAwards(service);
const [vale, serra] = [
  await buildSupplier(service, { name: 'Revenda do Vale' }),
  await buildSupplier(service, { name: 'Agro Serra' }),
];
const order = await ordered(3, { description: 'Uréia e sulfato' });
const cheap = await offered(order, ['10', null, null], { supplier: vale, freight: '30' });
const dear = await offered(order, ['12', '50', '70'], { supplier: serra });
const first = await award(order, [
  [0, cheap],
  [1, dear],
]);
service.moveClock(new Date(NOW.getTime() + DAY));
const [later] = (await award(order, [[2, dear]])).purchases;
const other = await ordered(1, { description: 'Glifosato' });
const whole = await offered(other, ['5'], { supplier: vale });
await award(other, [[0, whole]]);
const numberOf = (proposal: { readonly uuid: string }): string =>
  first.purchases.find((one) => one.proposal === proposal.uuid)?.number ?? '';

const list = async (query = ''): Promise<Page> => {
  const { status, body } = await get<Page>(`purchases${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const amounts = async (query: string): Promise<number[]> =>
  (await list(query)).data.map(({ items_amount }) => items_amount);

describe('the administration’s list of purchases', () => {
  it('holds every purchase with both sides, latest first, 25 a page', async () => {
    const { data, meta } = await list();
    assert.deepEqual([meta.per_page, meta.total], [25, 4]);
    assert.deepEqual(
      data
        .map(({ items_amount }) => items_amount)
        .slice(0, 2)
        .toSorted((a, b) => a - b),
      [500, 7000],
    );
    const one = data.find(({ number }) => number === numberOf(cheap));
    assert.deepEqual(
      [one?.supplier.name, one?.producer.name, one?.order.number, one?.freight_amount, one?.round],
      ['Revenda do Vale', producer.name, order.number, 30, 1],
    );
  });

  it('is filtered by state, day, producer, supplier and order', async () => {
    assert.deepEqual(
      await amounts(`?supplier_id=${vale.supplierId}&sort=items_amount`),
      [500, 1000],
    );
    assert.deepEqual(await amounts(`?order_id=${order.id}&sort=-items_amount`), [7000, 5000, 1000]);
    assert.deepEqual(await amounts(`?producer_id=${producer.producerId + 1}`), []);
    assert.equal((await list(`?producer_id=${producer.producerId}`)).meta.total, 4);
    assert.deepEqual(await amounts('?end_date=2026-11-20&sort=items_amount'), [1000, 5000]);
    assert.deepEqual(await amounts('?start_date=2026-11-21&sort=items_amount'), [500, 7000]);
    assert.equal((await list('?state=awarded')).meta.total, 4);
    assert.deepEqual(await amounts('?state=received'), []);
  });

  it('is searched by purchase, order and either side', async () => {
    for (const [text, expected] of [
      [later?.number ?? '', [7000]],
      ['ureia', [1000, 5000, 7000]],
      ['agro serra', [5000, 7000]],
      [producer.name, [500, 1000, 5000, 7000]],
      ['ninguém', []],
    ] as const)
      assert.deepEqual(
        await amounts(`?q=${encodeURIComponent(text)}&sort=items_amount`),
        expected,
        text,
      );
  });

  it('marks the supplier who did not call, while the order is open', async () => {
    await service.db.q
      .insertInto('missed_calls')
      .values({ proposal_id: cheap.id, reported_at: NOW })
      .execute();
    const { data } = await list(`?order_id=${order.id}`);
    assert.deepEqual(
      data
        .filter(({ contact_missed_at }) => contact_missed_at !== null)
        .map(({ number }) => number),
      [numberOf(cheap)],
    );
  });

  it('is for administrators', async () => {
    await assertAdminsOnly(service, 'GET', 'purchases');
  });
});

describe('a purchase as the administration sees it', () => {
  it('has both sides and the items', async () => {
    const { status, body } = await get<AdminPurchase>(`purchases/${later?.uuid ?? ''}`);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.number, body.supplier.uuid !== '', body.producer.name, body.round, body.items.length],
      [later?.number, true, producer.name, 2, 1],
    );
    assert.deepEqual(
      body.items.map(({ order_item_id, total_price }) => [order_item_id, total_price]),
      [[order.items[2]?.id, 7000]],
    );
  });

  it('has a log from the purchase on: its proposal’s, its order’s and no other', async () => {
    const eventsOf = async (uuid: string): Promise<(string | null)[]> =>
      (await get<LogPage>(`purchases/${uuid}/logs?sort=created_at`)).body.data.map(
        ({ event }) => event,
      );
    const uuidOf = (proposal: { readonly uuid: string }): string =>
      first.purchases.find((one) => one.proposal === proposal.uuid)?.uuid ?? '';
    const inFirst = new Set(['order.awarded', 'proposal.accepted', 'order.bought_more']);
    assert.deepEqual(new Set(await eventsOf(uuidOf(cheap))), inFirst);
    assert.deepEqual(new Set(await eventsOf(uuidOf(dear))), inFirst);
    assert.deepEqual(await eventsOf(later?.uuid ?? ''), ['order.bought_more']);
    const { body } = await get<LogPage>(`purchases/${later?.uuid ?? ''}/logs`);
    assert.deepEqual(body.data[0]?.names?.['proposal_ids'], {
      [dear.id]: `Agro Serra, ${order.number}`,
    });
  });

  it('does not exist under other names', async () => {
    for (const id of nothing())
      for (const path of [`purchases/${id}`, `purchases/${id}/logs`])
        assertRefused(await get(path), 404, 'purchase_not_found');
  });
});

describe('the kept total of purchases', () => {
  it('follows what is bought and deleted, and no change of it', async () => {
    await service.db.q.updateTable('purchases').set({ version: 2 }).execute();
    assert.equal((await list()).meta.total, 4);
    const ofWhole = sql`SELECT s.id FROM purchases s WHERE s.proposal_id = ${whole.id}`;
    await sql`
      WITH items AS (DELETE FROM purchase_items WHERE purchase_id IN (${ofWhole}))
      DELETE FROM purchases WHERE id IN (${ofWhole})`.execute(service.db.q);
    const { data, meta } = await list();
    assert.deepEqual([data.length, meta.total], [3, 3]);
  });
});
