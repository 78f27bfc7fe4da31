import { createHash } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import { objectNameOf } from './object-name.ts';
import type { ObjectStore } from './object-store.ts';
import { findContent } from './stored-files.ts';

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
}

/**
 * Moves every content to one location, file by file: copied, read back, compared by its hash, and only
 * then switched, so that it may be interrupted anywhere and run again, while the service runs. Throws
 * where a copy is not what was stored.
 */
export async function moveFiles(parts: Move, to: FileStoreKind): Promise<Moved> {
  const move = to === 's3' ? moveToObject : moveToRow;
  let [files, bytes] = [0, 0];
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await nextElsewhere(parts.db, to, last);
    if (next === undefined) return { files, bytes };
    last = next;
    const size = await move(parts, next);
    if (size !== undefined) [files, bytes] = [files + 1, bytes + size];
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

async function moveToObject({ db, objects }: Move, sha256: Buffer): Promise<number | undefined> {
  const found = await findContent(db, sha256);
  if (found === undefined || !('content' in found.location)) return undefined;
  const object = objectNameOf(sha256);
  assertSame(sha256, found.location.content, 'stored_files');
  await objects.put(object, found.location.content);
  assertSame(sha256, await objects.read(object, found.size), object);
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

async function moveToRow(
  { db, objects, clock }: Move,
  sha256: Buffer,
): Promise<number | undefined> {
  const found = await findContent(db, sha256);
  if (found === undefined || !('object' in found.location)) return undefined;
  const { object } = found.location;
  const content = await objects.read(object, found.size);
  if (content === undefined && (await findContent(db, sha256)) === undefined) return undefined;
  assertSame(sha256, content, object);
  const switched = await db.row(toRow, { hash: sha256, object, content, now: clock.now() });
  return switched === undefined ? undefined : found.size;
}

function assertSame(
  sha256: Buffer,
  content: Buffer | undefined,
  where: string,
): asserts content is Buffer {
  if (content === undefined) throw new FileDamaged(`${where}: não está no depósito`);
  if (!createHash('sha256').update(content).digest().equals(sha256))
    throw new FileDamaged(`${where}: não é o que foi guardado`);
}

/** A content that is missing or not what was stored, worded for the operator. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}
