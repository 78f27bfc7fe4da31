import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refresh } from '@lavra/contract/accounts/endpoints';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { receiveWebhook } from '@lavra/contract/payments/endpoints';
import type {
  AdminCaller,
  Caller,
  ConsultantCaller,
  Identity,
  ProducerCaller,
  SupplierCaller,
} from '../../auth/caller.ts';
import type { HttpRequest, WithoutSlot } from '../../auth/request.ts';
import { RuleError } from '../../errors.ts';
import { originOf } from '../address-key.ts';
import type { ConcurrencyLimiter, SlotKind } from './concurrency-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { personName, personOf, rememberPerson } from '../sender.ts';
import type { RequestDelays } from './request-delays.ts';
import { acquireSlot, type Slot, type SlotHolder } from './slot.ts';

interface ByProfile {
  fornecedor: SupplierCaller;
  produtor: ProducerCaller;
  admin: AdminCaller;
  consultor: ConsultantCaller;
}
/** The callers that can reach an endpoint's handler, by its access. */
export type CallerFor<E extends EndpointSpec> = E['access'] extends 'public'
  ? undefined
  : E['access'] extends { profiles: readonly (infer P extends keyof ByProfile)[] }
    ? ByProfile[P]
    : Caller;

/** Resolves a token's hash to its owner. */
export interface Authenticator {
  /**
   * Queries the database; returns undefined when the token is unknown, expired or revoked, or when
   * its owner may not sign in.
   */
  live(tokenHash: Buffer): Promise<Identity | undefined>;
  /** Returns the cached identity, for handlers whose own statement checks the token. */
  lastSeen(tokenHash: Buffer): Promise<Identity | undefined>;
  /**
   * Returns the user id under which this process last saw the token alive, or undefined; makes no
   * query.
   */
  personOf(tokenHash: Buffer): number | undefined;
}

export interface AuthorizationOptions {
  /** Whether to query the database; without it the cached identity is used. */
  readonly probe: boolean;
  /** Whether a public request counts towards its address's limit. */
  readonly counted: boolean;
}

export interface AccessControl {
  /**
   * Acquires a slot of the concurrency limiter, before any query. Returns the function that
   * releases it.
   */
  acquireSlot(spec: EndpointSpec, request: FastifyRequest): () => void;
  /** Authenticates and authorizes the caller, from the request's headers alone. */
  authorize<E extends EndpointSpec>(
    spec: E,
    request: FastifyRequest,
    options: AuthorizationOptions,
  ): Promise<HttpRequest<CallerFor<E>>>;
  /**
   * Repeats the authorization after a body that took a while to arrive; does not count the request.
   */
  reauthorize<E extends EndpointSpec>(
    spec: E,
    request: FastifyRequest,
  ): Promise<HttpRequest<CallerFor<E>>>;
  /**
   * Reads an authorized caller's upload, which may be displaced by another one: the signal then
   * aborts with the reason.
   */
  receiveUpload<T>(
    request: FastifyRequest,
    read: (displaced: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Throws 401 unless the request's token is valid at this moment. */
  assertAlive(request: FastifyRequest): Promise<void>;
}

/**
 * Creates what admits requests: slot, token, profile, permission and the general rate limits.
 */
export function createAccessControl({
  authenticator,
  rateLimiter,
  concurrencyLimiter,
  delays,
}: {
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  concurrencyLimiter: ConcurrencyLimiter;
  delays: RequestDelays;
}): AccessControl {
  const slots = new WeakMap<FastifyRequest, Slot>();
  /**
   * Builds what a handler knows of a request. Its `withoutSlot` releases the slot held at the time
   * of the call: the slot of the authorization has been released by the time the handler runs.
   */
  const requestOf = <C extends Caller | undefined>(
    request: FastifyRequest,
    caller: C,
  ): HttpRequest<C> => {
    const withoutSlot: WithoutSlot = (work, options) => {
      const slot = slots.get(request);
      return slot === undefined ? work() : slot.withoutSlot(work, options);
    };
    return {
      id: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      caller,
      withoutSlot,
      isGone: () => request.raw.socket.destroyed,
      pause: (milliseconds, options) =>
        withoutSlot(() => delays.wait(milliseconds, originOf(request.ip)), options),
    };
  };
  /** Finds who asks; undefined without a token, and for one that has no owner. */
  const callerOf = async (
    { headers }: FastifyRequest,
    { probe }: { probe: boolean },
  ): Promise<Caller | undefined> => {
    const tokenHash = tokenHashOf(headers.authorization);
    if (tokenHash === undefined) return undefined;
    const identity = await (probe
      ? authenticator.live(tokenHash)
      : authenticator.lastSeen(tokenHash));
    return identity && { ...identity, tokenHash };
  };
  return {
    acquireSlot: (spec, request) => {
      const tokenHash = tokenHashOf(request.headers.authorization);
      const person = personOf(request);
      const known = tokenHash === undefined ? undefined : authenticator.personOf(tokenHash);
      const slot = acquireSlot(
        concurrencyLimiter,
        person !== undefined
          ? holderOf(spec, person)
          : known !== undefined
            ? { kind: 'request', caller: personName(known) }
            : anonymousHolderOf(spec, request.ip),
      );
      slots.set(request, slot);
      return slot.release;
    },
    async receiveUpload(request, read) {
      const [slot, displaced, { socket }] = [
        slots.get(request),
        new AbortController(),
        request.raw,
      ];
      const before = socket.bytesRead;
      const arrived = concurrencyLimiter.trackUpload({
        person: personName(personOf(request) ?? 0),
        bytesReceived: () => socket.bytesRead - before,
        displace: () => {
          slot?.release();
          displaced.abort(new RuleError('overloaded'));
        },
      });
      return read(displaced.signal).finally(arrived);
    },
    async assertAlive(request) {
      const tokenHash = tokenHashOf(request.headers.authorization);
      if (tokenHash === undefined || (await authenticator.live(tokenHash)) === undefined)
        throw new RuleError('unauthenticated');
    },
    async authorize(spec, request, { probe, counted }) {
      const caller = spec.access === 'public' ? undefined : await callerOf(request, { probe });
      if (caller === undefined) {
        if (spec.access !== 'public' || counted) await rateLimiter.address(request);
      } else {
        await rateLimiter.session(request, caller.sessionId);
        rememberPerson(request, caller.userId);
        slots.get(request)?.exchange(holderOf(spec, caller.userId));
      }
      if (isAllowed(spec, caller)) return requestOf(request, caller);
      // A token that expired or was revoked since it was last seen gets a 401 before a 403.
      const isAlive =
        caller !== undefined &&
        (probe || (await authenticator.live(caller.tokenHash)) !== undefined);
      throw new RuleError(isAlive ? 'forbidden' : 'unauthenticated');
    },
    async reauthorize(spec, request) {
      const caller =
        spec.access === 'public' ? undefined : await callerOf(request, { probe: true });
      if (isAllowed(spec, caller)) return requestOf(request, caller);
      throw new RuleError(caller === undefined ? 'unauthenticated' : 'forbidden');
    },
  };
}

/** Slots are counted by person, who may have many sessions. */
const holderOf = (spec: EndpointSpec, person: number): SlotHolder => ({
  kind: spec.upload === undefined ? 'request' : 'upload',
  caller: personName(person),
});

function anonymousHolderOf(spec: EndpointSpec, ip: string): SlotHolder {
  const { key, network } = originOf(ip);
  return { kind: anonymousKindOf(spec), caller: key, network };
}

function anonymousKindOf(spec: EndpointSpec): SlotKind {
  if (spec.access !== 'public' || takesTokens(spec)) return 'newcomer';
  return spec.id === receiveWebhook.id ? 'webhook' : 'public';
}

/** The public endpoint that exchanges a token is called by users who are already signed in. */
const takesTokens = ({ id }: EndpointSpec): boolean => id === refresh.id;

/** Returns whether a caller may reach an endpoint's handler; undefined is one without a token. */
function isAllowed<E extends EndpointSpec>(
  { access }: E,
  caller: Caller | undefined,
): caller is CallerFor<E> {
  if (access === 'public' || caller === undefined) return access === 'public';
  const { profiles, permission } = access;
  const hasProfile = profiles === 'any' || profiles.includes(caller.userType);
  return hasProfile && (permission === undefined || caller.permissions.has(permission));
}

/** Returns the bearer token of a header, when it has the format of one. */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined
    ? undefined
    : /^Bearer +([A-Za-z0-9_-]{20,128})$/i.exec(authorization)?.[1];

/** Returns the SHA-256 of the bearer token: tokens themselves are never stored. */
export function tokenHashOf(authorization: string | undefined): Buffer | undefined {
  const token = bearerTokenOf(authorization);
  return token === undefined ? undefined : hashToken(token);
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
