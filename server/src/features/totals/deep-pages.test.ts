import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { countRows, listPage } from '../../platform/db/list-page.ts';
import { daysOf, keptList } from './totals-feature.ts';

// Thirteen days of 200 orders each, of which every five were created in the same second.

const service = await startService();
const { db } = service;
const admin = await buildAdmin(service);
const { producerId } = await buildProducer(service);
const ZONE = 'America/Sao_Paulo';
const DAYS = 13;
const A_DAY = 200;
const PER_PAGE = 100;
await sql`
  INSERT INTO orders (uuid, number, producer_id, status, description, closure_type, deadline_date,
    items_count, product_type_ids, has_pesticide, created_at, updated_at)
  SELECT gen_random_uuid(), 'COT-1997-' || n, ${producerId},
    CASE WHEN n % 4 = 0 THEN 'cancelada' ELSE 'rascunho' END, 'Insumos', 'aberta', '2036-01-01', 0, '{}', false, t, t
  FROM generate_series(0, ${DAYS * A_DAY - 1}::int) n,
    LATERAL (SELECT timestamptz '2027-03-01 00:00-03' + n % ${DAYS}::int * interval '1 day'
      + n / ${DAYS * 5}::int * interval '34 minutes' AS t) AS created`.execute(db.q);

interface OrderList {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly total: number };
}

/** Reads every page of the list by its number, and returns the ids in their order. */
async function idsByPage(query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await service.call<OrderList>(
      'GET',
      `/api/v1/admin/orders?per_page=${PER_PAGE}&page=${page}&${query}`,
      { token: admin.token },
    );
    if (body.data.length === 0) return ids;
    ids.push(...body.data.map(({ id }) => id));
  }
}

async function idsBySql(condition: string, direction: 'ASC' | 'DESC'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM orders WHERE ${sql.raw(condition)}
    ORDER BY created_at ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(db.q);
  return rows.map(({ id }) => id);
}

describe('pages deep in a list whose total is kept by day', () => {
  it('hold each row once, in order, from the first page to the last', async () => {
    for (const [query, condition, direction] of [
      ['', 'true', 'DESC'],
      ['sort=created_at', 'true', 'ASC'],
      ['status=rascunho', "status = 'rascunho'", 'DESC'],
      [
        'start_date=2027-03-03&end_date=2027-03-11&sort=created_at',
        "created_at::date BETWEEN '2027-03-03' AND '2027-03-11'",
        'ASC',
      ],
    ] as const)
      assert.deepEqual(await idsByPage(query), await idsBySql(condition, direction), query);
  });

  it('hold the same rows where others are added at the end while the page is read', async () => {
    const before = await idsBySql('true', 'ASC');
    let added = 0;
    const addLater = async (): Promise<void> => {
      added += 1;
      await sql`
        INSERT INTO orders (uuid, number, producer_id, status, description, closure_type, deadline_date,
          items_count, product_type_ids, has_pesticide, created_at, updated_at)
        SELECT gen_random_uuid(), 'COT-2031-' || ${added}::int, ${producerId}, 'rascunho', 'Insumos', 'aberta',
          '2036-01-01', 0, '{}', false, '2031-01-01', '2031-01-01'`.execute(db.q);
    };
    for (const writes of [1, 2, 9]) {
      let left = writes;
      const { rows, meta } = await listPage(
        db,
        { page: 20, per_page: PER_PAGE },
        {
          name: 'steady',
          from: sql`orders o`,
          columns: sql<{ id: number }>`o.id`,
          conditions: [],
          sorts: { created_at: { expression: 'o.created_at', type: 'timestamptz' } },
          sort: 'created_at',
          id: 'o.id',
          total: async () => {
            const total = await countRows(db, { from: sql`orders o`, conditions: [] });
            left -= 1;
            if (left >= 0) await addLater();
            return total;
          },
        },
      );
      assert.deepEqual(
        rows.map(({ id }) => id),
        before.slice(1900, 2000),
        `${writes} writes`,
      );
      assert.equal(meta.total, before.length + added - (writes > 4 ? 1 : 0));
    }
    await sql`DELETE FROM orders WHERE number LIKE 'COT-2031-%'`.execute(db.q);
  });

  it('skip the days before them', async () => {
    const kept = keptList(db, {
      scopes: ['orders_of_rascunho', 'orders_of_cancelada'],
      days: daysOf({ end_date: '2027-03-12' }),
      sort: 'created_at',
      zone: ZONE,
    });
    const { dayOf } = kept.days;
    assert.equal(await kept.total(), 12 * A_DAY);
    assert.deepEqual(await dayOf(0, 'newest'), {
      bound: new Date('2027-03-13T00:00-03:00'),
      before: 0,
    });
    assert.deepEqual(await dayOf(2 * A_DAY - 1, 'newest'), {
      bound: new Date('2027-03-12T00:00-03:00'),
      before: A_DAY,
    });
    assert.deepEqual(await dayOf(5 * A_DAY, 'oldest'), {
      bound: new Date('2027-03-06T00:00-03:00'),
      before: 5 * A_DAY,
    });
    assert.equal(await dayOf(12 * A_DAY, 'oldest'), undefined);
  });
});
