import { sql } from 'kysely';
import type {
  ConsultantProducer,
  listConsultantProducers,
} from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { searchPatterns, type PageMeta } from '../../platform/http/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';

const sortKeys = {
  name: { expression: 'u.name_key', type: 'text' },
  linked_at: { expression: 'cp.created_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<string, SortKey>>;

/**
 * Returns one page of the producers whom a consultant advises, deleted ones excepted, and the exact
 * total.
 */
export async function listAdvisedProducers(
  db: Db,
  userId: number,
  query: QueryOf<typeof listConsultantProducers>,
): Promise<{ data: ConsultantProducer[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'advised-producers',
    size: 15,
    from: sql`consultants co
      JOIN consultant_producers cp ON cp.consultant_id = co.id
      JOIN producers pr ON pr.id = cp.producer_id
      JOIN users u ON u.id = pr.user_id
      LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
      LEFT JOIN cities c ON c.id = a.city_id`,
    columns: sql<ConsultantProducer>`
      pr.id, pr.uuid, u.name, c.name AS city, c.uf AS state, cp.created_at AS linked_at,
      (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id)::int AS orders_count,
      (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id
        AND o.status IN ('publicada', 'em_analise'))::int AS open_orders_count`,
    // Name and city are all that a consultant sees of a producer's account.
    conditions: [
      sql<boolean>`co.user_id = ${userId}`,
      sql<boolean>`u.deleted_at IS NULL`,
      ...searchPatterns(query).map(
        (pattern) => sql<boolean>`u.name_key LIKE ${pattern} OR fold(c.name) LIKE ${pattern}`,
      ),
    ],
    sorts: sortKeys,
    sort: 'name',
    id: 'pr.id',
  });
  const data = rows.map((row) => ({ ...row, linked_at: wireTime(row.linked_at) }));
  return { data, meta };
}
