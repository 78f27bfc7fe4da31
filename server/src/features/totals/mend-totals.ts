import { sql } from 'kysely';
import { systemActor } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';

/** A total that was not what counting gives. */
export interface Difference {
  readonly scope: string;
  /** The day or the supplier of the total; absent where it has neither. */
  readonly of: string | undefined;
  /** How much was missing; below 0 where too much was kept. */
  readonly missing: number;
}

/**
 * Counts everything that totals are kept of, adds what is missing to them, and returns the differences.
 * No writer waits: a statement sees what others write meanwhile in the rows and in the totals, or in
 * neither. Takes some 10 s for a million orders.
 */
export const mendTotals = ({ command }: Pick<Platform, 'command'>): Promise<Difference[]> =>
  command(systemActor, async ({ db: { q } }) => {
    await sql`SELECT set_config('statement_timeout', '600s', true)`.execute(q);
    // Two at once would each add what both found missing. What follows sees what the other one added.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('lavra compared totals', 0))`.execute(
      q,
    );
    const lists = await sql<{ scope: string; supplier_id: number; delta: number }>`
      INSERT INTO list_totals (scope, supplier_id, delta)
      SELECT u.scope, u.supplier_id, sum(u.amount)
      FROM (SELECT scope, supplier_id, amount FROM counted_list_totals
        UNION ALL SELECT t.scope, t.supplier_id, -t.delta FROM list_totals t) u
      GROUP BY u.scope, u.supplier_id HAVING sum(u.amount) <> 0
      RETURNING scope, supplier_id, delta`.execute(q);
    const days = await sql<{ scope: string; day: string; delta: number }>`
      INSERT INTO daily_totals (scope, day, delta)
      SELECT u.scope, u.day, sum(u.amount)
      FROM (SELECT scope, day, amount FROM counted_daily_totals
        UNION ALL SELECT t.scope, t.day, -t.delta FROM daily_totals t) u
      GROUP BY u.scope, u.day HAVING sum(u.amount) <> 0
      RETURNING scope, day, delta`.execute(q);
    return [
      ...lists.rows.map(({ scope, supplier_id, delta }) => ({
        scope,
        of: supplier_id === 0 ? undefined : String(supplier_id),
        missing: delta,
      })),
      ...days.rows.map(({ scope, day, delta }) => ({ scope, of: day, missing: delta })),
    ];
  });
