import type { OrderSummary } from '@lavra/contract/orders/schemas';
import type { ChipTone } from './chip.tsx';

const tones: Readonly<Partial<Record<OrderSummary['status'], ChipTone>>> = {
  pendente: 'warn',
  publicada: 'info',
  em_analise: 'warn',
  adjudicada: 'good',
  finalizada: 'good',
  cancelada: 'danger',
  revogada: 'danger',
};

/** Returns the colour of an order's status; plain for a status this release does not know. */
export const orderTone = (status: OrderSummary['status']): ChipTone => tones[status] ?? 'plain';

/** Returns the colour of a proposal's displayed status. */
export function proposalTone(status: string): ChipTone {
  if (status === 'accepted') return 'good';
  if (status === 'submitted') return 'info';
  return status === 'rejected' ? 'danger' : 'plain';
}

/**
 * Returns the colour of a deadline: red on the last day and the one before, amber in the last week.
 */
export function deadlineTone(days: number): ChipTone {
  if (days < 0) return 'plain';
  if (days <= 1) return 'danger';
  return days <= 7 ? 'warn' : 'plain';
}

/**
 * Returns an order's status in the words of producers and suppliers: the service names an award as
 * public tenders do.
 */
export const producerStatus = ({
  status,
  status_label,
}: Pick<OrderSummary, 'status' | 'status_label'>): string =>
  status === 'adjudicada' ? 'Escolhida' : status_label;
