import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';

/** Creates or updates the schema `pgboss`, one process at a time, as the role that owns it. */
export async function migrateQueue(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    application_name: 'lavra-migrate',
    migrate: true,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
  let lost: Error | undefined;
  boss.on('error', (error) => {
    lost ??= error;
  });
  try {
    await boss.start();
    // Indexes of a new version are built in the background: a migration is complete when they
    // exist.
    while (
      (await boss.getBamStatus()).some(
        ({ status }) => status === 'pending' || status === 'in_progress',
      )
    ) {
      if (lost !== undefined) throw lost;
      await sleep(250);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
