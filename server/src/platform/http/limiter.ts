import type { FastifyInstance, FastifyRequest } from 'fastify';
import rateLimit from '@fastify/rate-limit';
import { RuleError } from '../errors.ts';

/** The general request limits; throws `rate_limited`. */
export interface Limiter {
  session(request: FastifyRequest, sessionId: number): Promise<void>;
  address(request: FastifyRequest): Promise<void>;
}

const PER_SESSION = 600;
const PER_ADDRESS = 60;

/** Requests a minute per session, and per address where no session is known. */
export async function createLimiter(app: FastifyInstance, { enabled }: { enabled: boolean }): Promise<Limiter> {
  if (!enabled) return { session: () => Promise.resolve(), address: () => Promise.resolve() };
  await app.register(rateLimit, { global: false });
  const sessionOf = new WeakMap<FastifyRequest, number>();
  const bySession = app.createRateLimit({ max: PER_SESSION, timeWindow: 60_000, keyGenerator: (request) => `s${sessionOf.get(request) ?? 0}` });
  const byAddress = app.createRateLimit({ max: PER_ADDRESS, timeWindow: 60_000, keyGenerator: (request) => `a${request.ip}` });
  const check = async (limit: typeof bySession, request: FastifyRequest): Promise<void> => {
    const outcome = await limit(request);
    if (outcome.isAllowed || !outcome.isExceeded) return;
    throw new RuleError('rate_limited', { seconds: outcome.ttlInSeconds, retry_after: outcome.ttlInSeconds });
  };
  return {
    session: (request, sessionId) => {
      sessionOf.set(request, sessionId);
      return check(bySession, request);
    },
    address: (request) => check(byAddress, request),
  };
}
