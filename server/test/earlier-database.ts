import { randomBytes } from 'node:crypto';
import { migrate } from '@lavra/server/platform/db/migrate';
import { onServer, startTestCluster, urlOf, ZONE } from './cluster.ts';

/** A database of an earlier release: its URL, and how to drop it. */
export interface EarlierDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database that has the migrations up to `upTo`, that one included. */
export async function createEarlierDatabase(upTo: string): Promise<EarlierDatabase> {
  const shared = process.env['LAVRA_TEST_CLUSTER'];
  const cluster =
    shared === undefined
      ? await startTestCluster(process.env['TEST_DATABASE_URL'])
      : { url: shared, stop: () => Promise.resolve() };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(cluster.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  const url = urlOf(cluster.url, name);
  await migrate(url, { timezone: ZONE, upTo });
  return {
    url,
    drop: async () => {
      await onServer(cluster.url, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
      await cluster.stop();
    },
  };
}
