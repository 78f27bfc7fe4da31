import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';

// A statement of its own: it must see the references that were committed while it waited for the
// lock.
const drop = statement({
  name: 'stored-files-drop',
  params: params<{ hashes: readonly Buffer[] }>(),
  columns: { size: col.int },
  text: `
    DELETE FROM stored_files f
    WHERE f.sha256 = ANY (:hashes::bytea[])
      AND NOT EXISTS (SELECT 1 FROM order_attachments a WHERE a.sha256 = f.sha256)
    RETURNING f.size`,
});

/** Drops those of the contents that nothing refers to any more, as seen by this transaction. */
export async function dropUnreferenced(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.q
    .selectFrom('stored_files')
    .select('size')
    .where('sha256', 'in', hashes)
    .orderBy('sha256')
    .forUpdate()
    .execute();
  await db.rows(drop, { hashes });
}
