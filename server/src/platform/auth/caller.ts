import type { Permission } from '@lavra/domain/account/permissions';
import type { AdminRole } from '@lavra/domain/account/user-type';

/**
 * Releases a request's slot while `work` only waits, for time or for its turn, and acquires one
 * again afterwards: throws `overloaded` when there is none by then. A request that replies right
 * after the wait needs none (`reacquire: false`).
 */
export type WithoutSlot = <T>(
  work: () => Promise<T>,
  options?: { readonly reacquire?: boolean },
) => Promise<T>;

/** Where a request came from: all that is known before its token is examined. */
export interface Visitor {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** Present when the request carries an `Idempotency-Key`. */
  readonly idempotency?: IdempotencyClaim;
  /** For an HTTP request: its slot in the concurrency limiter. */
  readonly withoutSlot?: WithoutSlot;
  /**
   * Releases the slot likewise for a delay of so many ms, of a bounded number of requests:
   * throws `overloaded` when too many wait.
   */
  readonly pause?: (
    milliseconds: number,
    options?: { readonly reacquire?: boolean },
  ) => Promise<void>;
}

export interface IdempotencyClaim {
  readonly route: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

/** The owner of a valid token. Cached by token hash; validity is checked again for each request. */
interface Person {
  readonly userId: number;
  readonly sessionId: number;
  readonly permissions: ReadonlySet<Permission>;
}
export interface SupplierIdentity extends Person {
  readonly userType: 'fornecedor';
  readonly supplierId: number;
}
export interface ProducerIdentity extends Person {
  readonly userType: 'produtor';
  readonly producerId: number;
}
export interface AdminIdentity extends Person {
  readonly userType: 'admin';
  readonly adminRole: AdminRole;
}
export interface ConsultantIdentity extends Person {
  readonly userType: 'consultor';
}
export type Identity = SupplierIdentity | ProducerIdentity | AdminIdentity | ConsultantIdentity;

interface Request extends Visitor {
  readonly tokenHash: Buffer;
}
export type SupplierCaller = SupplierIdentity & Request;
export type ProducerCaller = ProducerIdentity & Request;
export type AdminCaller = AdminIdentity & Request;
export type ConsultantCaller = ConsultantIdentity & Request;
export type Caller = SupplierCaller | ProducerCaller | AdminCaller | ConsultantCaller;
