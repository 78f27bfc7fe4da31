import type * as endpoints from '@lavra/contract/admin/suppliers';
import type { OfferedProduct } from '@lavra/contract/admin/suppliers';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { openPage } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import { wireNumber, wireTime } from '../../platform/text/wire.ts';
import { offeredSql } from '../orders/orders-feature.ts';

const listOffered = statement({
  name: 'admin-supplier-products',
  params: params<{
    supplier_id: number;
    after_name: string | null;
    after_id: number | null;
    page_size: number;
    page_start: number;
  }>(),
  columns: {
    id: col.int,
    name: col.text,
    brand: orNull(col.text),
    active_ingredient: orNull(col.text),
    concentration: orNull(col.text),
    unit: col.text,
    name_key: col.text,
    times_offered: col.int,
    last_unit_price: col.numeric,
    last_offered_at: col.timestamp,
  },
  text: `
    SELECT pr.id, pr.name, pr.brand, pr.active_ingredient, pr.concentration, pr.unit, pr.name_key,
      offers.times_offered, offers.last_unit_price, offers.last_offered_at
    FROM (
      SELECT pi.product_id, count(*)::int AS times_offered,
        max(coalesce(p.submitted_at, p.created_at)) AS last_offered_at,
        (array_agg(pi.unit_price ORDER BY
          coalesce(p.submitted_at, p.created_at) DESC, p.id DESC, pi.id DESC))[1] AS last_unit_price
      FROM proposals p JOIN proposal_items pi ON pi.proposal_id = p.id AND ${offeredSql('pi')}
      WHERE p.supplier_id = :supplier_id AND p.status <> 'draft'
      GROUP BY pi.product_id
    ) offers
    JOIN products pr ON pr.id = offers.product_id
    WHERE NOT pr.is_unlisted AND (:after_id::bigint IS NULL
      OR (pr.name_key, pr.id) > (:after_name::text, :after_id::bigint))
    ORDER BY pr.name_key, pr.id LIMIT :page_size::int OFFSET :page_start::int`,
});

const countOffered = statement({
  name: 'admin-supplier-products-count',
  params: params<{ supplier_id: number }>(),
  columns: { total: col.int },
  text: `
    SELECT count(DISTINCT pi.product_id)::int AS total
    FROM proposals p JOIN proposal_items pi ON pi.proposal_id = p.id AND ${offeredSql('pi')}
    JOIN products pr ON pr.id = pi.product_id AND NOT pr.is_unlisted
    WHERE p.supplier_id = :supplier_id AND p.status <> 'draft'`,
});

/**
 * Returns one page of the products a supplier has priced in submitted proposals, by name, and the
 * exact total.
 */
export async function listAdminSupplierProducts(
  db: Db,
  supplierId: number,
  query: QueryOf<typeof endpoints.listAdminSupplierProducts>,
): Promise<{ data: OfferedProduct[]; meta: PageMeta }> {
  const page = openPage(query, {
    name: 'supplier-products',
    types: ['text', 'bigint'],
    of: (row: Row) => [row.name_key, row.id],
  });
  const [after_name, after_id] = page.after ?? [null, null];
  const [found, counted] = await Promise.all([
    db.rows(listOffered, {
      supplier_id: supplierId,
      after_name,
      after_id,
      page_size: page.limit,
      page_start: page.offset,
    }),
    db.row(countOffered, { supplier_id: supplierId }),
  ]);
  const { rows, meta } = page.of(found, counted?.total ?? 0);
  return { data: rows.map(present), meta };
}

type Row = NonNullable<(typeof listOffered)['gives']>;

const present = ({
  times_offered,
  last_unit_price,
  last_offered_at,
  name_key: _key,
  ...product
}: Row): OfferedProduct => ({
  product,
  times_offered,
  last_unit_price: wireNumber(last_unit_price),
  last_offered_at: wireTime(last_offered_at),
});
