import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activeOrderStatuses, orderStatuses } from '@lavra/domain/order/order-status';
import { paymentMethods, paymentStatuses } from '@lavra/domain/payment/payment-status';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { buildPayment, buildSubscription } from '../subscriptions/subscriptions.fixture.ts';

const NOW = new Date('2027-03-15T15:00:00Z');
/** Before the last midnight in São Paulo, and after the last one in UTC. */
const LAST_NIGHT = '2027-03-15T02:30:00Z';
const service = await startService({ now: NOW });
const { db } = service;
const admin = await buildAdmin(service);
const { producerId } = await buildProducer(service);
const { supplierId } = await buildSupplier(service);
const items = [{ product: await buildProduct(service) }];

/** A list whose totals are kept: its filters with the condition that each means, and how its rows are counted. */
interface KeptList {
  readonly path: string;
  readonly filters: readonly (readonly [query: string, condition: string])[];
  readonly table: string;
  readonly day: string;
  readonly all?: string;
}
const byColumn = (
  name: string,
  values: readonly string[],
  column = name,
): (readonly [string, string])[] =>
  values.map((value) => [`${name}=${value}`, `${column} = '${value}'`]);
const answered =
  'EXISTS (SELECT FROM proposals p WHERE p.order_id = orders.id AND p.submitted_at IS NOT NULL)';
const active = `status IN (${activeOrderStatuses.map((status) => `'${status}'`).join(', ')})`;
const missed = `(status = 'adjudicada' AND EXISTS (
  SELECT FROM missed_contacts m WHERE m.order_id = orders.id AND m.withdrawn_at IS NULL))`;
const lists: readonly KeptList[] = [
  {
    path: 'orders',
    filters: [
      ...byColumn('status', orderStatuses),
      ['answered=true', `published_at IS NOT NULL AND ${answered}`],
      ['answered=false', `published_at IS NOT NULL AND NOT ${answered}`],
      ['active=true', active],
      ['active=false', `NOT ${active}`],
      ['active=false&status=cancelada', "status = 'cancelada'"],
      ['active=true&status=cancelada', 'false'],
      ['suspended=true', 'suspended_at IS NOT NULL'],
      ['suspended=false', 'suspended_at IS NULL'],
      ['suspended=false&active=true', `suspended_at IS NULL AND ${active}`],
      ['contact_missed=true', missed],
      ['contact_missed=false', `NOT ${missed}`],
      ['contact_missed=false&suspended=false', `NOT ${missed} AND suspended_at IS NULL`],
      ['contact_missed=false&suspended=true', `NOT ${missed} AND suspended_at IS NOT NULL`],
    ],
    table: 'orders',
    day: 'created_at',
  },
  {
    path: 'proposals',
    filters: [
      ...byColumn(
        'status',
        proposalStatuses.filter((status) => status !== 'draft'),
      ),
      ...byColumn('display_status', ['accepted', 'rejected', 'cancelled'], 'status'),
      ['status=accepted&display_status=accepted', "status = 'accepted'"],
      ['status=accepted&display_status=rejected', 'false'],
    ],
    table: 'proposals',
    day: 'submitted_at',
    all: 'submitted_at IS NOT NULL',
  },
  {
    path: 'purchases',
    filters: byColumn('state', purchaseStates),
    table: 'purchases',
    day: 'awarded_at',
  },
  {
    path: 'subscription-payments',
    filters: [
      ...byColumn('status', paymentStatuses),
      ...byColumn('payment_method', paymentMethods),
    ],
    table: 'payments',
    day: 'due_date',
  },
];
const spans: readonly Readonly<Record<string, string>>[] = [
  {},
  { start_date: '2027-03-15' },
  { end_date: '2027-03-14' },
  { end_date: '9999-12-31' },
  { start_date: '2027-03-14', end_date: '2027-03-14' },
];

async function build(): Promise<void> {
  for (const status of orderStatuses) await buildOrder(service, { producerId, items, status });
  for (const status of ['publicada', 'adjudicada'] as const)
    await buildOrder(service, { producerId, items, status, suspended: true });
  await buildOrder(service, { producerId, items, status: 'adjudicada' });
  await sql`INSERT INTO missed_contacts (order_id, reported_at, withdrawn_at)
    SELECT id, ${NOW}, CASE WHEN id % 2 = 0 THEN ${NOW}::timestamptz END FROM orders
    WHERE status = 'adjudicada'`.execute(db.q);
  const order = await buildOrder(service, { producerId, items });
  for (const status of proposalStatuses) {
    const on = status === 'accepted' ? await buildOrder(service, { producerId, items }) : order;
    await buildProposal(service, {
      orderId: on.id,
      supplierId,
      status,
      items: on.items.map((item) => ({ item, price: '10' })),
    });
  }
  const subscription = await buildSubscription(service);
  for (const status of paymentStatuses)
    await buildPayment(service, subscription, { status, due_date: '2027-03-15' });
}

/** Compares the total that a list shows with what is counted, by every filter in every span of days. */
async function assertKept({ path, filters, table, day, all = 'true' }: KeptList): Promise<number> {
  let compared = 0;
  for (const span of spans)
    for (const [filter, condition] of [['', 'true'] as const, ...filters]) {
      const query = new URLSearchParams([...new URLSearchParams(filter), ...Object.entries(span)]);
      const { status, body } = await service.call<{ meta: { total: number } }>(
        'GET',
        `/api/v1/admin/${path}?${query.toString()}`,
        { token: admin.token },
      );
      assert.equal(status, 200, JSON.stringify(body));
      const { rows } = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM ${sql.table(table)}
        WHERE ${sql.raw(all)}
          AND ${sql.raw(condition)}
          AND ${sql.ref(day)}::date BETWEEN ${span['start_date'] ?? '-infinity'}::date
            AND ${span['end_date'] ?? 'infinity'}::date`.execute(db.q);
      assert.equal(body.meta.total, rows[0]?.total, `${path}?${query.toString()}`);
      compared += rows[0]?.total ?? 0;
    }
  return compared;
}

describe('the totals of the administration’s lists', () => {
  it('are what counting gives, by status and day, also after changes', async () => {
    await build();
    const atFirst: number[] = [];
    for (const list of lists) atFirst.push(await assertKept(list));
    assert.ok(atFirst.every((compared) => compared > 3));
    for (const { table, day } of lists)
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(day)} = ${LAST_NIGHT}::timestamptz
        WHERE id % 3 = 0 AND ${sql.ref(day)} IS NOT NULL`.execute(db.q);
    await sql`UPDATE orders SET status = 'cancelada' WHERE status = 'publicada'`.execute(db.q);
    await sql`UPDATE proposals SET status = 'rejected' WHERE status = 'submitted'`.execute(db.q);
    await sql`UPDATE purchases SET state = 'received'`.execute(db.q);
    await sql`UPDATE payments SET status = 'overdue', payment_method = 'boleto'
      WHERE status = 'pending'`.execute(db.q);
    await sql`DELETE FROM payments WHERE status = 'failed'`.execute(db.q);
    for (const list of lists) await assertKept(list);
  });
});
