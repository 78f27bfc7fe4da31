import { daysUntil, localDate } from '@lavra/domain/calendar/calendar';
import type { ReviewState } from '@lavra/domain/proposal/review-state';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import type { ChipTone } from '../../ui/chip.tsx';
import { shortNameOf, type NamedProposal } from '../../ui/name-of-proposal.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';

export const reviewTone: Readonly<Record<ReviewState, ChipTone>> = {
  new: 'info',
  viewed: 'plain',
  analyzing: 'warn',
  shortlisted: 'good',
  winner: 'good',
  rejected: 'danger',
};

/** Returns true when a decision is still possible. */
export const isOpen = ({
  status,
  display_status,
  is_available,
}: Pick<ReceivedProposal, 'status' | 'display_status' | 'is_available'>): boolean =>
  status === 'submitted' && display_status !== 'lost' && is_available;

/** Returns true when the proposal may be accepted now, which a suspended order prevents. */
export const mayBeAccepted = (proposal: ReceivedProposal): boolean =>
  isOpen(proposal) &&
  !proposal.order.is_suspended &&
  (proposal.order.status === 'publicada' || proposal.order.status === 'em_analise');

/** Returns true while a proposal that waits for a decision cannot be chosen. */
export const isUnavailable = ({
  status,
  is_available,
}: Pick<ReceivedProposal, 'status' | 'is_available'>): boolean =>
  status === 'submitted' && !is_available;

/** The text for a proposal that cannot be chosen. */
export const unavailableText =
  'Esta proposta está indisponível no momento: ela não pode ser escolhida e não conta nas comparações.';

/**
 * Returns until when an offer is valid, and whether to highlight it: from a week before on, and on
 * the last day.
 */
export function validityOf(date: string | null): {
  readonly text: string;
  readonly tone: ChipTone;
} {
  if (date === null) return { text: 'Sem data de validade', tone: 'plain' };
  const days = daysUntil(date, localDate(new Date(), serviceZone));
  if (days < 0) return { text: `Validade passou em ${formatDate(date)}`, tone: 'danger' };
  if (days === 0) return { text: 'Vale só até hoje', tone: 'danger' };
  if (days === 1) return { text: 'Vale até amanhã', tone: 'danger' };
  return {
    text: `Vale até ${formatDate(date)} (${days} dias)`,
    tone: days <= 7 ? 'warn' : 'plain',
  };
}

interface Counts {
  readonly total: number;
  readonly priced: number;
  readonly similar: number;
  readonly justified: number;
}

/** Counts what a proposal answers of an order with `total` items. */
export function countItems(
  { items, priced_items }: Pick<ReceivedProposal, 'items' | 'priced_items'>,
  total: number,
): Counts {
  return {
    total,
    priced: priced_items,
    similar: items.filter((item) => item.is_offered && item.offers_similar).length,
    justified: items.filter((item) => !item.has_price && item.has_justification).length,
  };
}

export const coverageText = ({ priced, total }: Counts): string =>
  `${priced} de ${countOf(total, ['item', 'itens'])}`;

/**
 * Returns the names of the other proposals that stand and come from the same supplier, whoever that
 * is; null where there is none.
 */
export function alternativesOf(
  { alternatives }: Pick<ReceivedProposal, 'alternatives'>,
  received: readonly (NamedProposal & Pick<ReceivedProposal, 'uuid'>)[],
): string | null {
  const others = received.filter(({ uuid }) => alternatives.includes(uuid));
  return others.length === 0 ? null : others.map(shortNameOf).join(', ');
}
