import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { isUnavailable } from '../platform/db/database-errors.ts';
import { createLogger, type Logger } from '../platform/log/logger.ts';
import { loadReferenceData } from '../features/reference-data/load-reference-data.ts';
import { startMissingTrials } from '../features/subscriptions/subscriptions-feature.ts';
import { readAppKey } from './app-key.ts';
import { createApplication, type Application } from './compose.ts';
import { migrateHome, openDatabaseHome, type DatabaseHome } from './database-home.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startWorker } from './worker.ts';

/** A running application on a database that is up to date. */
export interface Installation {
  readonly config: Config;
  readonly logger: Logger;
  readonly home: DatabaseHome;
  readonly app: Application;
  /** Finishes what is in flight, lets the connections go, leaves the database. */
  close(): Promise<void>;
}

/** What a process does beside answering: keep house as time passes, and work off events and jobs. */
export interface Duties {
  readonly housekeeping?: boolean;
  readonly worker?: boolean;
}

/** Database, migrations, reference data, first admin, application, duties: all but listening. */
export async function openInstallation(
  config: Config,
  { housekeeping = false, worker = false }: Duties = {},
): Promise<Installation> {
  const logger = createLogger(config);
  const home = await openDatabaseHome(config);
  let opened: Application | undefined;
  try {
    await migrateHome(config, home);
    const app = (opened = await createApplication({
      config,
      databaseUrl: home.url,
      appKey: readAppKey(config),
      logger,
    }));
    await untilItAnswers(() => bringUpToDate(config, app));
    const works = worker ? await startWorker(app, { databaseUrl: home.url, logger }) : undefined;
    const house = housekeeping ? startHousekeeping(app.platform, app.tasks) : undefined;
    return {
      config,
      logger,
      home,
      app,
      close: async () => {
        // Jobs may need what the application holds: it goes after them.
        await Promise.all([app.stopAnswering(), house?.stop(), works?.stop()]);
        await app.close();
        await home.leave();
      },
    };
  } catch (error) {
    // A start that fails leaves nothing behind that would keep its process alive.
    await opened?.close();
    await home.leave();
    throw error;
  }
}

/** What each start looks after, and finds done by the others. */
async function bringUpToDate(config: Config, { platform, accounts }: Application): Promise<void> {
  await loadReferenceData(platform.command);
  await startMissingTrials(platform);
  if (config.admin !== undefined) await accounts.ensureFirstAdmin(config.admin);
}

const MOST_TRIES = 20;

/** A database that answered a moment ago and is silent now gets twenty seconds before the start is given up. */
async function untilItAnswers(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !isUnavailable(error)) throw error;
      await pause(1_000);
    }
  }
}
