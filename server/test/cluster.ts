import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { loadReferenceData } from '@lavra/server/features/reference-data/load-reference-data';
import { createClock } from '@lavra/server/platform/clock/clock';
import { createCommand } from '@lavra/server/platform/db/command';
import { migrate } from '@lavra/server/platform/db/migrate';
import { createPool } from '@lavra/server/platform/db/pool';
import { migrateQueue } from '@lavra/server/platform/queue/migrate-queue';
import { startEmbeddedPostgres } from '@lavra/server/platform/embedded-postgres/embedded-postgres';

/** The time zone of every test. */
export const ZONE = 'America/Sao_Paulo';
const TEMPLATE = 'lavra_template';

/** A cluster for tests: its URL, and how to stop it. */
export interface TestCluster {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an embedded cluster without durability, or uses the server at `externalUrl`; fills the
 * template.
 */
export async function startTestCluster(externalUrl: string | undefined): Promise<TestCluster> {
  if (externalUrl !== undefined) {
    await fillTemplate(externalUrl);
    return { url: externalUrl, stop: () => Promise.resolve() };
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    durability: 'off',
    maxConnections: 200,
  });
  await fillTemplate(postgres.url);
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fillTemplate(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'`);
  });
  const templateUrl = urlOf(url, TEMPLATE);
  await migrate(templateUrl, { timezone: ZONE });
  await migrateQueue(templateUrl);
  const pool = createPool({
    url: templateUrl,
    size: 2,
    timezone: ZONE,
    name: 'lavra-test',
    logger: pino({ level: 'silent' }),
  });
  await loadReferenceData(createCommand({ pool, clock: createClock(), strict: true }));
  await pool.end();
}

/**
 * Creates a database for one test file: migrated, with states, cities and units, and no accounts.
 */
export async function cloneDatabase(
  url: string,
  name: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  // PostgreSQL cannot copy a template twice at the same time.
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copying files takes a third of the time of writing them to the log first, the default.
      await onServer(url, (client) =>
        client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`),
      );
      break;
    } catch (error) {
      if (attempt === 50 || !(error instanceof Error && 'code' in error && error.code === '55006'))
        throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
  return {
    url: urlOf(url, name),
    drop: () =>
      onServer(url, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** Runs `work` on the server's maintenance database. */
export async function onServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(url, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const [head = '', query] = url.split('?', 2);
  const base = head.replace(/\/[^/]*$/, `/${database}`);
  return query === undefined ? base : `${base}?${query}`;
}
