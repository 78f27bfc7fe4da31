import pg from 'pg';
import type { Logger } from '../log/logger.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly timezone: string;
  readonly name: string;
  readonly logger: Logger;
}

/**
 * Connections whose session speaks the platform's zone. Time-outs: 1.5 s to get one, 5 s for a lock,
 * 15 s for a statement or an idle transaction.
 */
export function createPool({ url, size, timezone, name, logger }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    options: [`TimeZone=${timezone}`, 'DateStyle=ISO', 'lock_timeout=5s', 'statement_timeout=15s', 'idle_in_transaction_session_timeout=15s', 'jit=off']
      .map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: parserFor },
  });
  // An idle connection that the server drops must not end the process; the next checkout makes a new one.
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  // Nor must one that is held while the server drops it: its next statement says so.
  pool.on('connect', (client) => { client.on('error', () => {}); });
  return pool;
}

const asText = (value: string): string => value;
const { builtins } = pg.types;

/**
 * bigint becomes a number (identities stay below 2^53); numeric, date and timestamptz stay the text PostgreSQL
 * wrote: exact decimals, `YYYY-MM-DD`, and `YYYY-MM-DD HH:MM:SS.mmm-03` in the platform's zone.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, asText],
  [1016, (value) => value.slice(1, -1).split(',').filter((part) => part !== '').map(Number)], // bigint[]
]);

function parserFor(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text');
}
