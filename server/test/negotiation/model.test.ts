import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderTransitions, type OrderTransition } from '@lavra/domain/order/order-machine';
import { orderStatuses } from '@lavra/domain/order/order-status';
import {
  proposalTransitions,
  type ProposalTransition,
} from '@lavra/domain/proposal/proposal-machine';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { fc } from '@lavra/domain/seeded.fixture';
import { mendTotals } from '@lavra/server/features/totals/mend-totals';
import { raceTrials } from '../race-trials.ts';
import { startService } from '../service.ts';
import { draftOrder, step, type Command, type ModelOrder } from './model.ts';
import { countUndispatched, openStage } from './stage.ts';
import { play, stories } from './story.ts';

const service = await startService();
const stage = await openStage(service);

/** A command for each transition that a person asks for in a story. */
const orderCommands: Partial<Record<OrderTransition, Command>> = {
  edit: { do: 'edit', closure: 'aberta' },
  publish: { do: 'publish' },
  close: { do: 'close' },
  extend_deadline: { do: 'extend' },
  award: { do: 'accept', proposal: 'p' },
  finalize: { do: 'finalize' },
  cancel: { do: 'cancel' },
  revoke: { do: 'revoke' },
  suspend: { do: 'suspend' },
  resume: { do: 'resume' },
};
/** Transitions of the clock, of approvals and of the owner's account have tests of their own. */
const elsewhere: ReadonlySet<OrderTransition> = new Set([
  'hold',
  'approve',
  'release',
  'return',
  'expire',
  'suspend_with_owner',
  'resume_with_owner',
]);
const proposalCommands: Record<ProposalTransition, Command> = {
  edit: { do: 'save', supplier: 0, offers: [5], partial: false, minimum: null },
  submit: { do: 'submit', proposal: 'p' },
  accept: { do: 'accept', proposal: 'p' },
  reject: { do: 'reject', proposal: 'p' },
  cancel: { do: 'withdraw', proposal: 'p' },
};

const orderWith = (
  changes: Partial<ModelOrder>,
  status: ModelOrder['proposals'][number]['status'],
): ModelOrder => ({
  ...draftOrder(1),
  proposals: [
    { name: 'p', supplier: 0, status, offers: [5], partial: false, minimum: null, version: 1 },
  ],
  ...changes,
});

describe('the model', () => {
  it('moves an order as its table of transitions says, and knows every transition', () => {
    for (const [name, { from, to }] of Object.entries(orderTransitions)) {
      const command = orderCommands[name as OrderTransition]; // the table's own keys
      assert.equal(command === undefined, elsewhere.has(name as OrderTransition), name);
      if (command === undefined) continue;
      for (const status of orderStatuses.filter((one) => one !== 'pendente')) {
        const suspended = name === 'resume';
        const { answer, next } = step(orderWith({ status, suspended }, 'submitted'), command);
        const isAllowed = from.includes(status);
        assert.equal(answer.status === 200, isAllowed, `${name} in ${status}`);
        assert.equal(next.status, isAllowed ? (to ?? status) : status, `${name} in ${status}`);
      }
    }
  });

  it('moves a proposal as its table of transitions says', () => {
    for (const [name, { from, to }] of Object.entries(proposalTransitions))
      for (const status of proposalStatuses) {
        const command = proposalCommands[name as ProposalTransition]; // the table's own keys
        const { next } = step(orderWith({ status: 'publicada' }, status), command, 'q');
        assert.equal(
          next.proposals[0]?.status,
          from.includes(status) ? to : status,
          `${name} in ${status}`,
        );
      }
  });
});

describe('random sequences of commands in a negotiation', () => {
  it('are answered as the model says, and leave what it says in the database', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), stories, (items, story) =>
        play(stage, items, story),
      ),
      { numRuns: raceTrials(500) * 2 },
    ));

  it('leave totals that are what counting gives', async () => {
    assert.deepEqual(await mendTotals(service.app.platform), []);
  });

  it('leave no event that is not dispatched', async () => {
    await service.work();
    assert.equal(await countUndispatched(service), 0);
  });
});
