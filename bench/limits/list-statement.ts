import type pg from 'pg';
import { matchesSql, profileSql } from '@lavra/server/features/orders/orders-feature';
import { myProposalSql } from '@lavra/server/features/supplier-orders/supplier-order-sql';
import { pesticideNotice } from '@lavra/server/platform/texts/legal-texts';
import { BENCH_TODAY } from '../data/instant.ts';

const PAGE = 15;

/**
 * The first page of a supplier's list with its exact total by the shortest query: no token check,
 * plain rows.
 */
export const listStatement = {
  name: 'limit-list',
  text: `
    SELECT (SELECT coalesce(sum(t.delta), 0) FROM list_totals t WHERE t.scope = 'published' AND t.supplier_id = 0)
        - (SELECT coalesce(sum(t.delta), 0)
          FROM list_totals t WHERE t.scope = 'declined' AND t.supplier_id = $1) AS list_total,
      o.id, o.uuid, o.number, o.description, o.status, o.closure_type, o.deadline_date,
      o.deadline_date - '${BENCH_TODAY}'::date AS dias_restantes,
      o.items_count AS total_itens, o.suspended_at IS NOT NULL AS is_suspended, o.delivery_date,
      o.payment_terms, o.notes, o.has_pesticide, o.split_award,
      to_char(o.published_at, 'YYYY-MM-DD HH24:MI:SS') AS published_at, false AS declined,
      EXISTS (SELECT 1 FROM favorite_orders f
        WHERE f.supplier_id = live.supplier_id AND f.order_id = o.id) AS favorited,
      coalesce(${matchesSql}, false) AS matches_profile, ${myProposalSql} AS my_proposal,
      place.name AS city, place.uf AS state, place.id AS city_id
    FROM (SELECT * FROM orders o WHERE o.status = 'publicada'
        AND NOT EXISTS (SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = $1 AND d.order_id = o.id OFFSET 0)
      ORDER BY o.deadline_date, o.id LIMIT ${PAGE}) o
    CROSS JOIN (SELECT su.id AS supplier_id, ${profileSql('su')} FROM suppliers su WHERE su.id = $1 OFFSET 0) live
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    ORDER BY o.deadline_date, o.id`,
};

interface Row {
  readonly list_total: string;
  readonly status: string;
  readonly has_pesticide: boolean;
  readonly city: string | null;
  readonly state: string | null;
  readonly city_id: number | null;
}

/**
 * Returns the response body: what the service returns for the same request, except for
 * `next_cursor`.
 */
export async function readList(pool: Pick<pg.Pool, 'query'>, supplierId: number): Promise<string> {
  const { rows } = await pool.query<Row>({ ...listStatement, values: [supplierId] });
  const total = Number(rows[0]?.list_total ?? 0);
  const data = rows.map(({ city, state, city_id, ...order }) => ({
    ...order,
    list_total: undefined,
    status_label: 'Publicada',
    legal_notice: order.has_pesticide ? pesticideNotice : null,
    delivery_address: city_id === null ? null : { city, state, city_id },
  }));
  return JSON.stringify({
    data,
    meta: { current_page: 1, last_page: Math.ceil(total / PAGE), per_page: PAGE, total },
  });
}
