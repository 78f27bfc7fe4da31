import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/**
 * A row of the log commits within two minutes of being written: everything before the seals of the
 * last two minutes is sealed.
 */
export const settledBeforeEnd = statement({
  name: 'audit-total-settled',
  params: params<Record<string, never>>(),
  columns: { audit_id: col.int },
  text: `
    SELECT s.audit_id FROM audit_seals s
    WHERE s.sealed_at <= (SELECT e.sealed_at FROM audit_seals e ORDER BY e.sequence DESC LIMIT 1) - interval '2 minutes'
    ORDER BY s.audit_id DESC LIMIT 1`,
});

// One snapshot, so that a row sealed meanwhile is counted once. Both tables are limited to the same
// ids, as in the sealer.
export const totalFrom = statement({
  name: 'audit-total',
  params: params<{ floor: number }>(),
  columns: { total: col.int },
  text: `
    SELECT coalesce((SELECT e.sequence FROM audit_seals e ORDER BY e.sequence DESC LIMIT 1), 0) + (
      SELECT count(*) FROM audit_log a
      WHERE a.id > :floor::bigint AND NOT EXISTS (SELECT FROM audit_seals s
        WHERE s.audit_id = a.id AND s.audit_id > :floor::bigint)) AS total`,
});

/**
 * Returns the number of rows in the whole log: the seals are numbered without gaps, so only
 * unsealed rows are counted.
 */
export async function countAllLogs(db: Db): Promise<number> {
  const settled = await db.row(settledBeforeEnd, {});
  return (await db.row(totalFrom, { floor: settled?.audit_id ?? 0 }))?.total ?? 0;
}
