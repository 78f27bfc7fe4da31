import { nextStatus, statusPredicates, type Moves } from '../state-machine.ts';
import type { ProposalStatus } from './proposal-status.ts';

export const proposalActors = ['supplier', 'producer'] as const;
export type ProposalActor = (typeof proposalActors)[number];

export const proposalTriggers = ['edit', 'submit', 'accept', 'reject', 'cancel'] as const;
export type ProposalTrigger = (typeof proposalTriggers)[number];

/** Status of a new proposal. */
export const initialProposalStatus = 'draft' satisfies ProposalStatus;

/** State machine of a proposal; `edit` covers replacing and deleting a draft. */
export const proposalMoves: Moves<ProposalTrigger, ProposalStatus, ProposalActor> = {
  edit: { from: ['draft'], to: 'draft', by: ['supplier'] },
  submit: { from: ['draft'], to: 'submitted', by: ['supplier'] },
  accept: { from: ['submitted'], to: 'accepted', by: ['producer'] },
  reject: { from: ['submitted'], to: 'rejected', by: ['producer'] },
  cancel: { from: ['submitted'], to: 'cancelled', by: ['supplier'] },
};

/**
 * Returns the status that a trigger leads to, or null when the trigger is not allowed in `from`.
 */
export function nextProposalStatus(
  from: ProposalStatus,
  trigger: ProposalTrigger,
): ProposalStatus | null {
  return nextStatus(proposalMoves, from, trigger);
}

/** One predicate for each trigger of the table: `proposalCan.submit(status)` and so on. */
export const proposalCan = statusPredicates(proposalMoves);
