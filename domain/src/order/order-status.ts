export const orderStatuses = [
  'rascunho',
  'pendente',
  'publicada',
  'em_analise',
  'adjudicada',
  'finalizada',
  'cancelada',
  'revogada',
  'expirada',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  rascunho: 'Rascunho',
  pendente: 'Pendente',
  publicada: 'Publicada',
  em_analise: 'Em análise',
  adjudicada: 'Adjudicada',
  finalizada: 'Finalizada',
  cancelada: 'Cancelada',
  revogada: 'Revogada',
  expirada: 'Expirada',
};

/** Statuses that still require an action; the admin dashboard counts them as active. */
export const activeOrderStatuses = [
  'pendente',
  'publicada',
  'em_analise',
  'adjudicada',
] as const satisfies readonly OrderStatus[];

/** Names from the admin's build plan, accepted as filter values beside the canonical statuses. */
export const orderStatusAliases = ['em_andamento', 'encerrada', 'suspensa'] as const;
export type OrderStatusAlias = (typeof orderStatusAliases)[number];

export const orderStatusFilters = [...orderStatuses, ...orderStatusAliases] as const;
export type OrderStatusFilter = OrderStatus | OrderStatusAlias;

/**
 * The orders that a filter value selects: any of these statuses and, for `suspensa`, only suspended
 * ones.
 */
export interface OrderStatusSelection {
  readonly statuses: readonly OrderStatus[];
  readonly suspendedOnly: boolean;
}

const aliasSelections: Readonly<Record<OrderStatusAlias, OrderStatusSelection>> = {
  em_andamento: { statuses: ['em_analise', 'adjudicada'], suspendedOnly: false },
  encerrada: { statuses: ['finalizada', 'expirada', 'revogada'], suspendedOnly: false },
  suspensa: { statuses: ['publicada', 'em_analise'], suspendedOnly: true },
};

/** Expands a filter value into the stored statuses that it selects. */
export function selectOrderStatuses(filter: OrderStatusFilter): OrderStatusSelection {
  return isAlias(filter) ? aliasSelections[filter] : { statuses: [filter], suspendedOnly: false };
}

function isAlias(filter: OrderStatusFilter): filter is OrderStatusAlias {
  return filter in aliasSelections;
}
