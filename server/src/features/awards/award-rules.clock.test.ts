import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { planAward, type AwardState } from './award-rules.ts';

const ITEMS = 1_000;
const PROPOSALS = 200;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const uuidOf = (proposal: number): string => `proposal-${proposal}`;

/** An order of 1,000 items, all of them offered in part by 200 proposals with a shared freight. */
const state = {
  order: { status: 'publicada' },
  chosen: times(PROPOSALS, (index) => ({
    id: index + 1,
    uuid: uuidOf(index),
    status: 'submitted',
    validity_date: null,
    freight_amount: '1234.56',
    allows_partial: true,
    partial_minimum: null,
    freight_rule: 'proportional',
    supplier_active: true,
  })),
  offers: {
    items: times(ITEMS, (index) => ({ id: index + 1, position: index + 1 })),
    offers: times(PROPOSALS, (index) => ({
      proposal_id: index + 1,
      items: times(ITEMS, (item) => item + 1),
      totals: times(ITEMS, (item) => `${100 + ((index * 31 + item * 7) % 900)}.25`),
    })),
    bought: [],
    round: 0,
    awarded_at_ms: null,
  },
  now: new Date('2026-11-20T15:00:00Z'),
  zone: 'America/Sao_Paulo',
  labelOf: uuidOf,
} as unknown as AwardState; // the parts that a plan is made from

describe('an award of 1,000 items over 200 proposals', () => {
  it('is planned between other requests, not before them', async () => {
    const wanted = times(ITEMS, (item) => ({
      order_item_id: item + 1,
      proposal: uuidOf(item % PROPOSALS),
    }));
    await planAward(state, wanted);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // The loop is measured from one run to the next.
    await sleep(20);
    const purchases = await planAward(state, wanted);
    await sleep(20);
    delay.disable();
    assert.equal(purchases.length, PROPOSALS);
    assert.ok(delay.max < 150e6, `the event loop stood for ${delay.max / 1e6} ms`);
  });
});
