import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { signalAll } from '../../server/test/signal-all.ts';
import { createCluster, debianPostgres } from './debian-postgres.ts';

/**
 * A durable server for an installation, with the roles and the database of
 * deploy/postgresql/roles.sql.
 */
export interface InstalledDatabase {
  /** Debian's PostgreSQL where it is installed, as in CI; else the project's embedded one. */
  readonly kind: 'debian' | 'embedded';
  readonly superUrl: string;
  readonly ownerUrl: string;
  /** Of the role that owns nothing. */
  readonly url: string;
  readonly backupUrl: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Server extends Pick<InstalledDatabase, 'kind' | 'kill' | 'start' | 'stop'> {
  readonly host: string;
  readonly port: number;
  readonly superuser: string;
}

export async function installDatabase(folder: string): Promise<InstalledDatabase> {
  const server = debianPostgres === undefined ? await embeddedServer(folder) : debianServer(folder);
  const address = (role: string, database: string): string =>
    `postgres://${role}@localhost/${database}?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  const superUrl = address(server.superuser, 'lavra');
  await createRoles(address(server.superuser, 'postgres'));
  const urlOf = (role: string): string => address(`${role}:${passwordOf(role)}`, 'lavra');
  return {
    ...server,
    superUrl,
    ownerUrl: urlOf('lavra_owner'),
    url: urlOf('lavra'),
    backupUrl: urlOf('lavra_backup'),
  };
}

const passwordOf = (role: string): string => `password-of-${role}`;

/** Does what an operator does with psql: runs the script, then sets the passwords. */
async function createRoles(url: string): Promise<void> {
  const script = fs
    .readFileSync(path.resolve(import.meta.dirname, '../../deploy/postgresql/roles.sql'), 'utf8')
    .replaceAll(/^--.*$/gm, '');
  const passwords = ['lavra_owner', 'lavra', 'lavra_backup'].map(
    (role) => `ALTER ROLE ${role} PASSWORD '${passwordOf(role)}'`,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const {
    rows: [there],
  } = await client.query(`SELECT FROM pg_database WHERE datname = 'lavra'`);
  for (const statement of [...script.split(';'), ...passwords]) {
    if (there !== undefined && /CREATE DATABASE/.test(statement))
      // the embedded server already created the database
      await client.query('ALTER DATABASE lavra OWNER TO lavra_owner');
    else if (statement.trim() !== '') await client.query(statement);
  }
  await client.end();
}

function debianServer(folder: string): Server {
  const cluster = createCluster(folder);
  cluster.start();
  return {
    kind: 'debian',
    host: cluster.host,
    port: 5432,
    superuser: 'postgres',
    start: async () => {
      cluster.start();
    },
    kill: async () => {
      cluster.kill();
    },
    stop: async () => {
      cluster.stop();
    },
  };
}

async function embeddedServer(folder: string): Promise<Server> {
  const open = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: path.join(folder, 'data'),
      durability: 'full',
      maxConnections: 200,
    });
  let postgres = await open();
  const { host, port, user } = postgres.connection;
  return {
    kind: 'embedded',
    host,
    port,
    superuser: user,
    start: async () => {
      postgres = await open();
    },
    kill: async () => {
      signalAll(postgres.pid, 'SIGKILL');
      await postgres.stop();
    },
    stop: () => postgres.stop(),
  };
}
