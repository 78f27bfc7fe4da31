import type pg from 'pg';
import type { Statement } from './statement.ts';

/**
 * The database at one instant, read a batch at a time: however long that takes, all results are
 * consistent.
 */
export interface Snapshot {
  /**
   * Opens a cursor before the first row of a result. Memory stays that of one batch, here and in
   * PostgreSQL.
   */
  open<P extends object, R>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<AsyncIterable<readonly R[]>>;
  /**
   * Releases the connection and cancels the running query; further reads throw. May be called
   * again.
   */
  close(): void;
}

/** As few as other requests of the process wait for: 200 rows of proposals take 5 ms to write. */
const ROWS_PER_BATCH = 25;

/**
 * A reader has 60 s between two batches, and PostgreSQL as long for each; a lost client connection
 * is noticed within a second. The planner prefers plans that return the first row soonest: they
 * sort by indexes and collect nothing in memory.
 */
const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = '60s';
  SET LOCAL statement_timeout = '60s';
  SET LOCAL client_connection_check_interval = '1s';
  SET LOCAL cursor_tuple_fraction = 0.0001`;

/**
 * Opens a snapshot on a connection of a pool, which ends with it. `onLost` is called when the
 * connection ends before it is closed.
 */
export async function openSnapshot(
  client: pg.PoolClient,
  { onLost }: { onLost: (error: Error) => void },
): Promise<Snapshot> {
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    client.release(true); // ends the session, with its transaction and the query in progress
  };
  // A connection lost between two batches would end the process without a listener.
  client.on('error', (error) => {
    if (open) onLost(error);
  });
  try {
    await client.query(BEGIN);
  } catch (error) {
    close();
    throw error;
  }

  async function* batchesOf<R>(cursor: string): AsyncGenerator<readonly R[]> {
    for (;;) {
      if (!open) throw new Error('the snapshot is closed');
      const { rows } = await client.query<R & pg.QueryResultRow>(
        `FETCH ${ROWS_PER_BATCH} FROM ${cursor}`,
      );
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_BATCH) return;
    }
  }
  return {
    close,
    async open<P extends object, R>({ name, text, parameters }: Statement<P, R>, params: P) {
      const cursor = `"${name}"`;
      // P is checked by the caller's type.
      const values = parameters.map((parameter) => (params as Record<string, unknown>)[parameter]);
      await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values);
      return batchesOf<R>(cursor); // the registry's test compares the columns with R
    },
  };
}
