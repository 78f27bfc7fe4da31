import { nextStatus, statusPredicates, type Moves } from '../state-machine.ts';
import type { ProposalStatus } from './proposal-status.ts';

export const proposalActors = ['supplier', 'producer'] as const;
export type ProposalActor = (typeof proposalActors)[number];

export const proposalTriggers = ['edit', 'submit', 'accept', 'reject', 'cancel'] as const;
export type ProposalTrigger = (typeof proposalTriggers)[number];

/** The status a proposal is created in. */
export const initialProposalStatus = 'draft' satisfies ProposalStatus;

/** The life of a proposal; `edit` stands for replacing and for deleting a draft. */
export const proposalMoves: Moves<ProposalTrigger, ProposalStatus, ProposalActor> = {
  edit: { from: ['draft'], to: 'draft', by: ['supplier'] },
  submit: { from: ['draft'], to: 'submitted', by: ['supplier'] },
  accept: { from: ['submitted'], to: 'accepted', by: ['producer'] },
  reject: { from: ['submitted'], to: 'rejected', by: ['producer'] },
  cancel: { from: ['submitted'], to: 'cancelled', by: ['supplier'] },
};

/** The status a trigger leads to, or null when it is not allowed from there. */
export function nextProposalStatus(
  from: ProposalStatus,
  trigger: ProposalTrigger,
): ProposalStatus | null {
  return nextStatus(proposalMoves, from, trigger);
}

/** `proposalCan.submit(status)` and so on, one for each row of the table. */
export const proposalCan = statusPredicates(proposalMoves);
