import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isLive,
  liveStatuses,
  MAX_LIVE_PROPOSALS,
  MAX_SENT_PROPOSALS,
  sendProblem,
} from './proposal-limits.ts';
import { proposalStatuses } from './proposal-status.ts';

describe('a further proposal of a supplier for one order', () => {
  it('is sent up to both limits', () => {
    const before = (live: number, sent: number) => sendProblem({ live, sent });
    assert.equal(before(0, 0), null);
    assert.equal(before(MAX_LIVE_PROPOSALS - 1, MAX_SENT_PROPOSALS - 1), null);
    assert.equal(before(MAX_LIVE_PROPOSALS, MAX_LIVE_PROPOSALS), 'too_many_live');
    assert.equal(before(0, MAX_SENT_PROPOSALS), 'too_many_sent');
    assert.equal(before(MAX_LIVE_PROPOSALS, MAX_SENT_PROPOSALS), 'too_many_sent');
  });

  it('stands while it is neither rejected nor withdrawn', () => {
    assert.deepEqual(proposalStatuses.filter(isLive), [...liveStatuses]);
  });
});
