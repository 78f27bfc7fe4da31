import { Socket } from 'node:net';
import { Client } from 'pg';
import { MAINTENANCE_DATABASE, type PostgresConnection } from './databases.ts';

const NAME = 'lavra-holder';

/** A process's use of the server. Several may use one; the last to release it shuts it down. */
export interface Holder {
  /** Ends the use; returns true when no other process uses the server. */
  release(): Promise<boolean>;
}

/** Marks the use by an idle connection: it ends with its process, in whatever way that ends. */
export async function holdServer(connection: PostgresConnection): Promise<Holder> {
  const socket = new Socket();
  const client = new Client({
    ...connection,
    database: MAINTENANCE_DATABASE,
    application_name: NAME,
    ssl: false,
    stream: () => socket,
  });
  client.on('error', () => {}); // The server was killed; the next query reports it.
  await client.connect();
  socket.unref();
  return {
    release: async () => {
      socket.ref();
      // A lost connection means a lost server, which no other process uses either.
      const isLast = await isOnlyHolder(client).catch(() => true);
      await client.end().catch(() => {});
      return isLast;
    },
  };
}

async function isOnlyHolder(client: Client): Promise<boolean> {
  const others = await client.query(
    'SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
    [NAME],
  );
  return others.rowCount === 0;
}
