import { createHash } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import { objectNameOf } from './object-name.ts';
import type { ObjectStore } from './object-store.ts';
import { findContent, isReferenced } from './stored-files.ts';

export type FileStoreKind = 'database' | 's3';

const toRow = statement({
  name: 'file-to-row',
  params: params<{ hash: Buffer; object: string; content: Buffer; now: Date }>(),
  columns: { object: col.text },
  text: `
    WITH moved AS (
      UPDATE stored_files f SET content = :content, object = NULL
      WHERE f.sha256 = :hash AND f.object = :object RETURNING f.size
    )
    INSERT INTO unreferenced_objects AS u (object, seen_at)
    SELECT :object, :now FROM moved m
    ON CONFLICT (object) DO NOTHING
    RETURNING u.object`,
});

export interface Moved {
  readonly files: number;
  readonly bytes: number;
  /** What could not be moved, since it is missing or not what was stored; in sentences. */
  readonly damaged: readonly string[];
}

/**
 * Moves every content to one location, file by file: copied, read back, compared by its hash, and only
 * then switched, so that it may be interrupted anywhere and run again, while the service runs. A file
 * that is damaged already stays, and the others are moved. Throws where a copy is not what was stored.
 */
export async function moveFiles(parts: Move, to: FileStoreKind): Promise<Moved> {
  const move = to === 's3' ? moveToObject : moveToRow;
  let [files, bytes] = [0, 0];
  const damaged: string[] = [];
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await nextElsewhere(parts.db, to, last);
    if (next === undefined) return { files, bytes, damaged };
    last = next;
    const moved = await move(parts, next);
    if (typeof moved === 'number') [files, bytes] = [files + 1, bytes + moved];
    else if (moved !== undefined) damaged.push(moved);
  }
}

async function nextElsewhere(
  db: Db,
  to: FileStoreKind,
  after: Buffer,
): Promise<Buffer | undefined> {
  const found = await db.q
    .selectFrom('stored_files')
    .select('sha256')
    .where(to === 's3' ? 'content' : 'object', 'is not', null)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(1)
    .executeTakeFirst();
  return found?.sha256;
}

interface Move {
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, 'now'>;
}

/** How many bytes were moved, or why they could not be; undefined where there was nothing to move. */
type Outcome = number | string | undefined;

async function moveToObject({ db, objects }: Move, sha256: Buffer): Promise<Outcome> {
  const found = await findContent(db, sha256);
  if (found === undefined || !('content' in found.location)) return undefined;
  const object = objectNameOf(sha256);
  const content = soundOrWhy(sha256, found.location.content);
  if (typeof content === 'string') return `${sha256.toString('hex')}, no banco: ${content}`;
  await objects.put(object, content);
  const copy = soundOrWhy(sha256, await objects.read(object, found.size));
  if (typeof copy === 'string') throw new FileDamaged(`${object}: ${copy}`);
  const switched = await db.q
    .updateTable('stored_files')
    .set({ object, content: null })
    .where('sha256', '=', sha256)
    .where('object', 'is', null)
    .returning('size')
    .executeTakeFirst();
  if (switched === undefined) await objects.remove(object); // dropped meanwhile
  return switched?.size;
}

async function moveToRow({ db, objects, clock }: Move, sha256: Buffer): Promise<Outcome> {
  const found = await findContent(db, sha256);
  if (found === undefined || !('object' in found.location)) return undefined;
  const { object } = found.location;
  const content = soundOrWhy(sha256, await objects.read(object, found.size));
  if (typeof content === 'string')
    return (await isReferenced(db, sha256, object)) ? `${object}: ${content}` : undefined;
  const switched = await db.row(toRow, { hash: sha256, object, content, now: clock.now() });
  return switched === undefined ? undefined : found.size;
}

/** Returns a copy that is what was stored, or what is wrong with it, for the operator. */
function soundOrWhy(sha256: Buffer, content: Buffer | undefined): Buffer | string {
  if (content === undefined) return 'não está no depósito';
  const isSame = createHash('sha256').update(content).digest().equals(sha256);
  return isSame ? content : 'não é o que foi guardado';
}

/** A copy that is missing or not what was stored, worded for the operator. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}
