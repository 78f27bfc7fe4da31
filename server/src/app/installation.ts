import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { systemActor } from '../platform/db/command.ts';
import { isUnavailable } from '../platform/db/database-errors.ts';
import { assertSessionSettings } from '../platform/db/session-settings.ts';
import { RuleError } from '../platform/errors.ts';
import { hasObjects } from '../platform/files/check-objects.ts';
import { createLogger, type Logger } from '../platform/log/logger.ts';
import { ensureFirstAdmin } from '../features/accounts/accounts-feature.ts';
import { ensureUnlistedProducts } from '../features/catalogue/catalogue-feature.ts';
import { loadReferenceData } from '../features/reference-data/load-reference-data.ts';
import { startMissingTrials } from '../features/subscriptions/subscriptions-feature.ts';
import { readAppKey } from './app-key.ts';
import { createApplication, type Application } from './compose.ts';
import {
  migrateDatabase,
  openDatabase,
  type InstallationDatabase,
} from './installation-database.ts';
import { startScheduler, type Scheduler } from './scheduler.ts';
import { logSlowStatements } from '../platform/tracing/slow-statements.ts';
import { startTracing } from '../platform/tracing/tracing.ts';
import { version } from './version.ts';
import type { Worker } from '../platform/queue/worker.ts';
import { startWorker } from './worker.ts';

/** A running application on a database that is up to date. */
export interface Installation {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: InstallationDatabase;
  readonly app: Application;
  /** Starts duties beside those of the opening. */
  begin(duties: Duties): Promise<void>;
  /**
   * Finishes requests and jobs in progress, closes the connections, disconnects from the database.
   */
  close(): Promise<void>;
}

/**
 * What a process does beside serving requests: run scheduled tasks, and work on events and jobs.
 */
export interface Duties {
  readonly scheduler?: boolean;
  readonly worker?: boolean;
}

/**
 * Opens the database, applies migrations, loads reference data, creates the first administrator,
 * and starts the application and the duties: everything except listening.
 */
export async function openInstallation(config: Config, duties: Duties = {}): Promise<Installation> {
  const logger = createLogger(config);
  const stopWatching = await watchOperations(config, logger);
  const database = await openDatabase(config);
  let opened: Application | undefined;
  try {
    await migrateDatabase(config, database);
    const app = (opened = await createApplication({
      config,
      databaseUrl: database.url,
      appKey: readAppKey(config),
      logger,
    }));
    await retryWhileUnavailable(() => assertSessionSettings(app.platform.db, config.timezone));
    await retryWhileUnavailable(() => bringUpToDate(config, app));
    await checkFiles(app);
    let [jobs, tasks]: [Worker?, Scheduler?] = [];
    const begin = async ({ scheduler = false, worker = false }: Duties): Promise<void> => {
      if (worker)
        jobs = await startWorker(app, {
          databaseUrl: database.url,
          logger,
          waitMs: config.databaseWaitMs,
        });
      if (scheduler) tasks = startScheduler(app.platform, app.tasks);
    };
    await begin(duties);
    return {
      config,
      logger,
      database,
      app,
      begin,
      close: async () => {
        // Jobs may need the application's resources, so it is closed after them.
        await Promise.all([app.stopAnswering(), tasks?.stop(), jobs?.stop()]);
        await app.close();
        await database.close();
        await stopWatching();
      },
    };
  } catch (error) {
    // A failed start must leave nothing open that would keep its process alive.
    await opened?.close();
    await database.close();
    await stopWatching();
    throw error;
  }
}

/** Names slow statements, and draws traces where a collector is configured. Returns how to end it. */
async function watchOperations(
  { tracesUrl, tracesRatio }: Config,
  logger: Logger,
): Promise<() => Promise<void>> {
  const stopLogging = logSlowStatements(logger);
  const tracing =
    tracesUrl === undefined
      ? undefined
      : await startTracing({ endpoint: tracesUrl, ratio: tracesRatio, version, logger });
  return async () => {
    stopLogging();
    await tracing?.stop();
  };
}

/** Brings the data up to date at each start; a start after another process finds it done. */
async function bringUpToDate(config: Config, { platform }: Application): Promise<void> {
  await loadReferenceData(platform.command);
  await platform.command(systemActor, ensureUnlistedProducts);
  await startMissingTrials(platform);
  if (config.admin !== undefined) await ensureFirstAdmin(platform, config.admin);
}

/**
 * Throws `ConfigError` where the object store refuses this installation. One that does not answer
 * keeps nothing else from starting: files are refused until it does.
 */
async function checkFiles({ objects, platform }: Application): Promise<void> {
  if (objects === undefined && (await hasObjects(platform.db)))
    platform.logger.error('there are files in an object store, and FILES_BUCKET names none');
  await objects?.probe().catch((error: unknown) => {
    if (!(error instanceof RuleError)) throw error;
  });
}

const MAX_ATTEMPTS = 20;

/**
 * Retries when a database that responded a moment ago is silent now; the start fails after twenty
 * seconds.
 */
async function retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isUnavailable(error)) throw error;
      await pause(1_000);
    }
  }
}
