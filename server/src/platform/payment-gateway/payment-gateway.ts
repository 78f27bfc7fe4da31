import type { CheckoutMethod, Gateway, RefundStatus } from '@lavra/domain/payment/payment-status';

/** Why a gateway did not do what was requested. */
export const gatewayTroubles = [
  'refused',
  'not_found',
  'credentials',
  'busy',
  'unreachable',
  'unclear',
] as const;
export type GatewayTrouble = (typeof gatewayTroubles)[number];

/**
 * The outcome of a request to a gateway. `refused` is final: nothing was done and nothing will be.
 * After `unknown` it may or may not have been done; repeating the request under the same key finds
 * out.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'refused' | 'unknown';
      readonly why: GatewayTrouble;
      /** For the log; never shown. */ readonly detail: string;
    };

export const done = <T>(value: T): Outcome<T> => ({ kind: 'done', value });

/** How a charge is paid: fields that do not apply to the kind are null. */
export interface Instructions {
  readonly kind: 'pix' | 'boleto' | 'card_page';
  readonly code: string | null;
  readonly line: string | null;
  readonly url: string | null;
  readonly expiresAt: Date | null;
}

/** The payer's data that the gateway requires. None of it is stored. */
export interface Payer {
  readonly name: string;
  readonly email: string;
  readonly document: { readonly type: 'cpf' | 'cnpj'; readonly number: string } | null;
  readonly address: {
    readonly postalCode: string;
    readonly street: string;
    readonly number: string;
    readonly district: string;
    readonly city: string;
    readonly state: string;
  } | null;
}

export interface Charge {
  /** The payment's own UUID; also the idempotency key. */
  readonly uuid: string;
  readonly cents: bigint;
  readonly method: CheckoutMethod;
  readonly description: string;
  readonly expiresAt: Date;
  readonly payer: Payer;
}

/** A payment as recorded by the gateway. */
export interface GatewayPayment {
  readonly reference: string;
  /** The UUID of the service's payment, as sent when the charge was created. */
  readonly ownReference: string | null;
  /** Remains `paid` whatever was refunded since. */
  readonly status: 'pending' | 'paid' | 'refused' | 'cancelled';
  readonly cents: bigint | null;
  readonly currency: string | null;
  readonly refunds: readonly GatewayRefund[];
  /** State of the payer's dispute of the charge: pending, lost (the money is gone) or won. */
  readonly dispute: RefundStatus | null;
}

export interface GatewayRefund {
  readonly reference: string;
  readonly cents: bigint;
  readonly status: RefundStatus;
}

/**
 * A payment provider. Its methods do not throw for failures of the gateway; they return an Outcome.
 */
export interface PaymentGateway {
  readonly name: Gateway;
  /**
   * Creates a charge. A card is charged on the gateway's own page: its payment has no reference
   * before it is paid.
   */
  createCharge(
    charge: Charge,
  ): Promise<Outcome<{ readonly reference: string | null; readonly instructions: Instructions }>>;
  getPayment(reference: string): Promise<Outcome<GatewayPayment>>;
  /** Returns all of the gateway's payments for one of the service's. */
  findPayments(ownReference: string): Promise<Outcome<readonly GatewayPayment[]>>;
  /** Refunds a payment. One key stands for one refund, however often it is requested. */
  refund(
    paymentReference: string,
    refund: { readonly cents: bigint; readonly idempotencyKey: string },
  ): Promise<Outcome<GatewayRefund>>;
  listRefunds(paymentReference: string): Promise<Outcome<readonly GatewayRefund[]>>;
}
