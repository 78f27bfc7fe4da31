import pg from 'pg';

/** Runs `work` on a connection of its own, outside of any pool. */
export async function onConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the query in flight reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
