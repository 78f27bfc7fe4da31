import { connectionUrl, ensureDatabase, type PostgresConnection } from './databases.ts';
import { SUPERUSER } from './cluster.ts';
import { holdServer, type Holder } from './holder.ts';
import { adoptOrLaunch, type LaunchedServer } from './launch.ts';
import { boundLog } from './log-file.ts';
import { chooseDataLocation, type DataLocation } from './data-location.ts';
import { findServer, stopServer, type RunningServer } from './server-process.ts';
import type { ServerOptions } from './settings.ts';
import { PORT } from './socket-folder.ts';
import { withStartLock } from './start-lock.ts';

export interface EmbeddedPostgresOptions extends ServerOptions {
  /** The cluster's own folder; its log is written beside it. */
  readonly dataDir: string;
}

export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** The connection as a `postgres://` URL. */
  readonly url: string;
  readonly pid: number;
  /** The server was already running, with the settings of the process that started it. */
  readonly adopted: boolean;
  /** Where the data really is: another folder than requested when root's cannot be used. */
  readonly dataDir: string;
  /** Stops using the server, and shuts it down unless another process still uses it. */
  readonly stop: () => Promise<void>;
}

const DATABASE = 'lavra';

/**
 * Starts a private PostgreSQL, or adopts the one already running on the folder, reachable only
 * through a unix socket. Creates the cluster and the `lavra` database at the first start. Throws,
 * in Portuguese and with instructions, where it cannot run. `forceMode` is for tests (see
 * chooseDataLocation).
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  forceMode?: 'user',
): Promise<EmbeddedPostgres> {
  const location = chooseDataLocation(options.dataDir, forceMode);
  return withStartLock(location.dataDir, async () => {
    const { server, adopted, connection, holder } = await connect(location, options);
    const stop = stopOnce(location.dataDir, server, holder);
    return {
      connection,
      url: connectionUrl(connection),
      pid: server.pid,
      adopted,
      dataDir: location.dataDir,
      stop,
    };
  });
}

interface Connected extends LaunchedServer {
  readonly connection: PostgresConnection;
  readonly holder: Holder;
}

async function connect(location: DataLocation, options: ServerOptions): Promise<Connected> {
  const { server, adopted } = await adoptOrLaunch(location, options);
  const connection = { host: server.socketDir, port: PORT, user: SUPERUSER, database: DATABASE };
  try {
    await ensureDatabase(connection);
    return { server, adopted, connection, holder: await holdServer(connection) };
  } catch (error) {
    // A server killed a moment ago may still look alive when it is adopted.
    if (!adopted || findServer(location.dataDir)?.pid === server.pid) throw error;
    return connect(location, options);
  }
}

function stopOnce(dataDir: string, server: RunningServer, holder: Holder): () => Promise<void> {
  const log = boundLog(dataDir);
  let stopping: Promise<void> | undefined;
  return () => {
    log[Symbol.dispose]();
    return (stopping ??= withStartLock(dataDir, async () => {
      const isLast = await holder.release();
      // After a kill -9 another process may have started a new server, which this one must not
      // stop.
      if (isLast && findServer(dataDir)?.pid === server.pid) await stopServer(dataDir, server);
    }));
  };
}
