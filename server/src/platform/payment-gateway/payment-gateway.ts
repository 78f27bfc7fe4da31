import type { CheckoutMethod, Gateway, RefundStatus } from '@lavra/domain/payment/payment-status';

/** Why a gateway did not do what it was asked. */
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
 * What came of asking a gateway. `refused` is its last word: nothing was done and nothing will be. After `unknown` it
 * may have done it or not; asking again under the same key finds out.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'refused' | 'unknown';
      readonly why: GatewayTrouble;
      /** For the log; never shown. */ readonly detail: string;
    };

export const done = <T>(value: T): Outcome<T> => ({ kind: 'done', value });

/** How a charge is paid: what is null does not belong to the kind. */
export interface Instructions {
  readonly kind: 'pix' | 'boleto' | 'card_page';
  readonly code: string | null;
  readonly line: string | null;
  readonly url: string | null;
  readonly expiresAt: Date | null;
}

/** Who pays, as the gateway must be told. Nothing of it is kept. */
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
  /** Ours; also the idempotency key. */
  readonly uuid: string;
  readonly cents: bigint;
  readonly method: CheckoutMethod;
  readonly description: string;
  readonly expiresAt: Date;
  readonly payer: Payer;
}

/** A payment as the gateway has it. */
export interface GatewayPayment {
  readonly reference: string;
  /** Our payment's UUID, as it was told when the charge was made. */
  readonly ownReference: string | null;
  /** `paid` stays so, whatever went back since. */
  readonly status: 'pending' | 'paid' | 'refused' | 'cancelled';
  readonly cents: bigint | null;
  readonly currency: string | null;
  readonly refunds: readonly GatewayRefund[];
  /** The payer disputes the charge: under way, lost (the money is gone) or won. */
  readonly dispute: RefundStatus | null;
}

export interface GatewayRefund {
  readonly reference: string;
  readonly cents: bigint;
  readonly status: RefundStatus;
}

/** Where the money moves. Nothing here throws for what the gateway does or fails to do. */
export interface PaymentGateway {
  readonly name: Gateway;
  /** A card is charged on the gateway's own page: its payment has no reference before somebody pays. */
  createCharge(
    charge: Charge,
  ): Promise<Outcome<{ readonly reference: string | null; readonly instructions: Instructions }>>;
  getPayment(reference: string): Promise<Outcome<GatewayPayment>>;
  /** All payments made for one of ours. */
  findPayments(ownReference: string): Promise<Outcome<readonly GatewayPayment[]>>;
  /** The same key is one refund, however often it is asked for. */
  refund(
    paymentReference: string,
    refund: { readonly cents: bigint; readonly idempotencyKey: string },
  ): Promise<Outcome<GatewayRefund>>;
  listRefunds(paymentReference: string): Promise<Outcome<readonly GatewayRefund[]>>;
}
