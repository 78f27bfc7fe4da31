import pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { CONNECTION_WAIT_MS } from '../config/connection-wait.ts';
import type { DatabaseHealth } from './health-monitor.ts';
import { startupOptions } from './session-settings.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly timezone: string;
  readonly name: string;
  readonly logger: Logger;
  /**
   * While the database is unresponsive the pool hands out no connection, and connections in use are
   * closed at once.
   */
  readonly health?: DatabaseHealth;
  /**
   * Sends statements without waiting for the results before them, so that BEGIN costs no round trip
   * of its own. Such connections support no cursors and no COPY.
   */
  readonly pipelined?: boolean;
  /** How long to wait for a connection, in ms; 1.5 s by default. */
  readonly waitMs?: number;
  /** Takes connections to standbys too, for reads alone. */
  readonly standby?: boolean;
}

/**
 * Creates a pool whose sessions use the platform's time zone; unless `standby` says otherwise it
 * takes no connection to a standby, which would refuse every write. Time-outs: 5 s for a lock, 15 s
 * for a statement or an idle transaction; `waitMs` to get a connection.
 */
export function createPool({
  url,
  size,
  timezone,
  name,
  logger,
  health,
  pipelined = false,
  waitMs = CONNECTION_WAIT_MS,
  standby = false,
}: PoolOptions): pg.Pool {
  const pool = new MonitoredPool(health, {
    connectionString: url,
    max: size,
    application_name: name,
    pipeline: pipelined,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    options: startupOptions(timezone),
    types: { getTypeParser: parserFor },
    Client: StandbyAwareClient,
    verify: (client, done) =>
      done(
        !standby && client instanceof StandbyAwareClient && client.isStandby
          ? new Error('Connection terminated: a standby answered, not the primary')
          : undefined,
      ),
  });
  // An idle connection that the server drops must not end the process; the next checkout opens a
  // new one. Only the message is logged, as the error carries the whole connection.
  pool.on('error', ({ message }) =>
    logger.warn({ reason: message }, 'idle database connection lost'),
  );
  // Nor must a connection in use that the server drops end it: its next statement rejects.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

/**
 * A connection that knows whether its server is a standby, which PostgreSQL 14 and later report on
 * connecting. After a fail-over the address of the primary may still lead to one.
 */
class StandbyAwareClient extends pg.Client {
  isStandby = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
  }
}

/** A setting of the server as `pg` reports it. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

class MonitoredPool extends pg.Pool {
  readonly #health: DatabaseHealth | undefined;

  constructor(health: DatabaseHealth | undefined, config: pg.PoolConfig) {
    super(config);
    this.#health = health;
    const [idle, held] = [new Set<pg.PoolClient>(), new Set<pg.PoolClient>()];
    this.on('acquire', (client) => {
      idle.delete(client);
      held.add(client);
    });
    this.on('release', (_error: unknown, client: pg.PoolClient) => {
      held.delete(client);
      idle.add(client);
    });
    this.on('remove', (client) => {
      idle.delete(client);
      held.delete(client);
    });
    health?.onUnresponsive(() => {
      // Fails the pending statement and the next one (a pipelined end() would wait).
      for (const client of held) client.connection.stream.destroy();
      // By the time an idle connection is needed, the server behind it may be gone.
      for (const client of idle) client.emit('error', new Error('database unresponsive'));
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    if (this.#health?.unresponsive !== true)
      return callback === undefined ? super.connect() : super.connect(callback);
    const error = new Error('Connection terminated: the database is unresponsive');
    return callback === undefined ? Promise.reject(error) : callback(error, undefined, () => {});
  }
}

const asText = (value: string): string => value;
const { builtins } = pg.types;

/**
 * Parsers by type oid. bigint becomes a number (identities stay below 2^53); numeric, date and
 * timestamptz stay the text PostgreSQL wrote: exact decimals, `YYYY-MM-DD`, and
 * `YYYY-MM-DD HH:MM:SS.mmm-03` in the platform's zone.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, asText],
  [
    1016,
    (value) =>
      value
        .slice(1, -1)
        .split(',')
        .filter((part) => part !== '')
        .map(Number),
  ], // bigint[]
]);

function parserFor(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text');
}
