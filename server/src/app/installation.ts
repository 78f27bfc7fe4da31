import type { Config } from '../platform/config/config.ts';
import { createLogger, type Logger } from '../platform/log/logger.ts';
import { loadReferenceData } from '../features/reference-data/load-reference-data.ts';
import { readAppKey } from './app-key.ts';
import { createApplication, type Application } from './compose.ts';
import { migrateHome, openDatabaseHome, type DatabaseHome } from './database-home.ts';
import { startHousekeeping } from './housekeeping.ts';

/** A running application on a database that is up to date. */
export interface Installation {
  readonly config: Config;
  readonly logger: Logger;
  readonly home: DatabaseHome;
  readonly app: Application;
  /** Finishes what is in flight, lets the connections go, leaves the database. */
  close(): Promise<void>;
}

/** Database, migrations, reference data, first admin, application: all but listening. Processes that stay keep house as well. */
export async function openInstallation(config: Config, { housekeeping = false }: { housekeeping?: boolean } = {}): Promise<Installation> {
  const logger = createLogger(config);
  const home = await openDatabaseHome(config);
  try {
    await migrateHome(config, home);
    const app = await createApplication({ config, databaseUrl: home.url, appKey: readAppKey(config), logger });
    await loadReferenceData(app.platform.command);
    if (config.admin !== undefined) await app.accounts.ensureFirstAdmin(config.admin);
    const house = housekeeping ? startHousekeeping(app.platform) : undefined;
    return {
      config, logger, home, app,
      close: async () => {
        await house?.stop();
        await app.close();
        await home.leave();
      },
    };
  } catch (error) {
    await home.leave();
    throw error;
  }
}
