import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  nextProposalStatus,
  proposalCan,
  proposalTransitionNames,
  type ProposalTransition,
} from './proposal-machine.ts';
import {
  proposalDisplayStatuses,
  proposalStatuses,
  proposalStatusLabels,
  type ProposalStatus,
} from './proposal-status.ts';

const allowed: readonly (readonly [ProposalStatus, ProposalTransition, ProposalStatus])[] = [
  ['draft', 'edit', 'draft'],
  ['draft', 'submit', 'submitted'],
  ['submitted', 'accept', 'accepted'],
  ['submitted', 'reject', 'rejected'],
  ['submitted', 'cancel', 'cancelled'],
];

describe('the state machine of a proposal', () => {
  it('allows exactly the agreed transitions and refuses every other pair of status and transition', () => {
    for (const status of proposalStatuses) {
      for (const name of proposalTransitionNames) {
        const row = allowed.find(([from, by]) => from === status && by === name);
        assert.equal(nextProposalStatus(status, name), row?.[2] ?? null, `${status} ${name}`);
        assert.equal(proposalCan[name](status), row !== undefined, `${status} ${name}`);
      }
    }
  });

  it('can reach every status from a new draft', () => {
    const reached = new Set<ProposalStatus>(['draft', ...allowed.map(([, , to]) => to)]);
    assert.deepEqual([...reached].toSorted(), proposalStatuses.toSorted());
  });

  it('has a Portuguese label for every status that the portals show', () => {
    assert.equal(proposalStatusLabels.lost, 'Não selecionada');
    assert.equal(new Set(Object.values(proposalStatusLabels)).size, proposalDisplayStatuses.length);
  });
});
