/** How far a purchase has come; `released` and `cancelled` are ends without a delivery. */
export const purchaseStates = [
  'awarded',
  'confirmed',
  'in_delivery',
  'received',
  'released',
  'cancelled',
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** Returns whether a purchase stands: neither released nor cancelled. Its two sides are in contact. */
export const isStanding = (state: PurchaseState): boolean =>
  state !== 'released' && state !== 'cancelled';

/** Portuguese labels shown to users. */
export const purchaseStateLabels: Readonly<Record<PurchaseState, string>> = {
  awarded: 'Entrega a combinar',
  confirmed: 'Confirmada',
  in_delivery: 'Em entrega',
  received: 'Recebida',
  released: 'Desfeita',
  cancelled: 'Cancelada',
};

/** Whether a purchase takes everything that its proposal offers, or only some of the items. */
export const purchaseKinds = ['whole', 'partial'] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

export const purchaseKindLabels: Readonly<Record<PurchaseKind, string>> = {
  whole: 'Proposta inteira',
  partial: 'Parte da proposta',
};
