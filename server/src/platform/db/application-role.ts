import { onConnection } from './on-connection.ts';

/** Written once, never changed: the chain is as hard to rewrite as the owner's password is to get. */
const appendOnly = ['audit_log', 'audit_seals'];
/** What ids are shuffled by: a function of the owner's reads it. */
const ownersAlone = ['scattered_ids'];
/** What says how far the schema is. */
const readOnly = ['schema_migrations', 'schema_migration_lock'];

/**
 * Gives the application's role what it needs and no more, where another one owns the tables: rows everywhere, no new
 * tables, the audit log to append to alone. Done again after each migration, for what it brought.
 */
export async function grantApplication(ownerUrl: string, applicationUrl: string): Promise<void> {
  const [owner, role] = [await roleOf(ownerUrl), await roleOf(applicationUrl)];
  if (owner === role) return;
  await onConnection(ownerUrl, (client) => {
    const name = client.escapeIdentifier(role);
    // One transaction: nobody meets a table without its grants.
    return client.query(`
      GRANT USAGE ON SCHEMA public, pgboss TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${name};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO ${name};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${name};
      REVOKE ALL ON ${ownersAlone.join(', ')} FROM ${name};
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
