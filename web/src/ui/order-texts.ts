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

/** The colour that repeats what an order's status says; plain for one this release does not know. */
export const orderTone = (status: OrderSummary['status']): ChipTone => tones[status] ?? 'plain';

/** The colour of a proposal's shown status. */
export function proposalTone(status: string): ChipTone {
  if (status === 'accepted') return 'good';
  if (status === 'submitted') return 'info';
  return status === 'rejected' ? 'danger' : 'plain';
}

/** Red on the last day and the one before, amber in the last week. */
export function deadlineTone(days: number): ChipTone {
  if (days < 0) return 'plain';
  if (days <= 1) return 'danger';
  return days <= 7 ? 'warn' : 'plain';
}
