import type { Application } from '../app/compose.ts';
import type { UnitOfWork } from '../platform/db/command.ts';

const SETTING = 'demo.loaded';

/**
 * The stories that have begun, by their index; `all` once the load has come to its end. What a later
 * release adds to the demo is for installations that it finds empty.
 */
export type Progress = readonly number[] | 'all';

/** Returns how far the demo was loaded; undefined where it has not begun. */
export async function readProgress({
  platform: { db },
}: Application): Promise<Progress | undefined> {
  const row = await db.q
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return Array.isArray(row.value) ? row.value.map(Number) : 'all';
}

/** Marks the database as one that holds the demo, of which no story has begun. */
export async function beginProgress({ db, now }: UnitOfWork): Promise<void> {
  await db.q
    .insertInto('settings')
    .values({ key: SETTING, value: '[]', updated_at: now })
    .execute();
}

export async function writeProgress(
  { platform: { db, clock } }: Application,
  progress: Progress,
): Promise<void> {
  await db.q
    .updateTable('settings')
    .set({ value: JSON.stringify(progress), updated_at: clock.now() })
    .where('key', '=', SETTING)
    .execute();
}
