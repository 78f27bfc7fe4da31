import pg from 'pg';

/**
 * Stores when the last backup was made, for the administration's first screen. A database that only
 * reads, such as a replica, refuses it.
 */
export async function noteBackup(url: string, madeAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'lavra-backup' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    await client.query('SELECT note_backup($1)', [madeAt]);
  } finally {
    await client.end();
  }
}
