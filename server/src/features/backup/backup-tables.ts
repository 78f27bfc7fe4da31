import type pg from 'pg';
import { appliedMigrations } from '../../platform/db/migrate.ts';
import { BackupError } from './backup-manifest.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The schemas to back up: the service's own, and its queue's. */
const SCHEMAS = `('public', 'pgboss')`;
/** Not backed up: the migrations a database went through are its own. */
const OWN = `('schema_migrations', 'schema_migration_lock', 'version')`;

/**
 * Lists every table with its writable columns, referenced tables first. Partitions come with their
 * parent.
 */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(`
    SELECT n.nspname || '.' || c.relname AS name,
           (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
           ARRAY(SELECT DISTINCT rn.nspname || '.' || r.relname FROM pg_constraint k
             JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
             WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ${SCHEMAS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ${OWN}
    ORDER BY 1`);
  return inOrder(rows);
}

function inOrder(tables: readonly (TableShape & { needs: readonly string[] })[]): TableShape[] {
  const known = new Set(tables.map(({ name }) => name));
  const done = new Set<string>();
  const ordered: TableShape[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) =>
        !done.has(name) && needs.every((need) => done.has(need) || !known.has(need)),
    );
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, columns } of ready) {
      done.add(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}

/**
 * Throws when the role may not read everything a backup needs: unreadable sequences would otherwise
 * look unused.
 */
export async function assertReadable(client: pg.ClientBase): Promise<void> {
  const {
    rows: [first],
  } = await client.query<{ role: string; name: string }>(`
    SELECT current_user::text AS role, n.nspname || '.' || c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ${SCHEMAS} AND c.relkind IN ('r', 'p', 'S')
      AND NOT (has_schema_privilege(n.oid, 'USAGE') AND CASE c.relkind
        WHEN 'S' THEN has_sequence_privilege(c.oid, 'SELECT')
        ELSE has_table_privilege(c.oid, 'SELECT') END)
    ORDER BY 2 LIMIT 1`);
  if (first !== undefined)
    throw new BackupError(
      `O papel ${first.role} não pode ler ${first.name}: faça o backup como dono das tabelas ou com um papel de pg_read_all_data.`,
    );
}

/** Returns the last value of each sequence that was used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    SELECT schemaname || '.' || sequencename AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname IN ${SCHEMAS} ORDER BY 1`);
  return Object.fromEntries(
    rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])),
  );
}

/**
 * Lists the migrations a database went through: the service's own, and the version of the queue's
 * schema.
 */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT 'pgboss ' || v.version AS name FROM pgboss.version v`,
  );
  return [...(await appliedMigrations(client)), ...rows.map(({ name }) => name)];
}

/**
 * Returns the quoted name, such as `"public"."orders"`. Throws on a name that no table of the
 * service can have.
 */
export function quotedName(name: string): string {
  if (!/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(name))
    throw new BackupError(`O backup fala de uma tabela com nome impossível: ${name}.`);
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

export const quotedColumns = (columns: readonly string[]): string =>
  columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
