import type pg from 'pg';

/**
 * Ends all sessions and links of a restored database, because a backup lacks any logout, new
 * password or used link since it was taken. Links that undo a change of address stay valid: they
 * benefit only the address that was left. The schema is still that of the backup.
 */
export async function endAllAccess(client: pg.Client, now: Date): Promise<void> {
  await client.query('UPDATE sessions SET revoked_at = $1 WHERE revoked_at IS NULL', [now]);
  await client.query(
    `UPDATE account_tokens SET expires_at = $1
     WHERE used_at IS NULL AND expires_at > $1 AND purpose <> 'email_undo'`,
    [now],
  );
}
