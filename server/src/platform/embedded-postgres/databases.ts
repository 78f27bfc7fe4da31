import { Client } from 'pg';

/** A database reached through the cluster's socket; a `pg` configuration. */
export interface PostgresConnection {
  /** Folder of the unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Exists in every cluster, whatever happens to the other databases. */
export const MAINTENANCE_DATABASE = 'postgres';

/**
 * Returns the `postgres://` URL of the connection, in the unix socket form that `pg` and libpq
 * read.
 */
export function connectionUrl(connection: PostgresConnection): string {
  const { host, port, user, database } = connection;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?${query.toString()}`;
}

/**
 * Creates a database, as a copy of `template` when given: the template must have no connections.
 */
export async function createDatabase(
  connection: PostgresConnection,
  name: string,
  template?: string,
): Promise<PostgresConnection> {
  await inMaintenance(connection, async (client) => {
    const copy = template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)}`;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${copy}`);
  });
  return { ...connection, database: name };
}

/** Drops a database and ends all connections to it; does nothing when it does not exist. */
export async function dropDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await inMaintenance(connection, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  });
}

/** Creates the connection's database unless it exists. */
export async function ensureDatabase(connection: PostgresConnection): Promise<void> {
  const exists = await inMaintenance(connection, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      connection.database,
    ]);
    return found.rowCount === 1;
  });
  if (!exists) await createDatabase(connection, connection.database);
}

async function inMaintenance<T>(
  connection: PostgresConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, database: MAINTENANCE_DATABASE, ssl: false });
  client.on('error', () => {}); // A lost connection also rejects the query in progress.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
