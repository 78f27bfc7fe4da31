import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/consultants';
import type { ConsultantProducer } from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { RuleError } from '../../platform/errors.ts';
import { searchPatterns, type PageMeta } from '../../platform/db/paging.ts';
import { refOf } from '../../platform/http/refs.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { isConsultantOf } from './consultant-links.ts';

const sortKeys = {
  name: { expression: 'u.name_key', type: 'text' },
  linked_at: { expression: 'cp.created_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<string, SortKey>>;

const from = sql`consultants co
  JOIN consultant_producers cp ON cp.consultant_id = co.id
  JOIN producers pr ON pr.id = cp.producer_id
  JOIN users u ON u.id = pr.user_id
  LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
  LEFT JOIN cities c ON c.id = a.city_id`;
const columns = sql<ConsultantProducer>`
  pr.id, pr.uuid, u.name, c.name AS city, c.uf AS state, cp.created_at AS linked_at,
  (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id)::int AS orders_count,
  (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id
    AND o.status IN ('publicada', 'em_analise'))::int AS open_orders_count`;
const present = (row: ConsultantProducer): ConsultantProducer => ({
  ...row,
  linked_at: wireTime(row.linked_at),
});

/** A producer, and whether a consultant advises them at present. */
export interface ProducerRef {
  readonly id: number;
  readonly isAdvised: boolean;
}

/** Finds the producer that a path names by id or UUID, without deleted ones. */
export async function findProducer(
  db: Db,
  value: string,
  userId: number,
): Promise<ProducerRef | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const producers = db.q
    .selectFrom('producers as pr')
    .innerJoin('users as u', 'u.id', 'pr.user_id')
    .select('pr.id')
    .where('u.deleted_at', 'is', null);
  const found = await (
    'id' in ref ? producers.where('pr.id', '=', ref.id) : producers.where('pr.uuid', '=', ref.uuid)
  ).executeTakeFirst();
  return found === undefined
    ? undefined
    : { id: found.id, isAdvised: await isConsultantOf(db, { userId, producerId: found.id }) };
}

/** Returns one producer; throws `not_yours` when the link has just ended. */
export async function getConsultantProducer(
  db: Db,
  userId: number,
  producerId: number,
): Promise<ConsultantProducer> {
  const { rows } = await sql<ConsultantProducer>`
    SELECT ${columns} FROM ${from}
    WHERE co.user_id = ${userId} AND pr.id = ${producerId} AND u.deleted_at IS NULL`.execute(db.q);
  const [row] = rows;
  if (row === undefined) throw new RuleError('not_yours');
  return present(row);
}

/**
 * Returns one page of the producers whom a consultant advises, deleted ones excepted, and the exact
 * total.
 */
export async function listConsultantProducers(
  db: Db,
  userId: number,
  query: QueryOf<typeof endpoints.listConsultantProducers>,
): Promise<{ data: ConsultantProducer[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'advised-producers',
    from,
    columns,
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
  return { data: rows.map(present), meta };
}
