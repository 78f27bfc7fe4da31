import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import { RuleError } from '../errors.ts';
import { hashOfObject } from './object-name.ts';
import type { ObjectStore } from './object-store.ts';
import { isReferenced } from './stored-files.ts';

/** How long an object is left alone after it was stored, and again after it was seen, in ms. */
const DAY = 86_400_000;
/** At most this many are noted in one pass; the next one finds the others. */
const MOST = 10_000;
/** A bucket where more than these, and more than half, are unknown is another installation's. */
const SUSPICIOUS = 100;
/** How many are removed before it is asked again what is due. */
const BATCH = 100;
/** After this long, in ms, the first failure ends a pass: the store hangs. */
const PATIENCE_MS = 30_000;

const unknown = statement({
  name: 'objects-unknown',
  params: params<{ names: readonly string[]; hashes: readonly Buffer[] }>(),
  columns: { name: col.text },
  text: `
    SELECT n.name FROM unnest(:names::text[], :hashes::bytea[]) AS n (name, sha256)
    WHERE NOT EXISTS (SELECT 1 FROM stored_files f WHERE f.sha256 = n.sha256 AND f.object = n.name)
      AND NOT EXISTS (SELECT 1 FROM unreferenced_objects u WHERE u.object = n.name)`,
});
interface Sweep {
  readonly platform: { readonly db: Db; readonly clock: Pick<Clock, 'now'> };
  readonly objects: ObjectStore;
  readonly stopping: AbortSignal;
}

/**
 * Notes the objects older than a day that nothing refers to: uploads that did not end. Returns how
 * many. Throws, and notes none, where most of the bucket is unknown to the database.
 */
export async function noteOrphans({ platform, objects, stopping }: Sweep): Promise<number> {
  const { db, clock } = platform;
  const now = clock.now();
  const orphans: string[] = [];
  let listed = 0;
  for await (const page of objects.list()) {
    if (stopping.aborted || orphans.length >= MOST) break;
    const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() < now.getTime() - DAY);
    listed += page.length;
    orphans.push(...(await unknownOf(db, old)));
  }
  if (orphans.length > SUSPICIOUS && orphans.length > listed / 2)
    throw new Error(
      `${orphans.length} of ${listed} objects in ${objects.location} are unknown: is this its database?`,
    );
  if (orphans.length === 0) return 0;
  const noted = await db.q
    .insertInto('unreferenced_objects')
    .values(orphans.map((object) => ({ object, seen_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('object')
    .execute();
  return noted.length;
}

/** Returns the names that this service gave, and that the database does not know. */
async function unknownOf(db: Db, objects: readonly { name: string }[]): Promise<string[]> {
  const ours = objects.flatMap(({ name }) => {
    const hash = hashOfObject(name);
    return hash === undefined ? [] : [{ name, hash }];
  });
  const names = ours.map(({ name }) => name);
  const found = await db.rows(unknown, { names, hashes: ours.map(({ hash }) => hash) });
  return found.map(({ name }) => name);
}

/**
 * Removes the objects that were noted a day ago and that still nothing refers to; returns how many.
 * Their names are never given again, so none of them can be referred to meanwhile. One that the store
 * keeps, by a lock of its own, holds up no other: the first failure is thrown after the rest.
 */
export async function removeUnreferenced(sweep: Sweep): Promise<number> {
  const before = new Date(sweep.platform.clock.now().getTime() - DAY);
  const patience = performance.now() + PATIENCE_MS;
  const failures: RuleError[] = [];
  let removed = 0;
  for (let last: Noted | undefined; ;) {
    const due = await listDue(sweep.platform.db, before, last);
    for (const noted of due) {
      if (sweep.stopping.aborted) return removed;
      try {
        removed += (await removeOne(sweep, noted)) ? 1 : 0;
      } catch (error) {
        if (!(error instanceof RuleError) || performance.now() > patience) throw error;
        failures.push(error);
      }
    }
    last = due.at(-1);
    if (due.length < BATCH) break;
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return removed;
}

interface Noted {
  readonly object: string;
  readonly seen_at: string;
}

/** Lists what was noted until then, from the last one of the list before on. */
const listDue = ({ q }: Db, before: Date, last: Noted | undefined): Promise<Noted[]> =>
  q
    .selectFrom('unreferenced_objects as u')
    .select(['u.object', 'u.seen_at'])
    .where('u.seen_at', '<=', before.toISOString())
    .$if(last !== undefined, (rows) =>
      rows.where(sql<boolean>`(u.seen_at, u.object) > (${last?.seen_at}, ${last?.object})`),
    )
    .orderBy('u.seen_at')
    .orderBy('u.object')
    .limit(BATCH)
    .execute();

/** Removes an object and its note; returns false for one that is referred to, which loses its note. */
async function removeOne(
  { platform: { db }, objects }: Sweep,
  { object }: Noted,
): Promise<boolean> {
  const hash = hashOfObject(object);
  const stays = hash !== undefined && (await isReferenced(db, hash, object));
  if (!stays) await objects.remove(object);
  await db.q.deleteFrom('unreferenced_objects').where('object', '=', object).execute();
  return !stays;
}
