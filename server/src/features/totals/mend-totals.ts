import { sql } from 'kysely';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { mendReleasedItems } from '../awards/awards-feature.ts';

/** A total that was not what counting gives. */
export interface Difference {
  readonly scope: string;
  /** The day or the supplier of the total; absent where it has neither. */
  readonly of: string | undefined;
  /** How much was missing; below 0 where too much was kept. Of what totals are counted from, how many rows. */
  readonly missing: number;
}

/**
 * Counts everything that is kept, adds what is missing, and returns the differences: what the totals
 * are counted from first, since the totals follow it. No writer waits but those of a row that is
 * mended. Takes some 10 s for a million orders.
 */
export async function mendTotals({ command }: Pick<Platform, 'command'>): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const mend of [mendFirstProposals, mendReleases, mendSums])
    differences.push(
      ...(await command(systemActor, async (uow) => {
        await sql`SELECT set_config('statement_timeout', '600s', true)`.execute(uow.db.q);
        return mend(uow);
      })),
    );
  return differences;
}

/** Adds when orders were first answered; what was taken back since may have been earlier. */
async function mendFirstProposals({ db: { q } }: UnitOfWork): Promise<Difference[]> {
  const { rows } = await sql<{ order_id: number }>`
    INSERT INTO first_proposals AS f (order_id, submitted_at)
    SELECT p.order_id, p.submitted_at
    FROM (SELECT order_id, min(submitted_at) AS submitted_at FROM proposals
      WHERE submitted_at IS NOT NULL GROUP BY order_id) p
    LEFT JOIN first_proposals k USING (order_id)
    WHERE k.order_id IS NULL OR k.submitted_at > p.submitted_at
    ON CONFLICT (order_id) DO UPDATE SET submitted_at = excluded.submitted_at
      WHERE excluded.submitted_at < f.submitted_at
    RETURNING order_id`.execute(q);
  return wrongRows('first_proposals', rows.length);
}

const wrongRows = (scope: string, missing: number): Difference[] =>
  missing === 0 ? [] : [{ scope, of: undefined, missing }];

const mendReleases = async ({ db }: UnitOfWork): Promise<Difference[]> =>
  wrongRows('items_released', await mendReleasedItems(db));

/**
 * Adds to the totals what is missing: a statement sees what others write meanwhile in rows and totals,
 * or in neither.
 */
async function mendSums({ db: { q } }: UnitOfWork): Promise<Difference[]> {
  // Two at once would each add what both found missing. What follows sees what the other one added.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lavra compared totals', 0))`.execute(q);
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
}
