import { channel } from 'node:diagnostics_channel';
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { Kysely } from 'kysely';
import { isFollowUp } from './database-errors.ts';
import { createLockWatch } from './lock-order.ts';
import { dialectOver, type Runner } from './kysely-dialect.ts';
import { traced } from '../tracing/operations.ts';
import type { Statement } from './statement.ts';
import type { DB } from './schema.ts';

export type Tables = DB;

/**
 * How a feature reads and writes: Kysely for dynamic filters and plain writes, registered
 * statements for read models and hot paths. The same interface inside a transaction (from
 * `command`) and outside one.
 */
export interface Db {
  readonly q: Kysely<Tables>;
  rows<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  /** Returns the first row, if any. */
  row<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R | undefined>;
}

/** Publishes every statement sent, for tests that count them. */
export const statementChannel = channel('lavra:statement');

const openTransaction = new AsyncLocalStorage<true>();

/**
 * Runs `work` so that a pool query inside it throws: it would wait for a connection that its own
 * transaction holds.
 */
export const guardAgainstStrayQueries = <T>(work: () => Promise<T>): Promise<T> =>
  openTransaction.run(true, work);

/** Returns a Db for reads and single-statement writes outside any transaction. */
export function databaseOver(pool: pg.Pool): Db {
  return dbOver({
    run: (query) => {
      if (openTransaction.getStore() === true)
        throw new Error(`stray pool query inside a transaction: ${query.text.slice(0, 80)}`);
      return pool.query(query);
    },
  });
}

/** What last failed on a connection, other than by following a failure. */
const failures = new WeakMap<pg.PoolClient, unknown>();

/**
 * Runs a statement of a transaction. After a failure PostgreSQL refuses the statements that were
 * sent behind it; they throw what failed, so that the transaction ends with its cause, whichever of
 * its promises rejects first.
 */
async function runOn(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    if (isFollowUp(error)) throw failures.get(client) ?? error;
    failures.set(client, error);
    throw error;
  }
}

const byClient = new WeakMap<pg.PoolClient, Db>();

/**
 * Returns a Db over one connection that `command` holds; cached per connection, as building Kysely
 * is not free.
 */
export function databaseOn(client: pg.PoolClient): Db {
  const known = byClient.get(client);
  if (known !== undefined) return known;
  const db = dbOver({ run: (query) => runOn(client, query) });
  byClient.set(client, db);
  return db;
}

/** Returns a Db for one transaction on a connection, which throws where locks are out of order. */
export function watchedDatabaseOn(client: pg.PoolClient): Db {
  const watch = createLockWatch();
  return dbOver({
    run: async (query) => {
      watch(query.text, query.values);
      return runOn(client, query);
    },
  });
}

function dbOver(inner: Runner): Db {
  const runner: Runner = {
    run: (query) => {
      if (statementChannel.hasSubscribers) statementChannel.publish(query.text);
      return traced({ kind: 'statement', name: query.name ?? query.text }, () => inner.run(query));
    },
  };
  const q = new Kysely<Tables>({ dialect: dialectOver(runner) });
  const rows = async <P extends object, R>(statement: Statement<P, R>, params: P): Promise<R[]> => {
    // P is checked by the caller's type.
    const values = statement.parameters.map((name) => (params as Record<string, unknown>)[name]);
    const result = await runner.run({ name: statement.name, text: statement.text, values });
    return result.rows as R[]; // the registry's test compares the columns with R
  };
  return { q, rows, row: async (statement, params) => (await rows(statement, params))[0] };
}
