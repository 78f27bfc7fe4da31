import type { FastifyInstance, FastifyRequest } from 'fastify';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import { RuleError } from '../../errors.ts';
import { networkShare, originOf } from '../address-key.ts';
import type { SharedCounters } from './shared-counters.ts';

/** The general rate limits; throws `rate_limited`. */
export interface RateLimiter {
  session(request: FastifyRequest, sessionId: number): Promise<void>;
  address(request: FastifyRequest): Promise<void>;
}

const PER_SESSION = 600;
const PER_ADDRESS = 60;

type Limit = ReturnType<FastifyInstance['createRateLimit']>;
type Limits = Readonly<Record<keyof RateLimiter | 'network', Limit>>;

/**
 * Creates the limits: requests a minute per session, and per address where there is no session. An
 * IPv6 address counts as its /64, and in addition towards the limit of its /48. With `shared`, all
 * processes count together; while Redis is unreachable each counts by itself, so that requests
 * neither wait for it nor escape the limit.
 */
export async function createRateLimiter(
  app: FastifyInstance,
  { enabled, shared }: { enabled: boolean; shared?: SharedCounters | undefined },
): Promise<RateLimiter> {
  if (shared !== undefined) app.addHook('onClose', async () => shared.close());
  if (!enabled) return { session: () => Promise.resolve(), address: () => Promise.resolve() };
  const sessionOf = new WeakMap<FastifyRequest, number>();
  const own = await createLimits(app, sessionOf, {});
  const common =
    shared === undefined
      ? undefined
      : await createLimits(app, sessionOf, { redis: shared.redis, nameSpace: 'lavra:limit:' });
  const check = async (kind: keyof Limits, request: FastifyRequest): Promise<void> => {
    const together =
      common === undefined ? undefined : await shared?.attempt(() => common[kind](request));
    const outcome = together ?? (await own[kind](request));
    if (outcome.isAllowed || !outcome.isExceeded) return;
    throw new RuleError('rate_limited', {
      seconds: outcome.ttlInSeconds,
      retry_after: outcome.ttlInSeconds,
    });
  };
  return {
    session: (request, sessionId) => {
      sessionOf.set(request, sessionId);
      return check('session', request);
    },
    address: async (request) => {
      await check('address', request);
      if (originOf(request.ip).network !== undefined) await check('network', request);
    },
  };
}

/** Creates the limits in a Fastify scope of their own: each scope takes one kind of store. */
async function createLimits(
  app: FastifyInstance,
  sessionOf: WeakMap<FastifyRequest, number>,
  store: RateLimitPluginOptions,
): Promise<Limits> {
  const scoped: { limits?: Limits } = {};
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, ...store });
    scoped.limits = {
      session: scope.createRateLimit({
        max: PER_SESSION,
        timeWindow: 60_000,
        keyGenerator: (request) => `s${sessionOf.get(request) ?? 0}`,
      }),
      address: scope.createRateLimit({
        max: PER_ADDRESS,
        timeWindow: 60_000,
        keyGenerator: (request) => `a${originOf(request.ip).key}`,
      }),
      network: scope.createRateLimit({
        max: PER_ADDRESS * networkShare.keys,
        timeWindow: 60_000,
        keyGenerator: (request) => `n${originOf(request.ip).network ?? ''}`,
      }),
    };
  });
  if (scoped.limits === undefined) throw new Error('the rate limits were not created');
  return scoped.limits;
}
