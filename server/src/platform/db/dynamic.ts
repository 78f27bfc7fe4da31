import { sql, type RawBuilder } from 'kysely';

/** A condition of a filtered list. */
export type Condition = RawBuilder<boolean>;
/** A condition that applies only where a filter is sent: `status !== undefined && sql…`. */
export type Wanted = Condition | false | undefined;

/** Joins those that apply with AND; an empty list is always true. */
export function allOf(wanted: readonly Wanted[]): Condition {
  const conditions = wanted.filter((one) => one !== undefined && one !== false);
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        conditions.map((one) => sql`(${one})`),
        sql` AND `,
      )}`;
}

/** How a list may be sorted: an expression that is never NULL, and its PostgreSQL type. */
export interface SortKey {
  readonly expression: string;
  readonly type: string;
}

/**
 * Returns `ORDER BY` the key and the id, both in the same direction, so that a cursor can continue
 * from any row.
 */
export function orderBy(key: SortKey, id: string, descending: boolean): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return sql`${sql.raw(key.expression)} ${direction}, ${sql.raw(id)} ${direction}`;
}

/** Returns the condition for rows that come after the one a cursor names. */
export function after(
  key: SortKey,
  id: string,
  descending: boolean,
  [value, lastId]: readonly (string | number)[],
): Condition {
  return sql<boolean>`(${sql.raw(key.expression)}, ${sql.raw(id)}) ${sql.raw(descending ? '<' : '>')} (${value}::${sql.raw(key.type)}, ${lastId}::bigint)`;
}
