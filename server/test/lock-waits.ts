import pg from 'pg';

/**
 * Returns how many statements wait for a lock in a database. Over a connection of its own: inside a
 * transaction PostgreSQL shows no connection that was opened after it was first asked.
 */
export async function countLockWaits(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return rows.length;
  } finally {
    await client.end();
  }
}
