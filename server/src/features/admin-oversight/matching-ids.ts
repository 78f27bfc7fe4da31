import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/db/dynamic.ts';

const FEW = 5_000;

/**
 * That `column` is among the ids that `select` gives. A few are looked up first and named one by one, so that indexes lead
 * straight to their rows; for many it is quicker to ask of each row as it goes by, by `otherwise` where that is simpler still.
 */
export async function isAmong(
  db: Db,
  column: 'o.id' | 'o.producer_id' | 'p.order_id' | 'p.supplier_id',
  select: RawBuilder<{ id: number }>,
  otherwise?: Condition,
): Promise<Condition> {
  const { rows } = await sql<{ id: number }>`${select} LIMIT ${FEW + 1}`.execute(db.q);
  if (rows.length > FEW) return otherwise ?? sql<boolean>`${sql.raw(column)} IN (${select})`;
  return sql<boolean>`${sql.raw(column)} = ANY(${rows.map(({ id }) => id)}::bigint[])`;
}

/** Orders by number or description; `pattern` is a folded one for LIKE. */
export const ordersLike = (pattern: string): RawBuilder<{ id: number }> =>
  sql<{ id: number }>`SELECT o.id FROM orders o WHERE o.search LIKE ${pattern}`;

/** Producers or suppliers by name. The users' search index holds more than names: it only narrows. */
export const partiesLike = (
  table: 'producers' | 'suppliers',
  pattern: string,
): RawBuilder<{ id: number }> => sql<{ id: number }>`
  SELECT party.id FROM users u JOIN ${sql.table(table)} party ON party.user_id = u.id WHERE u.search LIKE ${pattern} AND u.name_key LIKE ${pattern}`;

/** Either of them. */
export const either = (one: Condition, other: Condition): Condition =>
  sql<boolean>`${one} OR ${other}`;
