import type pg from 'pg';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';

/** Sends one query to the pool, or to the one connection of a transaction. */
export interface Runner {
  run(query: { name?: string; text: string; values: unknown[] }): Promise<pg.QueryResult>;
}

/**
 * Returns a Kysely dialect over a runner. It cannot open transactions: `command` is the only way to
 * do so.
 */
export function dialectOver(runner: Runner): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await runner.run({ text: query.sql, values: [...query.parameters] });
      // Kysely's own types describe the rows.
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('streaming is not offered here');
    },
  };
  const noTransactions = () => Promise.reject(new Error('transactions belong to command()'));
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: noTransactions,
      commitTransaction: noTransactions,
      rollbackTransaction: noTransactions,
      releaseConnection: () => Promise.resolve(),
      destroy: () => Promise.resolve(),
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
