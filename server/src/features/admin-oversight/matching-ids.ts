import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/db/dynamic.ts';
import { holdsWords } from '../../platform/db/paging.ts';

const FEW = 5_000;

/**
 * Returns the condition that `column` is among the ids that `select` gives. A few ids are looked up
 * first and listed one by one, so that indexes lead to their rows; with many it is faster to test
 * each row as it is read, by `otherwise` where that test is simpler still.
 */
export async function isAmong(
  db: Db,
  column:
    | 'o.id'
    | 'o.producer_id'
    | 'p.id'
    | 'p.order_id'
    | 'p.supplier_id'
    | 's.order_id'
    | 's.supplier_id',
  select: RawBuilder<{ id: number }>,
  otherwise?: Condition,
): Promise<Condition> {
  // Planned as if all were wanted: of words that seldom stand together the first few take as long.
  const { rows } = await sql<{ id: number }>`
    WITH found AS MATERIALIZED (${select}) SELECT id FROM found LIMIT ${FEW + 1}`.execute(db.q);
  if (rows.length > FEW) return otherwise ?? sql<boolean>`${sql.raw(column)} IN (${select})`;
  return sql<boolean>`${sql.raw(column)} = ANY(${rows.map(({ id }) => id)}::bigint[])`;
}

/** Selects the orders whose number and description hold each word of a search. */
export const ordersLike = (text: string): RawBuilder<{ id: number }> =>
  sql<{ id: number }>`SELECT o.id FROM orders o WHERE ${holdsWords('o.search', text)}`;

/**
 * Selects the producers or suppliers whose name holds each word of a search. The users' search index
 * covers more than names, so it only narrows the rows down.
 */
export const partiesLike = (
  table: 'producers' | 'suppliers',
  text: string,
): RawBuilder<{ id: number }> => sql<{ id: number }>`
  SELECT party.id FROM users u JOIN ${sql.table(table)} party ON party.user_id = u.id
  WHERE ${holdsWords('u.search', text)} AND ${holdsWords('u.name_key', text)}`;

/** Returns the condition that either of the two holds. */
export const either = (one: Condition, other: Condition): Condition =>
  sql<boolean>`${one} OR ${other}`;
