import { onConnection } from './on-connection.ts';

/**
 * Tables whose rows are inserted once and never changed: rewriting the audit chain takes the
 * owner's database password.
 */
const appendOnly = ['audit_log', 'audit_seals'];
/** The permutation behind public ids: only a function that runs as the owner reads it. */
const ownerOnlyTables = ['scattered_ids'];
/** Records which migrations have been applied. */
const readOnly = ['schema_migrations', 'schema_migration_lock'];

/**
 * Grants the application's role what it needs and no more, where another role owns the tables: all
 * rows, no new tables, append-only access to the audit log. Repeated after each migration, to cover
 * the tables it created.
 */
export async function grantApplication(ownerUrl: string, applicationUrl: string): Promise<void> {
  const [owner, role] = [await roleOf(ownerUrl), await roleOf(applicationUrl)];
  if (owner === role) return;
  await onConnection(ownerUrl, (client) => {
    const name = client.escapeIdentifier(role);
    // One transaction, so that no other session sees a table without its grants.
    return client.query(`
      GRANT USAGE ON SCHEMA public, pgboss TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${name};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${name};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${name};
      REVOKE ALL ON ${ownerOnlyTables.join(', ')} FROM ${name};
      REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${name};
      REVOKE INSERT, UPDATE, DELETE ON ${readOnly.join(', ')} FROM ${name};`);
  });
}

const roleOf = (url: string): Promise<string> =>
  onConnection(url, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ role: string }>('SELECT current_user::text AS role');
    if (row === undefined) throw new Error('the database names no current user');
    return row.role;
  });
