import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

/**
 * Creates or updates the schema `pgboss`, one process at a time. Where the application's role owns nothing, it is
 * given what it needs there.
 */
export async function migrateQueue(ownerUrl: string, applicationUrl: string = ownerUrl): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, application_name: 'lavra-migrate', migrate: true, supervise: false, schedule: false, bamIntervalSeconds: 10 });
  let lost: Error | undefined;
  boss.on('error', (error) => { lost ??= error; });
  try {
    await boss.start();
    // Indexes of a new version are built in the background: a migration is done when they are there.
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')) {
      if (lost !== undefined) throw lost;
      await sleep(250);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (applicationUrl !== ownerUrl) await grantTo(ownerUrl, await roleOf(applicationUrl));
}

const roleOf = (url: string): Promise<string> => onConnection(url, async (client) => {
  const { rows: [row] } = await client.query<{ role: string }>('SELECT current_user::text AS role');
  if (row === undefined) throw new Error('the database names no current user');
  return row.role;
});

const grantTo = (ownerUrl: string, role: string): Promise<unknown> => onConnection(ownerUrl, (client) => {
  const name = client.escapeIdentifier(role);
  return client.query(`
    GRANT USAGE ON SCHEMA pgboss TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${name};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${name};`);
});

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the query in flight reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
