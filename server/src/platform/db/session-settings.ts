import { sql } from 'kysely';
import { ConfigError } from '../config/env-reader.ts';
import type { Db } from './database.ts';

/** What every session of a process must have, as PostgreSQL writes it. */
export const sessionSettings = (timezone: string): Readonly<Record<string, string>> => ({
  TimeZone: timezone,
  DateStyle: 'ISO',
  lock_timeout: '5s',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '15s',
  jit: 'off',
});

/** Returns the settings as the start-up option of a connection. */
export const startupOptions = (timezone: string): string =>
  Object.entries(sessionSettings(timezone))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Throws when the sessions lack a setting: a pooler between the process and PostgreSQL drops what
 * is sent on connecting, and then the role must have it. Names the statements that give it.
 */
export async function assertSessionSettings({ q }: Db, timezone: string): Promise<void> {
  const wanted = Object.entries(sessionSettings(timezone));
  const { rows } = await sql<{ name: string; value: string; role: string }>`
    SELECT s.name, current_setting(s.name) AS value, current_user::text AS role
    FROM unnest(${wanted.map(([name]) => name)}::text[]) AS s (name)`.execute(q);
  const lacking = wanted.filter(
    ([name, value]) => rows.find((row) => row.name === name)?.value.split(',')[0] !== value,
  );
  if (lacking.length === 0) return;
  const role = rows[0]?.role ?? '';
  throw new ConfigError(
    [
      'As conexões ao banco não têm o fuso e os tempos que o Lavra usa: algo no caminho, como o PgBouncer, os descarta. Dê-os ao papel:',
      ...lacking.map(([name, value]) => `  ALTER ROLE "${role}" SET ${name} = '${value}';`),
    ].join('\n'),
  );
}
