import { permissionsOf } from '@lavra/domain/account/permissions';
import { adminRoles, userTypes, type AdminRole } from '@lavra/domain/account/user-type';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/database.ts';
import { col, orNull, params, statement } from '../db/statement.ts';
import type { Authenticator } from '../http/admission/access-control.ts';
import type { Identity } from '../auth/caller.ts';

/** SQL condition under which session `s` of user `u`, once found by its token, is valid. */
export const sessionHolds = `
  s.revoked_at IS NULL AND s.expires_at > :now AND s.auth_version = u.auth_version
  AND u.status = 'ativo' AND u.deleted_at IS NULL`;

/**
 * SQL condition under which session `s` of user `u` is valid. Hot statements include it, so that a
 * revoked token is rejected at once everywhere without a query of its own.
 */
export const sessionIsLive = `s.token_hash = :token_hash AND ${sessionHolds}`;

const readIdentity = statement({
  name: 'session-identity',
  params: params<{ token_hash: Buffer; now: Date }>(),
  columns: {
    session_id: col.int,
    is_token_unused: col.boolean,
    user_id: col.int,
    user_type: col.oneOf(userTypes),
    admin_role: orNull(col.oneOf(adminRoles)),
    supplier_id: orNull(col.int),
    producer_id: orNull(col.int),
  },
  text: `
    SELECT s.id AS session_id, s.is_token_unused, u.id AS user_id, u.user_type, u.admin_role,
      su.id AS supplier_id, pr.id AS producer_id
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN suppliers su ON su.user_id = u.id
    LEFT JOIN producers pr ON pr.user_id = u.id
    WHERE ${sessionIsLive}`,
});

const REMEMBERED = 10_000;

/**
 * Creates the authenticator of session tokens. Caches identities by token hash; the oldest are
 * evicted first. Calls `onFirstUse` once a token that came from an exchange is used, in time for
 * its use to be known.
 */
export function createAuthenticator({
  db,
  clock,
  onFirstUse,
}: {
  db: Db;
  clock: Clock;
  onFirstUse: (db: Db, tokenHash: Buffer) => Promise<void>;
}): Authenticator {
  const seen = new Map<string, Identity>();
  const live = async (tokenHash: Buffer): Promise<Identity | undefined> => {
    const row = await db.row(readIdentity, { token_hash: tokenHash, now: clock.now() });
    if (row?.is_token_unused === true) await onFirstUse(db, tokenHash);
    const identity = row === undefined ? undefined : identityOf(row);
    const key = tokenHash.toString('latin1');
    seen.delete(key);
    if (identity !== undefined) seen.set(key, identity);
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value ?? '');
    return identity;
  };
  return {
    live,
    lastSeen: async (tokenHash) => seen.get(tokenHash.toString('latin1')) ?? live(tokenHash),
    personOf: (tokenHash) => seen.get(tokenHash.toString('latin1'))?.userId,
  };
}

interface IdentityRow {
  session_id: number;
  user_id: number;
  user_type: Identity['userType'];
  admin_role: AdminRole | null;
  supplier_id: number | null;
  producer_id: number | null;
}

/** Returns undefined for an account whose profile record is missing: it can do nothing. */
function identityOf(row: IdentityRow): Identity | undefined {
  const person = {
    userId: row.user_id,
    sessionId: row.session_id,
    permissions: new Set(permissionsOf({ userType: row.user_type, adminRole: row.admin_role })),
  };
  switch (row.user_type) {
    case 'fornecedor':
      return row.supplier_id === null
        ? undefined
        : { ...person, userType: 'fornecedor', supplierId: row.supplier_id };
    case 'produtor':
      return row.producer_id === null
        ? undefined
        : { ...person, userType: 'produtor', producerId: row.producer_id };
    case 'admin':
      return row.admin_role === null
        ? undefined
        : { ...person, userType: 'admin', adminRole: row.admin_role };
    case 'consultor':
      return { ...person, userType: 'consultor' };
  }
}
