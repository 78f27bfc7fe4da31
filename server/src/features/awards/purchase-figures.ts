import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { col } from '../../platform/db/statement.ts';
import { from } from '../../platform/db/projection.ts';

// The only definition of what was bought, for every figure of it. Purchases are `s`, orders `o`.

/** SQL: the purchase stands, neither released as a whole nor cancelled with its order. */
export const standingSql = "s.state NOT IN ('released', 'cancelled')";
/** SQL: the purchase was not released; the order may have been revoked since. */
export const wonSql = "s.state <> 'released'";

/** SQL: how many items of a purchase were not released. */
export const boughtItemsSql = '(s.items_count - s.items_released)';

/** SQL: the amount of standing purchases where `condition` holds, without freight. */
const boughtAmountSql = (condition = 'true'): string =>
  `coalesce(sum(s.items_amount) FILTER (WHERE ${standingSql} AND ${condition}), 0)`;

/** SQL: the number of items that orders which were awarded asked for. */
export const askedItemsSql =
  "coalesce(sum(o.items_count) FILTER (WHERE o.status IN ('adjudicada', 'finalizada')), 0)::int";

const boughtItems = from(
  `coalesce(sum(${boughtItemsSql}) FILTER (WHERE ${standingSql}), 0)::int`,
  col.int,
);

/** What a supplier sold, over its purchases `s`. */
export const soldFigures = {
  orders_won: from(`count(DISTINCT s.order_id) FILTER (WHERE ${wonSql})::int`, col.int),
  negotiated_volume: from(boughtAmountSql(), col.numeric),
  items_bought: boughtItems,
};

/** What a producer bought, over its orders `o` and their purchases `s`. */
export const boughtFigures = {
  savings: from(boughtAmountSql("o.status = 'finalizada'"), col.numeric),
  items_bought: boughtItems,
};

/** Returns the percentage of items that were bought, with one decimal; null where none was asked for. */
export const boughtPercent = (bought: number, asked: number): number | null =>
  asked === 0 ? null : Math.round((bought * 1000) / asked) / 10;

/**
 * Counts the released items of each purchase anew, and returns how many purchases were wrong. An item
 * is released in one transaction with the number that the purchase keeps.
 */
export async function mendReleasedItems({ q }: Db): Promise<number> {
  const released = sql`(SELECT count(*) FROM purchase_items i
    WHERE i.purchase_id = s.id AND i.released_at IS NOT NULL)`;
  const wrong = await sql<{ id: number }>`
    SELECT s.id FROM purchases s
    WHERE s.items_released <> ${released} ORDER BY s.id FOR NO KEY UPDATE OF s`.execute(q);
  if (wrong.rows.length === 0) return 0;
  const { rows } = await sql`
    UPDATE purchases s SET items_released = ${released}
    WHERE s.id = ANY(${wrong.rows.map(({ id }) => id)}::bigint[]) AND s.items_released <> ${released}
    RETURNING s.id`.execute(q);
  return rows.length;
}
