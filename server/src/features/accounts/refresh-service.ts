import type { RefreshReply } from '@lavra/contract/accounts/schemas';
import type { Visitor } from '../../platform/auth/caller.ts';
import type { Successor } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTime } from '../../platform/text/wire.ts';
import {
  endLeakedSession,
  lockSessionByRotatedToken,
  lockSessionByToken,
  rotateToken,
  type IssuedToken,
} from './session-store.ts';

const RENEWABLE_AFTER_EXPIRY = 7 * 24 * 3_600_000;
const GRACE = 10_000;

/**
 * Exchanges a token for its successor. Throws 401 when it cannot be exchanged; a token that was
 * used before also ends the session.
 */
export function createRefresh({
  platform,
  successor,
}: {
  platform: Platform;
  successor: Successor;
}) {
  return async (visitor: Visitor, token: string | undefined): Promise<RefreshReply> => {
    if (token === undefined) throw new RuleError('unauthenticated');
    // Thrown after the commit: otherwise the revocation would be rolled back with it.
    const issued = await platform.command(visitor, (uow) => exchange(uow, successor, token));
    if (issued === undefined) throw new RuleError('unauthenticated');
    return { token: issued.token, expires_at: wireTime(issued.expires_at) };
  };
}

async function exchange(
  uow: UnitOfWork,
  successor: Successor,
  token: string,
): Promise<IssuedToken | undefined> {
  const oldHash = hashToken(token);
  const next = successor(token);
  const oldestExpiry = new Date(uow.now.getTime() - RENEWABLE_AFTER_EXPIRY);
  const session = await lockSessionByToken(uow.db, oldHash, { oldestExpiry });
  if (session === undefined) return repeatExchange(uow, { oldHash, next, oldestExpiry });
  if (!session.renewable) return undefined;
  return {
    token: next,
    expires_at: await rotateToken(uow, {
      sessionId: session.id,
      oldHash,
      newHash: hashToken(next),
    }),
  };
}

/**
 * Gives two tabs that race within the grace period the same reply. A token used again later has
 * leaked; which of its two holders is the thief is unknown, so the session ends.
 */
async function repeatExchange(
  uow: UnitOfWork,
  { oldHash, next, oldestExpiry }: { oldHash: Buffer; next: string; oldestExpiry: Date },
): Promise<IssuedToken | undefined> {
  const session = await lockSessionByRotatedToken(uow.db, oldHash, {
    oldestExpiry,
    graceStart: new Date(uow.now.getTime() - GRACE),
  });
  if (session === undefined) return undefined;
  const isRace = session.in_grace === true && session.token_hash.equals(hashToken(next));
  if (isRace && session.renewable) return { token: next, expires_at: session.expires_at };
  await endLeakedSession(uow, session);
  return undefined;
}
