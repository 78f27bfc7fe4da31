export const paymentStatuses = [
  'pending',
  'confirmed',
  'failed',
  'overdue',
  'refunded',
  'partially_refunded',
  'cancelled',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentStatusLabels: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Pendente',
  confirmed: 'Confirmado',
  failed: 'Recusado',
  overdue: 'Vencido',
  refunded: 'Estornado',
  partially_refunded: 'Estornado em parte',
  cancelled: 'Cancelado',
};

export const paymentMethods = ['pix', 'boleto', 'credit_card', 'transfer', 'manual'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  pix: 'Pix',
  boleto: 'Boleto',
  credit_card: 'Cartão de crédito',
  transfer: 'Transferência',
  manual: 'Manual',
};

/** Methods that a gateway collects; payments by the other methods are recorded by hand. */
export const checkoutMethods = [
  'pix',
  'boleto',
  'credit_card',
] as const satisfies readonly PaymentMethod[];
export type CheckoutMethod = (typeof checkoutMethods)[number];

export const refundStatuses = ['processing', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundStatusLabels: Readonly<Record<RefundStatus, string>> = {
  processing: 'Em processamento',
  succeeded: 'Concluído',
  failed: 'Recusado',
};

/** Payment gateways; a payment whose gateway is null was recorded by hand. */
export const gateways = ['mercadopago', 'stripe'] as const;
export type Gateway = (typeof gateways)[number];
