import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { ProposalStatus } from './proposal-status.ts';

export const proposalTransitionNames = ['edit', 'submit', 'accept', 'reject', 'cancel'] as const;
export type ProposalTransition = (typeof proposalTransitionNames)[number];

/** Status of a new proposal. */
export const initialProposalStatus = 'draft' satisfies ProposalStatus;

/** State machine of a proposal; `edit` covers replacing and deleting a draft. */
export const proposalTransitions: Transitions<ProposalTransition, ProposalStatus> = {
  edit: { from: ['draft'], to: 'draft' },
  submit: { from: ['draft'], to: 'submitted' },
  accept: { from: ['submitted'], to: 'accepted' },
  reject: { from: ['submitted'], to: 'rejected' },
  cancel: { from: ['submitted'], to: 'cancelled' },
};

/**
 * Returns the status that a transition leads to, or null when it is not allowed in `from`.
 */
export function nextProposalStatus(
  from: ProposalStatus,
  transition: ProposalTransition,
): ProposalStatus | null {
  return nextStatus(proposalTransitions, from, transition);
}

/** One predicate for each transition of the table: `proposalCan.submit(status)` and so on. */
export const proposalCan = statusPredicates(proposalTransitions);
