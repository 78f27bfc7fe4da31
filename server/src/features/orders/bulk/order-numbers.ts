import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';

/** Returns the producer of each of these order numbers that exists. */
export const listTakenNumbers = async (
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const taken = await db.q
    .selectFrom('orders')
    .select(['number', 'producer_id'])
    .where(sql<boolean>`number = ANY(${numbers}::text[])`)
    .execute();
  return new Map(taken.map(({ number, producer_id }) => [number, producer_id]));
};

const advanceCounters = statement({
  name: 'orders-bulk-counters',
  params: params<{ years: readonly number[]; lasts: readonly number[] }>(),
  columns: { last: col.int },
  text: `
    INSERT INTO order_counters AS c (year, last)
    SELECT y.year, y.last FROM unnest(:years::int[], :lasts::int[]) AS y(year, last)
    ON CONFLICT (year) DO UPDATE SET last = greatest(c.last, excluded.last) RETURNING c.last`,
});

/**
 * Advances the counters past these numbers, so that no new order gets one of them. Runs outside
 * transactions, like `takeOrderNumber`.
 */
export async function reserveNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  const lasts = new Map<number, number>();
  for (const number of numbers) {
    const match = /^COT-(\d{4})-(\d{6,7})$/.exec(number);
    if (match === null) continue;
    const [year, last] = [Number(match[1]), Number(match[2])];
    lasts.set(year, Math.max(last, lasts.get(year) ?? 0));
  }
  const years = [...lasts.keys()].toSorted((a, b) => a - b);
  if (years.length > 0)
    await db.rows(advanceCounters, { years, lasts: years.map((year) => lasts.get(year) ?? 0) });
}
