import { sql } from 'kysely';
import type { Db } from '@lavra/server/platform/db/database';

/**
 * Tables of presence (sessions, attempts, keys), which any request may change; no other table may
 * change with a refused one.
 */
const comings = ['sessions', 'rotated_tokens', 'login_attempts', 'idempotency_keys'];
/** Order numbers are assigned before their transaction; gaps are allowed. */
const counters = ['order_counters'];
/** Large, and changed only by releases. */
const geography = ['states', 'cities'];

let tables: string[] | undefined;

/** Returns a digest of each table's rows, by table: equal digests mean that nothing has changed. */
export async function tableContents(db: Db): Promise<Record<string, string>> {
  tables ??= await namesOf(db);
  const digests = tables.map(
    (table) =>
      sql`
        (SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), ''))
        FROM ${sql.table(table)} t) AS ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<string, string>>`SELECT ${sql.join(digests)}`.execute(db.q);
  return rows[0] ?? {};
}

async function namesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(
    db.q,
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => ![...comings, ...counters, ...geography].includes(name));
}
