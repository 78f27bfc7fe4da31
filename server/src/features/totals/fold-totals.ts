import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

// Deltas that are invisible to this statement's snapshot remain; concurrent readers see either all
// deleted rows or the one that replaces them.
const foldStatement = statement({
  name: 'totals-fold',
  params: params<Record<string, never>>(),
  columns: { folded: col.int },
  text: `
    WITH alone AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended('lavra list totals', 0)) AS held
    ), crowded AS (
      SELECT t.scope, t.supplier_id FROM list_totals t GROUP BY t.scope, t.supplier_id HAVING count(*) > 1
    ), gone AS (
      DELETE FROM list_totals t USING crowded c
      WHERE t.scope = c.scope AND t.supplier_id = c.supplier_id AND (SELECT held FROM alone)
      RETURNING t.scope, t.supplier_id, t.delta
    ), kept AS (
      INSERT INTO list_totals (scope, supplier_id, delta)
      SELECT g.scope, g.supplier_id, sum(g.delta) FROM gone g GROUP BY g.scope, g.supplier_id HAVING sum(g.delta) <> 0
    ), crowded_days AS (
      SELECT t.scope, t.day FROM daily_totals t GROUP BY t.scope, t.day HAVING count(*) > 1
    ), gone_days AS (
      DELETE FROM daily_totals t USING crowded_days c
      WHERE t.scope = c.scope AND t.day = c.day AND (SELECT held FROM alone)
      RETURNING t.scope, t.day, t.delta
    ), kept_days AS (
      INSERT INTO daily_totals (scope, day, delta)
      SELECT g.scope, g.day, sum(g.delta) FROM gone_days g GROUP BY g.scope, g.day HAVING sum(g.delta) <> 0
    )
    SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM gone_days) AS folded`,
});

/**
 * Replaces the deltas of each total by their sum. Returns the number of deltas removed; 0
 * while another process is folding.
 */
export const foldTotals = async (db: Db): Promise<number> =>
  (await db.row(foldStatement, {}))?.folded ?? 0;
