import type { Payment, Refund } from '@lavra/contract/payments/schemas';
import type { ChipTone } from '../../ui/chip.tsx';

export const paymentTones: Readonly<Record<Payment['status'], ChipTone>> = {
  pending: 'warn',
  confirmed: 'good',
  failed: 'danger',
  overdue: 'danger',
  refunded: 'plain',
  partially_refunded: 'info',
  cancelled: 'plain',
};
export const refundTones: Readonly<Record<Refund['status'], ChipTone>> = {
  processing: 'warn',
  succeeded: 'good',
  failed: 'danger',
};

export const gatewayLabels: Readonly<Record<NonNullable<Payment['gateway']>, string>> = {
  mercadopago: 'Mercado Pago',
  stripe: 'Stripe',
};

/** Returns true for payments without a gateway, which an administrator may confirm manually. */
export const canConfirm = ({ status, gateway }: Payment): boolean =>
  gateway === null && (status === 'pending' || status === 'overdue');
export const canRefund = ({ status, refundable_amount }: Payment): boolean =>
  (status === 'confirmed' || status === 'partially_refunded') && refundable_amount > 0;
