import type pg from 'pg';

/** A column of a result: its name and the oid of its PostgreSQL type. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: number;
}

/** The part of pg's connection that the extended protocol needs. */
interface Connection {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S' | 'P'; name: string }): void;
  sync(): void;
}

/**
 * Parses a statement and reads its columns without running it: Parse, Describe, Sync. Rejects with
 * PostgreSQL's error; the client stays usable.
 */
export function describeStatement(
  client: pg.Client,
  text: string,
): Promise<readonly DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    // The methods that pg calls on a query as its messages arrive; only these are used here.
    const query = {
      submit(connection: Connection): void {
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: (): void => resolve(columns),
    };
    // pg's type names only some of the methods that it calls.
    client.query(query as unknown as pg.Submittable);
  });
}
