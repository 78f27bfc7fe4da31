import { sql } from 'kysely';
import type { PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { allOf } from '../../platform/db/dynamic.ts';
import { countRows, listPage, type List } from '../../platform/db/list-page.ts';
import type { PageMeta } from '../../platform/db/paging.ts';

/** A list of one table's rows, filtered and sorted, before any lookup for them. */
interface IdList<F extends string> extends Omit<List<F>, 'from' | 'id' | 'total'> {
  readonly table: 'orders' | 'proposals' | 'purchases';
  /** The table's alias in the conditions and the sorts. */
  readonly alias: 'o' | 'p' | 's';
  /** The total, where it is kept elsewhere; by default the rows are counted. */
  readonly total?: (() => Promise<number>) | undefined;
}

/** Up to this many rows are sorted faster than found one by one along the sort's index. */
const FEW = 5_000;

/**
 * Returns the ids of one page, in order, so that names are looked up for its rows only. The total
 * is exact.
 */
export async function listPageIds<F extends string>(
  db: Db,
  query: PageQuery & { readonly sort?: NoInfer<F | `-${F}`> | undefined },
  { table, alias, conditions, total: keptTotal, ...list }: IdList<F>,
): Promise<{ ids: number[]; meta: PageMeta }> {
  const from = sql.raw(`${table} ${alias}`);
  const total = await (keptTotal?.() ?? countRows(db, { from, conditions }));
  // OFFSET 0 keeps the planner from reading the whole table in index order to find a few rows.
  const few = sql`(SELECT * FROM ${from} WHERE ${allOf(conditions)} OFFSET 0) ${sql.raw(alias)}`;
  const { rows, meta } = await listPage(db, query, {
    ...list,
    ...(total <= FEW ? { from: few, conditions: [] } : { from, conditions }),
    id: `${alias}.id`,
    total,
    columns: sql<{ id: number }>`${sql.raw(alias)}.id`,
  });
  return { ids: rows.map(({ id }) => id), meta };
}
