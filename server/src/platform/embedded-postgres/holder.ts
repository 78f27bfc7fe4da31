import { Socket } from 'node:net';
import { Client } from 'pg';
import { MAINTENANCE_DATABASE, type PostgresConnection } from './databases.ts';

const NAME = 'lavra-holder';

/** A process's stake in the server. Several may use one; the last to leave turns it off. */
export interface Holder {
  /** Gives the stake up; true when no other process has one. */
  release(): Promise<boolean>;
}

/** An idle connection marks the use: it ends with its process, however that ends. */
export async function holdServer(connection: PostgresConnection): Promise<Holder> {
  const socket = new Socket();
  const client = new Client({
    ...connection,
    database: MAINTENANCE_DATABASE,
    application_name: NAME,
    ssl: false,
    stream: () => socket,
  });
  client.on('error', () => {}); // The server was killed: whoever queries it will tell.
  await client.connect();
  socket.unref();
  return {
    release: async () => {
      socket.ref();
      // A lost connection means a lost server, which nobody else holds.
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
