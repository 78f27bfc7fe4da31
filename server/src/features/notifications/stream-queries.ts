import { sessionHolds } from '../../platform/session/authenticator.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/**
 * The age at which every transaction with a lower id has ended, in milliseconds: notifying ten
 * thousand people takes a second.
 */
const SETTLED_MS = 60_000;

const floor =
  'coalesce((SELECT n.id FROM notifications n WHERE n.created_at < :settled_before ORDER BY n.id DESC LIMIT 1), 0)';

const poll = statement({
  name: 'notification-stream-poll',
  params: params<{ token_hashes: readonly Buffer[]; now: Date; settled_before: Date }>(),
  columns: { token_hash: col.bytea, floor: col.int, ids: col.ints },
  text: `
    WITH settled AS MATERIALIZED (SELECT ${floor} AS id)
    SELECT s.token_hash, settled.id AS floor,
      ARRAY(SELECT n.id FROM notifications n
        WHERE n.user_id = s.user_id AND NOT n.superseded AND n.id > settled.id
        ORDER BY n.id) AS ids
    FROM sessions s JOIN users u ON u.id = s.user_id CROSS JOIN settled
    WHERE s.token_hash = ANY (:token_hashes::bytea[]) AND ${sessionHolds}`,
});

/** The recent notifications of a valid token's user; invalid tokens are left out. */
export interface Recent {
  readonly token_hash: Buffer;
  readonly floor: number;
  readonly ids: readonly number[];
}

/**
 * Reads, in one statement for all connections, which tokens are valid and which of their users'
 * notifications are above the id below which nothing new appears.
 */
export const readRecent = (db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<Recent[]> =>
  db.rows(poll, {
    token_hashes: tokenHashes,
    now,
    settled_before: new Date(now.getTime() - SETTLED_MS),
  });
