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
