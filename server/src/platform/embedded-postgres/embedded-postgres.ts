import { connectionUrl, ensureDatabase, type PostgresConnection } from './databases.ts';
import { SUPERUSER } from './cluster.ts';
import { holdServer, type Holder } from './holder.ts';
import { adoptOrLaunch, type LaunchedServer } from './launch.ts';
import { boundLog } from './log-file.ts';
import { choosePlace, type Place } from './place.ts';
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
 * choosePlace).
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  forceMode?: 'user',
): Promise<EmbeddedPostgres> {
  const place = choosePlace(options.dataDir, forceMode);
  return withStartLock(place.dataDir, async () => {
    const { server, adopted, connection, holder } = await enter(place, options);
    const stop = stopOnce(place.dataDir, server, holder);
    return {
      connection,
      url: connectionUrl(connection),
      pid: server.pid,
      adopted,
      dataDir: place.dataDir,
      stop,
    };
  });
}

interface Entered extends LaunchedServer {
  readonly connection: PostgresConnection;
  readonly holder: Holder;
}

async function enter(place: Place, options: ServerOptions): Promise<Entered> {
  const { server, adopted } = await adoptOrLaunch(place, options);
  const connection = { host: server.socketDir, port: PORT, user: SUPERUSER, database: DATABASE };
  try {
    await ensureDatabase(connection);
    return { server, adopted, connection, holder: await holdServer(connection) };
  } catch (error) {
    // A server killed a moment ago may still look alive when it is adopted.
    if (!adopted || findServer(place.dataDir)?.pid === server.pid) throw error;
    return enter(place, options);
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
