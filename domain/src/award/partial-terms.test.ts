import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderStatuses } from '../order/order-status.ts';
import { proposalStatuses } from '../proposal/proposal-status.ts';
import { canLoosenTerms, isLoosened, type PartialTerms } from './partial-terms.ts';

const whole: PartialTerms = { allowsPartial: false, minimum: null, freightRule: 'full' };
const from = (minimum: bigint | null, freightRule: PartialTerms['freightRule'] = 'full') =>
  ({ allowsPartial: true, minimum, freightRule }) as const;

describe('terms of a sale in part', () => {
  it('loosen from whole to in part with any minimum, to a lower one or none, and to shared freight', () => {
    for (const [before, after] of [
      [whole, whole],
      [whole, from(900_00n)],
      [whole, { ...whole, freightRule: 'proportional' }],
      [from(900_00n), from(899_99n)],
      [from(900_00n), from(null)],
      [from(900_00n), from(900_00n, 'proportional')],
      [from(null), from(0n)],
    ] as const)
      assert.equal(isLoosened(before, after), true, JSON.stringify([before, after], text));
  });

  it('tighten in every other way', () => {
    for (const [before, after] of [
      [from(null), whole],
      [from(900_00n), whole],
      [from(900_00n), from(900_01n)],
      [from(null), from(1n)],
      [from(null, 'proportional'), from(null)],
      [from(900_00n, 'proportional'), from(null)],
      [{ ...whole, freightRule: 'proportional' }, from(null)],
    ] as const)
      assert.equal(isLoosened(before, after), false, JSON.stringify([before, after], text));
  });

  it('may loosen while the proposal stands and its order can be bought from', () => {
    assert.deepEqual(
      proposalStatuses.flatMap((status) =>
        orderStatuses.flatMap((order) => (canLoosenTerms(status, order) ? [[status, order]] : [])),
      ),
      [
        ['submitted', 'publicada'],
        ['submitted', 'em_analise'],
        ['submitted', 'adjudicada'],
        ['accepted', 'publicada'],
        ['accepted', 'em_analise'],
        ['accepted', 'adjudicada'],
      ],
    );
  });
});

/** JSON has no bigint. */
const text = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value} cents` : value;
