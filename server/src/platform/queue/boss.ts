import { CompiledQuery } from 'kysely';
import { PgBoss, type ConstructorOptions, type Db as BossDatabase } from 'pg-boss';
import { CONNECTION_WAIT_MS } from '../config/connection-wait.ts';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';

/** How soon the jobs of a dead worker are requeued. pg-boss accepts no heartbeat below 10 s. */
export interface TakeOver {
  readonly heartbeatSeconds: number;
  readonly superviseSeconds: number;
}

/**
 * A dead worker's jobs are requeued within half a minute, at the cost of a few small statements
 * every ten seconds.
 */
export const usualTakeOver: TakeOver = { heartbeatSeconds: 20, superviseSeconds: 10 };

export interface BossOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly takeOver?: TakeOver | undefined;
  /** How long to wait for a connection, in ms; 1.5 s by default. */
  readonly waitMs?: number | undefined;
}

const quiet = {
  schedule: false,
  flowIntervalSeconds: 86_400,
  monitorVacuum: false,
  warningQueueSize: 100_000,
} as const satisfies Partial<ConstructorOptions>;

/**
 * Creates the queue client of a worker process: connections of its own, no schema changes, no cron.
 * Without `takeOver` it does not requeue jobs of dead workers. Losing the database is logged; the
 * next statement reconnects.
 */
export function createBoss({
  url,
  logger,
  takeOver,
  waitMs = CONNECTION_WAIT_MS,
}: BossOptions): PgBoss {
  const boss = new PgBoss({
    ...quiet,
    connectionString: url,
    max: 4,
    application_name: 'lavra-queue',
    connectionTimeoutMillis: waitMs,
    options:
      '-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=15s -c jit=off',
    migrate: false,
    supervise: takeOver !== undefined,
    ...(takeOver === undefined
      ? {}
      : {
          superviseIntervalSeconds: takeOver.superviseSeconds,
          monitorIntervalSeconds: takeOver.superviseSeconds,
          maintenanceIntervalSeconds: 60,
        }),
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'queue database connection lost'));
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'));
  return boss;
}

/** Adapts the current transaction to pg-boss: jobs queued through it commit with the rest. */
export const bossOn = ({ q }: Db): BossDatabase => ({
  executeSql: async (text, values = []) => ({
    rows: (await q.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
  }),
});
