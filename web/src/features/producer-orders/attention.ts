import type { ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import { daysLeft } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import type { ChipTone } from '../../ui/chip.tsx';
import { deadlineTone } from '../../ui/order-texts.ts';

export interface Reason {
  readonly text: string;
  readonly tone: ChipTone;
}
type Waiting = Pick<
  ProducerOrderSummary,
  | 'status'
  | 'publication_requested_at'
  | 'new_proposals_count'
  | 'dias_restantes'
  | 'next_validity_date'
>;

/**
 * Returns why an order needs its producer's attention, the most urgent first. `today` is the
 * service's day.
 */
export function reasonsOf(
  {
    status,
    publication_requested_at: requested,
    new_proposals_count: fresh,
    dias_restantes,
    next_validity_date,
  }: Waiting,
  today: string,
): readonly Reason[] {
  const isOpen = status === 'publicada' || status === 'em_analise';
  return [
    ...(status === 'rascunho' && requested !== null
      ? [{ text: 'Pronta para publicar', tone: 'warn' } as const]
      : []),
    ...(status === 'em_analise' ? [{ text: 'Hora de decidir', tone: 'warn' } as const] : []),
    ...(isOpen && next_validity_date !== null
      ? endOfValidity(daysUntil(next_validity_date, today))
      : []),
    ...(status === 'publicada' && dias_restantes <= 3
      ? [{ text: daysLeft(dias_restantes), tone: deadlineTone(dias_restantes) }]
      : []),
    ...(isOpen && fresh > 0
      ? [{ text: countOf(fresh, ['proposta nova', 'propostas novas']), tone: 'info' } as const]
      : []),
  ];
}

/** Warns of an offer that is about to expire, from a week before on. */
function endOfValidity(days: number): readonly Reason[] {
  if (days > 7) return [];
  if (days < 0) return [{ text: 'A validade de uma proposta passou', tone: 'danger' }];
  if (days <= 1)
    return [{ text: `Uma proposta vale só até ${days === 0 ? 'hoje' : 'amanhã'}`, tone: 'danger' }];
  return [{ text: `Uma proposta vale só mais ${days} dias`, tone: 'warn' }];
}
