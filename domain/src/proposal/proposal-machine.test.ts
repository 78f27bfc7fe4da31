import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  initialProposalStatus,
  nextProposalStatus,
  proposalCan,
  proposalTriggers,
  type ProposalTrigger,
} from './proposal-machine.ts';
import {
  proposalDisplayStatuses,
  proposalStatuses,
  proposalStatusLabels,
  type ProposalStatus,
} from './proposal-status.ts';

const allowed: readonly (readonly [ProposalStatus, ProposalTrigger, ProposalStatus])[] = [
  ['draft', 'edit', 'draft'],
  ['draft', 'submit', 'submitted'],
  ['submitted', 'accept', 'accepted'],
  ['submitted', 'reject', 'rejected'],
  ['submitted', 'cancel', 'cancelled'],
];

describe('the life of a proposal', () => {
  it('allows exactly the agreed moves and refuses every other pair of status and trigger', () => {
    for (const status of proposalStatuses) {
      for (const trigger of proposalTriggers) {
        const move = allowed.find(([from, by]) => from === status && by === trigger);
        assert.equal(
          nextProposalStatus(status, trigger),
          move?.[2] ?? null,
          `${status} ${trigger}`,
        );
        assert.equal(proposalCan[trigger](status), move !== undefined, `${status} ${trigger}`);
      }
    }
  });

  it('reaches every status from a new draft', () => {
    const reached = new Set([initialProposalStatus, ...allowed.map(([, , to]) => to)]);
    assert.deepEqual([...reached].toSorted(), proposalStatuses.toSorted());
  });

  it('has a Portuguese label for all that the portals show', () => {
    assert.equal(proposalStatusLabels.lost, 'Não selecionada');
    assert.equal(new Set(Object.values(proposalStatusLabels)).size, proposalDisplayStatuses.length);
  });
});
