import type { Config } from '../platform/config/config.ts';
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
export interface Duties { readonly housekeeping?: boolean; readonly worker?: boolean }

/** Database, migrations, reference data, first admin, application, duties: all but listening. */
export async function openInstallation(config: Config, { housekeeping = false, worker = false }: Duties = {}): Promise<Installation> {
  const logger = createLogger(config);
  const home = await openDatabaseHome(config);
  try {
    await migrateHome(config, home);
    const app = await createApplication({ config, databaseUrl: home.url, appKey: readAppKey(config), logger });
    await loadReferenceData(app.platform.command);
    await startMissingTrials(app.platform);
    if (config.admin !== undefined) await app.accounts.ensureFirstAdmin(config.admin);
    const works = worker ? await startWorker(app, { databaseUrl: home.url, logger }) : undefined;
    const house = housekeeping ? startHousekeeping(app.platform, app.tasks) : undefined;
    return {
      config, logger, home, app,
      close: async () => {
        // Jobs may need what the application holds: it goes after them.
        await Promise.all([app.stopAnswering(), house?.stop(), works?.stop()]);
        await app.close();
        await home.leave();
      },
    };
  } catch (error) {
    await home.leave();
    throw error;
  }
}
