import type pg from 'pg';
import type { Statement } from './statement.ts';

/** What the database held at one instant, read a batch at a time: however long it takes, all results agree. */
export interface Snapshot {
  /** Plans a result and stands before its first row. Memory stays that of one batch, here and in PostgreSQL. */
  open<P extends object, R>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<AsyncIterable<readonly R[]>>;
  /** Lets the connection go and cancels what is running; reading on throws. May be called again. */
  close(): void;
}

const ROWS_PER_BATCH = 200;

/**
 * A reader has 60 s between two batches, PostgreSQL as long for each; a connection that is gone is noticed within a second.
 * Plans are those that give the first row soonest: they sort by indexes and pile nothing up.
 */
const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = '60s';
  SET LOCAL statement_timeout = '60s';
  SET LOCAL client_connection_check_interval = '1s';
  SET LOCAL cursor_tuple_fraction = 0.0001`;

/** Opens a snapshot on a connection of its own. `onLost` is told when the connection ends before it is closed. */
export async function openSnapshot(
  pool: pg.Pool,
  { onLost }: { onLost: (error: Error) => void },
): Promise<Snapshot> {
  const client = await pool.connect();
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    client.release(true); // ends the session, and with it the transaction and whatever it is doing
  };
  // Lost between two batches: without a listener that would end the process.
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
      const values = parameters.map((parameter) => (params as Record<string, unknown>)[parameter]); // P is checked by the caller's type
      await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values);
      return batchesOf<R>(cursor); // the registry's test compares the columns with R
    },
  };
}
