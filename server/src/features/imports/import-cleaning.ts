import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY = 86_400_000;
/**
 * Retention, in milliseconds, of previews that were not imported and of the rows of finished
 * imports: they hold personal data.
 */
const KEEP = { previews: 7 * DAY, rows: 30 * DAY } as const;

const removeRows = statement({
  name: 'import-clean-rows',
  params: params<{ previewed_before: Date; finished_before: Date }>(),
  columns: { removed: col.int },
  text: `
    WITH gone AS (
      DELETE FROM import_rows WHERE ctid = ANY (ARRAY(
        SELECT r.ctid FROM imports i JOIN import_rows r ON r.import_id = i.id
        WHERE (i.state = 'previewed' AND i.created_at < :previewed_before)
          OR i.finished_at < :finished_before
        LIMIT 5000))
      RETURNING 1
    ) SELECT count(*) AS removed FROM gone`,
});
const removePreviews = statement({
  name: 'import-clean-previews',
  params: params<{ previewed_before: Date }>(),
  columns: { removed: col.int },
  text: `
    WITH gone AS (
      DELETE FROM imports WHERE state = 'previewed' AND created_at < :previewed_before
        AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = imports.id)
      RETURNING 1
    ) SELECT count(*) AS removed FROM gone`,
});

/**
 * Removes old previews, and the rows of imports that ended a month ago, some thousands at a time;
 * returns the number of rows.
 */
export async function cleanImports(
  { db, clock }: Platform,
  stopping: AbortSignal,
): Promise<number> {
  const now = clock.now().getTime();
  const before = {
    previewed_before: new Date(now - KEEP.previews),
    finished_before: new Date(now - KEEP.rows),
  };
  let total = 0;
  for (let removed = Infinity; removed > 0 && !stopping.aborted; total += removed)
    removed = (await db.row(removeRows, before))?.removed ?? 0;
  if (!stopping.aborted)
    await db.rows(removePreviews, { previewed_before: before.previewed_before });
  return total;
}
