import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { onConnection } from '@lavra/server/platform/db/on-connection';
import { cloneDatabase, startTestCluster, urlOf } from './cluster.ts';

/** A primary and its streaming replica, each with a database that is migrated. */
export interface ReplicatedCluster {
  /** The database on the primary and on the replica. */
  readonly url: string;
  readonly replicaUrl: string;
  /** Runs one statement on the replica, as its superuser. */
  onReplica<R extends object = Record<string, unknown>>(sql: string): Promise<R[]>;
  onPrimary<R extends object = Record<string, unknown>>(sql: string): Promise<R[]>;
  /** Ends the replica's processes as a power cut would. */
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'replicated';
/** What the two need to follow each other, and commits as in production, but for the disk. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: '4',
  synchronous_commit: 'on',
  wal_retrieve_retry_interval: '100ms',
  max_standby_streaming_delay: '100ms',
};

/**
 * Starts a primary and a replica, of the PostgreSQL whose programs are in `TEST_POSTGRES_BIN` or of
 * the installed one.
 */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-replica-'));
  fs.chmodSync(folder, 0o755); // PostgreSQL may run as another user
  const bin = process.env['TEST_POSTGRES_BIN'];
  const start = (name: string, more: Record<string, string> = {}): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: path.join(folder, name),
      durability: 'off',
      settings: { ...settings, ...more },
      ...(bin === undefined
        ? {}
        : { binaries: { initdb: `${bin}/initdb`, postgres: `${bin}/postgres` } }),
    });
  const first = await start('primary');
  await startTestCluster(first.url); // fills the template
  await cloneDatabase(first.url, DATABASE);
  await first.stop();
  copyWithOwners(first.dataDir, path.join(path.dirname(first.dataDir), 'replica'));
  const primary = await start('primary');
  const { host, port, user } = primary.connection;
  const startStandby = (): Promise<EmbeddedPostgres> =>
    start('replica', { primary_conninfo: `host=${host} port=${port} user=${user}` });
  let replica = await startStandby();
  const [url, replicaUrl] = [urlOf(primary.url, DATABASE), urlOf(replica.url, DATABASE)];
  const rowsAt = async <R extends object>(at: string, sql: string): Promise<R[]> =>
    onConnection(at, async (client) => (await client.query<R>(sql)).rows);
  return {
    url,
    replicaUrl,
    onPrimary: (sql) => rowsAt(url, sql),
    onReplica: (sql) => rowsAt(replicaUrl, sql),
    killReplica: async () => {
      process.kill(replica.pid, 'SIGKILL');
      await replica.stop();
    },
    startReplica: async () => {
      replica = await startStandby();
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data folder of a stopped cluster and makes a standby of the copy. */
function copyWithOwners(from: string, to: string): void {
  const copy = (source: string, target: string): void => {
    const { uid, gid, mode } = fs.statSync(source);
    if (fs.statSync(source).isDirectory()) {
      fs.mkdirSync(target, { mode: mode & 0o777 });
      for (const name of fs.readdirSync(source))
        copy(path.join(source, name), path.join(target, name));
    } else fs.copyFileSync(source, target);
    fs.chownSync(target, uid, gid);
  };
  copy(from, to);
  const signal = path.join(to, 'standby.signal');
  fs.writeFileSync(signal, '');
  const { uid, gid } = fs.statSync(to);
  fs.chownSync(signal, uid, gid);
}
