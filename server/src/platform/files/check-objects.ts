import type { Db } from '../db/database.ts';
import type { ObjectStore } from './object-store.ts';

/** How many objects are asked for at once. */
const AT_ONCE = 8;
const PAGE = 500;

/** What the database refers to outside it, and what of it is not there as it was stored. */
export interface CheckedObjects {
  readonly objects: number;
  readonly missing: readonly string[];
}

/** Asks for every object that the database refers to. Throws `files_unavailable`. */
export async function checkObjects(db: Db, store: ObjectStore): Promise<CheckedObjects> {
  const missing: string[] = [];
  let objects = 0;
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const page = await pageOf(db, last);
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const some = page.slice(at, at + AT_ONCE);
      const sizes = await Promise.all(some.map(({ object }) => store.sizeOf(object)));
      missing.push(
        ...some.filter(({ size }, index) => sizes[index] !== size).map(({ object }) => object),
      );
    }
    objects += page.length;
    const end = page.at(-1);
    if (end === undefined) return { objects, missing };
    last = end.sha256;
  }
}

const pageOf = (db: Db, after: Buffer) =>
  db.q
    .selectFrom('stored_files')
    .select(['sha256', 'size', 'object'])
    .where('object', 'is not', null)
    .$narrowType<{ object: string }>()
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(PAGE)
    .execute();

/** Returns whether the database refers to objects outside it. */
export const hasObjects = async ({ q }: Db): Promise<boolean> =>
  (await q
    .selectFrom('stored_files')
    .select('size')
    .where('object', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
