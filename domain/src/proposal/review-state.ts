import type { ProposalStatus } from './proposal-status.ts';

/** How far the producer's review of a received proposal has come. */
export const reviewStates = [
  'new',
  'viewed',
  'analyzing',
  'shortlisted',
  'winner',
  'rejected',
] as const;
export type ReviewState = (typeof reviewStates)[number];

/** States that a producer sets by hand; the others follow from the proposal. */
export const settableReviewStates = ['viewed', 'analyzing', 'shortlisted'] as const;
export type SettableReviewState = (typeof settableReviewStates)[number];

export const reviewStateLabels: Readonly<Record<ReviewState, string>> = {
  new: 'Nova',
  viewed: 'Visualizada',
  analyzing: 'Em análise',
  shortlisted: 'Pré-selecionada',
  winner: 'Escolhida',
  rejected: 'Recusada',
};

/**
 * Returns the state to show: a decision on the proposal takes precedence over the state set by the
 * producer.
 */
export function reviewState(
  status: ProposalStatus,
  stored: SettableReviewState | null,
): ReviewState {
  if (status === 'accepted') return 'winner';
  if (status === 'rejected') return 'rejected';
  return stored ?? 'new';
}
