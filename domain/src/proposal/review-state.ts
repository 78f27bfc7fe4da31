import type { ProposalStatus } from './proposal-status.ts';

/** How far a producer has come with a received proposal. */
export const reviewStates = [
  'new',
  'viewed',
  'analyzing',
  'shortlisted',
  'winner',
  'rejected',
] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The states a producer sets by hand; the others follow from the proposal. */
export const settableReviewStates = ['viewed', 'analyzing', 'shortlisted'] as const;
export type SettableReviewState = (typeof settableReviewStates)[number];

export const reviewStateLabels: Readonly<Record<ReviewState, string>> = {
  new: 'Nova',
  viewed: 'Visualizada',
  analyzing: 'Em análise',
  shortlisted: 'Pré-selecionada',
  winner: 'Vencedora',
  rejected: 'Recusada',
};

/** The state to show: a decision on the proposal wins over what the producer had set. */
export function reviewState(
  status: ProposalStatus,
  stored: SettableReviewState | null,
): ReviewState {
  if (status === 'accepted') return 'winner';
  if (status === 'rejected') return 'rejected';
  return stored ?? 'new';
}
