import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { addDays } from '../calendar/calendar.ts';
import { billingCycles, isFree, priceOf } from './billing-cycle.ts';
import { fitsFeature } from './feature.ts';
import { addMonths, monthStart } from './months.ts';
import {
  initialSubscriptionStatus,
  isRunning,
  nextSubscriptionStatus,
  subscriptionCan,
  subscriptionTransitions,
  subscriptionStatuses,
  type SubscriptionStatus,
} from './subscription-machine.ts';

describe('months', () => {
  it('end on the last day of a month that is too short', () => {
    assert.equal(addMonths('2027-01-31', 1), '2027-02-28');
    assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
    assert.equal(addMonths('2026-11-30', 3), '2027-02-28');
    assert.equal(addMonths('2028-02-29', 12), '2029-02-28');
    assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
    assert.equal(addMonths('2026-12-31', 0), '2026-12-31');
  });

  it('start on their first day, also across the turn of a year', () => {
    assert.deepEqual(
      [
        monthStart('2027-03-15'),
        monthStart('2027-03-15', 1),
        monthStart('2027-03-15', -5),
        monthStart('2026-12-31', 1),
      ],
      ['2027-03-01', '2027-04-01', '2026-10-01', '2027-01-01'],
    );
  });

  it('add at most 31 days each and never go back', () => {
    const dates = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 24 }), (date, months) => {
        const later = addMonths(date, months);
        assert.ok(
          later >= addDays(date, 28 * months) && later <= addDays(date, 31 * months),
          `${date} + ${months} = ${later}`,
        );
        assert.equal(monthStart(later), monthStart(date, months));
      }),
    );
  });
});

describe('a paid period', () => {
  it("costs the plan's price for its cycle, where the plan sells that cycle", () => {
    const plan = { price_monthly: null, price_quarterly: '269.90', price_annual: '0.00' };
    assert.deepEqual(
      billingCycles.map((cycle) => priceOf(plan, cycle)),
      [null, '269.90', '0.00'],
    );
    assert.deepEqual([null, '0.00', '0', '0.01'].map(isFree), [false, true, true, false]);
  });
});

describe('the state machine of a subscription', () => {
  it('allows exactly these transitions', () => {
    const allowed = subscriptionStatuses.map((from) => [
      from,
      ...Object.keys(subscriptionTransitions).filter(
        (name) =>
          nextSubscriptionStatus(from, name as keyof typeof subscriptionTransitions) !== null,
      ),
    ]); // its own keys
    assert.deepEqual(allowed, [
      ['trial', 'pay', 'extend_trial', 'expire', 'end', 'cancel_now', 'try_again'],
      ['active', 'pay', 'expire', 'end', 'cancel_now', 'try_again'],
      ['expired', 'pay', 'extend_trial', 'cancel_now'],
      ['cancelled', 'pay'],
    ]);
    assert.equal(subscriptionCan.extend_trial('active'), false);
  });

  it('can reach every status from its first one', () => {
    const reached = new Set<SubscriptionStatus>([initialSubscriptionStatus]);
    for (const from of reached)
      for (const { from: starts, to } of Object.values(subscriptionTransitions))
        if (starts.includes(from)) reached.add(to);
    assert.deepEqual([...reached].toSorted(), [...subscriptionStatuses].toSorted());
  });

  it('is running in trial and while it is active', () => {
    assert.deepEqual(subscriptionStatuses.filter(isRunning), ['trial', 'active']);
  });
});

it('a value fits a limit when it is null or a whole number from zero on, a boolean when it is one', () => {
  const values = [0, 5, null, -1, 1.5, true, false, '5', undefined, Number.NaN];
  assert.deepEqual(
    values.filter((value) => fitsFeature('limit', value)),
    [0, 5, null],
  );
  assert.deepEqual(
    values.filter((value) => fitsFeature('boolean', value)),
    [true, false],
  );
});
