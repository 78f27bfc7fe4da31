import { pino } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { databaseOver, type Db } from '../platform/db/database.ts';
import { createPool } from '../platform/db/pool.ts';
import { RuleError } from '../platform/errors.ts';
import { checkObjects, hasObjects } from '../platform/files/check-objects.ts';
import type { ObjectStore } from '../platform/files/object-store.ts';
import { describeObjects } from './files.ts';

/** For commands that say themselves what failed. */
export const silent = pino({ level: 'silent' });

/** Runs `work` with a database that no installation is opened on. */
export async function withDatabase<T>(
  url: string,
  { timezone }: Pick<Config, 'timezone'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = createPool({ url, size: 2, timezone, name: 'lavra-restore', logger: silent });
  try {
    return await work(databaseOver(pool));
  } finally {
    await pool.end();
  }
}

/**
 * Checks that the object store has what a database refers to. Returns what to print, empty where it
 * refers to nothing.
 */
export const checkFiles = (
  url: string,
  config: Pick<Config, 'timezone'>,
  objects: ObjectStore | undefined,
): Promise<{ readonly text: string; readonly intact: boolean }> =>
  withDatabase(url, config, async (db) => {
    if (!(await hasObjects(db))) return { text: '', intact: true };
    const unchecked = (why: string) => ({
      text: `Os arquivos fora do banco não foram conferidos: ${why}.\n`,
      intact: false,
    });
    if (objects === undefined) return unchecked('FILES_BUCKET não diz onde estão');
    try {
      const { lines, intact } = describeObjects(objects.location, await checkObjects(db, objects));
      return { text: `${lines.join('\n')}\n`, intact };
    } catch (error) {
      if (error instanceof RuleError) return unchecked(`${objects.location} não respondeu`);
      throw error;
    }
  });
