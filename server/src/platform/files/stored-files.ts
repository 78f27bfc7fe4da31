import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';

/** Where a content is: in its row, or outside the database by the name of an object. */
export type ContentLocation = { readonly content: Buffer } | { readonly object: string };

/** Stores a content's row; one that is already stored stays where it is. */
export async function insertContent(
  db: Db,
  file: {
    readonly sha256: Buffer;
    readonly mediaType: string;
    readonly size: number;
    readonly location: ContentLocation;
  },
  now: Date,
): Promise<void> {
  const { sha256, mediaType, size, location } = file;
  await db.q
    .insertInto('stored_files')
    .values({
      sha256,
      media_type: mediaType,
      size,
      content: 'content' in location ? location.content : null,
      object: 'object' in location ? location.object : null,
      created_at: now.toISOString(),
    })
    // The update changes nothing: it waits for a transaction that is dropping this content, and locks
    // it until the reference is stored.
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet((set) => ({ size: set.ref('stored_files.size') })),
    )
    .execute();
}

/** Finds the location of a content. */
export async function findContent(
  db: Db,
  sha256: Buffer,
): Promise<{ readonly size: number; readonly location: ContentLocation } | undefined> {
  const file = await db.q
    .selectFrom('stored_files')
    .select(['size', 'content', 'object'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (file === undefined) return undefined;
  const { size, content, object } = file;
  if (content !== null) return { size, location: { content } };
  return object === null ? undefined : { size, location: { object } };
}

/** Finds the object of a content; undefined where it has none. */
export const findObject = async (
  { q }: Db,
  sha256: Buffer,
): Promise<{ readonly object: string; readonly size: number } | undefined> =>
  q
    .selectFrom('stored_files')
    .select(['object', 'size'])
    .where('sha256', '=', sha256)
    .where('object', 'is not', null)
    .$narrowType<{ object: string }>()
    .executeTakeFirst();

/** Gives a content another location in place of an object that is gone; false where it has changed. */
export const replaceObject = async (
  { q }: Db,
  {
    sha256,
    gone,
    location,
  }: { readonly sha256: Buffer; readonly gone: string; readonly location: ContentLocation },
): Promise<boolean> =>
  (await q
    .updateTable('stored_files')
    .set({
      content: 'content' in location ? location.content : null,
      object: 'object' in location ? location.object : null,
    })
    .where('sha256', '=', sha256)
    .where('object', '=', gone)
    .returning('size')
    .executeTakeFirst()) !== undefined;

/** Returns whether a content's row names this object. */
export const isReferenced = async (db: Db, sha256: Buffer, object: string): Promise<boolean> =>
  (await db.q
    .selectFrom('stored_files')
    .select('size')
    .where('sha256', '=', sha256)
    .where('object', '=', object)
    .executeTakeFirst()) !== undefined;

// A statement of its own: it must see the references that were committed while it waited for the
// lock. An object is noted with its row's end: a day later the sweeper removes it.
const drop = statement({
  name: 'stored-files-drop',
  params: params<{ hashes: readonly Buffer[]; now: Date }>(),
  columns: { object: col.text },
  text: `
    WITH dropped AS (
      DELETE FROM stored_files f
      WHERE f.sha256 = ANY (:hashes::bytea[])
        AND NOT EXISTS (SELECT 1 FROM order_attachments a WHERE a.sha256 = f.sha256)
      RETURNING f.object
    )
    INSERT INTO unreferenced_objects AS u (object, seen_at)
    SELECT d.object, :now FROM dropped d WHERE d.object IS NOT NULL
    ON CONFLICT (object) DO NOTHING
    RETURNING u.object`,
});

/** Drops those of the contents that nothing refers to any more, as seen by this transaction. */
export async function dropUnreferenced(
  db: Db,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  if (hashes.length === 0) return;
  await db.q
    .selectFrom('stored_files')
    .select('size')
    .where('sha256', 'in', hashes)
    .orderBy('sha256')
    .forUpdate()
    .execute();
  await db.rows(drop, { hashes, now });
}
