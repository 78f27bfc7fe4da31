import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { ProposalStatus } from './proposal-status.ts';

export const proposalActors = ['supplier', 'producer'] as const;
export type ProposalActor = (typeof proposalActors)[number];

export const proposalTransitionNames = ['edit', 'submit', 'accept', 'reject', 'cancel'] as const;
export type ProposalTransition = (typeof proposalTransitionNames)[number];

/** Status of a new proposal. */
export const initialProposalStatus = 'draft' satisfies ProposalStatus;

/** State machine of a proposal; `edit` covers replacing and deleting a draft. */
export const proposalTransitions: Transitions<ProposalTransition, ProposalStatus, ProposalActor> = {
  edit: { from: ['draft'], to: 'draft', by: ['supplier'] },
  submit: { from: ['draft'], to: 'submitted', by: ['supplier'] },
  accept: { from: ['submitted'], to: 'accepted', by: ['producer'] },
  reject: { from: ['submitted'], to: 'rejected', by: ['producer'] },
  cancel: { from: ['submitted'], to: 'cancelled', by: ['supplier'] },
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
