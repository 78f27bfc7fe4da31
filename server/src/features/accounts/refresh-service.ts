import type { RefreshReply } from '@lavra/contract/accounts/schemas';
import type { Request } from '../../platform/auth/request.ts';
import type { Successor } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTime } from '../../platform/text/wire.ts';
import {
  endLeakedSession,
  extendToken,
  lockSessionByRotatedToken,
  lockSessionByToken,
  rotateToken,
  type IssuedToken,
} from './session-store.ts';

const RENEWABLE_AFTER_EXPIRY = 7 * 24 * 3_600_000;
const GRACE = 10_000;

/**
 * Throws 401 for a token that cannot be exchanged; one that was used before also ends the session.
 */
export async function judgeRefresh(
  { command }: Platform,
  successor: Successor,
  request: Request,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) throw new RuleError('unauthenticated');
  // Thrown after the commit: otherwise the revocation would be rolled back with it.
  const found = await command(request, (uow) => findExchange(uow, successor, token));
  if (found === undefined) throw new RuleError('unauthenticated');
}

/** Exchanges a token for its successor; throws as `judgeRefresh`. */
export async function refresh(
  { command }: Platform,
  successor: Successor,
  request: Request,
  token: string | undefined,
): Promise<RefreshReply> {
  if (token === undefined) throw new RuleError('unauthenticated');
  const issued = await command(request, (uow) => exchange(uow, successor, token));
  if (issued === undefined) throw new RuleError('unauthenticated');
  return { token: issued.token, expires_at: wireTime(issued.expires_at) };
}

async function exchange(
  uow: UnitOfWork,
  successor: Successor,
  token: string,
): Promise<IssuedToken | undefined> {
  const found = await findExchange(uow, successor, token);
  if (found === undefined) return undefined;
  const { sessionId, next } = found;
  if (found.isIssued) return { token: next, expires_at: await extendToken(uow, sessionId) };
  const hashes = { oldHash: hashToken(token), newHash: hashToken(next) };
  return { token: next, expires_at: await rotateToken(uow, { sessionId, ...hashes }) };
}

/** The successor of a token, and whether it was issued already. */
interface Exchange {
  readonly sessionId: number;
  readonly next: string;
  readonly isIssued: boolean;
}

/** Locks the session of a token that can be exchanged; a leaked one ends its session. */
async function findExchange(
  uow: UnitOfWork,
  successor: Successor,
  token: string,
): Promise<Exchange | undefined> {
  const oldHash = hashToken(token);
  const next = successor(token);
  const oldestExpiry = new Date(uow.now.getTime() - RENEWABLE_AFTER_EXPIRY);
  const session = await lockSessionByToken(uow.db, oldHash, { oldestExpiry });
  if (session === undefined) return findRepetition(uow, { oldHash, next, oldestExpiry });
  return session.renewable ? { sessionId: session.id, next, isIssued: false } : undefined;
}

/**
 * Repeats the reply for two tabs that race within the grace period, and for a holder whose reply was
 * lost, as the unused successor shows. Any other token that is used again has leaked; which of its
 * two holders is the thief is unknown, so the session ends.
 */
async function findRepetition(
  uow: UnitOfWork,
  { oldHash, next, oldestExpiry }: { oldHash: Buffer; next: string; oldestExpiry: Date },
): Promise<Exchange | undefined> {
  const session = await lockSessionByRotatedToken(uow.db, oldHash, {
    oldestExpiry,
    graceStart: new Date(uow.now.getTime() - GRACE),
  });
  if (session === undefined) return undefined;
  const isLast = session.token_hash.equals(hashToken(next));
  const isRepeated = session.in_grace === true || session.is_token_unused;
  if (isLast && isRepeated && session.renewable)
    return { sessionId: session.id, next, isIssued: true };
  await endLeakedSession(uow, session);
  return undefined;
}
