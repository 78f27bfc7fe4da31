import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { addDays, daysUntil, type CalendarDate } from '../calendar/calendar.ts';
import { billingCycles, cycleMonths, type BillingCycle } from './billing-cycle.ts';
import { addMonths, dayOfMonth } from './months.ts';
import {
  derivedColumnsOf,
  isFreePeriod,
  queuePeriod,
  removePeriods,
  type Period,
  type PeriodTerms,
} from './paid-periods.ts';
import { PeriodsModel } from './periods-model.fixture.ts';

const [CHEAP, DEAR] = [1, 2];
const bought = (
  paymentId: number,
  planId: number,
  cycle: BillingCycle,
  amount = '10.00',
): PeriodTerms => ({ origin: 'payment', paymentId, amount, planId, cycle, days: null });
const trialUntil = (endsOn: CalendarDate, today: CalendarDate): Period => ({
  id: undefined,
  origin: 'trial',
  paymentId: null,
  amount: null,
  planId: CHEAP,
  cycle: 'monthly',
  days: daysUntil(endsOn, today),
  startsOn: today,
  endsOn,
  takenDays: 0,
  anchor: null,
});
/** Builds a paid period that begins after a running gift, as the previous release stored it. */
const behindOf = (gift: Period, terms: PeriodTerms): Period => ({
  ...terms,
  id: undefined,
  startsOn: addDays(gift.endsOn, 1),
  endsOn: addMonths(gift.endsOn, cycleMonths[terms.cycle]),
  takenDays: 0,
  anchor: dayOfMonth(gift.endsOn),
});
/** Selects the periods of a payment. */
const isOf =
  (key: number) =>
  ({ paymentId }: Period): boolean =>
    paymentId === key;
const spans = (periods: readonly Period[]) =>
  periods.map(({ planId, cycle, startsOn, endsOn }) => [planId, cycle, startsOn, endsOn]);

describe('prepaid periods', () => {
  const today = '2026-11-03';
  const all = [
    bought(1, CHEAP, 'monthly'),
    bought(2, CHEAP, 'annual'),
    bought(3, DEAR, 'monthly'),
  ].reduce((live: Period[], terms) => queuePeriod(live, terms, today), []);

  it('each keep their plan and cycle: a cheap month, a cheap year, an expensive month', () => {
    assert.deepEqual(spans(all), [
      [CHEAP, 'monthly', '2026-11-03', '2026-12-03'],
      [CHEAP, 'annual', '2026-12-04', '2027-12-03'],
      [DEAR, 'monthly', '2027-12-04', '2028-01-03'],
    ]);
    assert.deepEqual(derivedColumnsOf(all, today), {
      planId: CHEAP,
      cycle: 'monthly',
      isTrial: false,
      dueDate: '2028-01-03',
      next: { planId: CHEAP, cycle: 'annual', from: '2026-12-03' },
      runsUntil: '2026-12-03',
    });
    assert.deepEqual(derivedColumnsOf(all, '2027-12-04'), {
      planId: DEAR,
      cycle: 'monthly',
      isTrial: false,
      dueDate: '2028-01-03',
      next: null,
      runsUntil: null,
    });
    assert.equal(derivedColumnsOf(all, '2028-01-04'), null);
  });

  it('move forward when one is refunded, and the current one then ends the day before', () => {
    assert.deepEqual(spans(removePeriods(all, isOf(2), '2026-11-20')), [
      [CHEAP, 'monthly', '2026-11-03', '2026-12-03'],
      [DEAR, 'monthly', '2026-12-04', '2027-01-03'],
    ]);
    assert.deepEqual(spans(removePeriods(all, isOf(1), '2026-11-20')), [
      [CHEAP, 'monthly', '2026-11-03', '2026-11-19'],
      [CHEAP, 'annual', '2026-11-20', '2027-11-20'],
      [DEAR, 'monthly', '2027-11-21', '2027-12-20'],
    ]);
    assert.deepEqual(
      spans(removePeriods(all, () => true, '2026-11-03')),
      [],
      'nothing of it was used',
    );
  });

  it('start before free days: a trial is postponed, not replaced', () => {
    const paid = queuePeriod([trialUntil('2026-12-03', today)], bought(1, DEAR, 'monthly'), today);
    assert.deepEqual(spans(paid), [
      [DEAR, 'monthly', '2026-11-03', '2026-12-03'],
      [CHEAP, 'monthly', '2026-12-04', '2027-01-02'],
    ]);
    assert.deepEqual(
      derivedColumnsOf(paid, today)?.dueDate,
      '2027-01-02',
      'a month, and the thirty days that were left',
    );
    assert.deepEqual(
      spans(removePeriods(paid, (period) => !isFreePeriod(period), today)),
      [[CHEAP, 'monthly', '2026-11-03', '2026-12-03']],
      'given back, the trial is as it was',
    );
  });

  it('take no free day, though the month is shorter than the one in which the trial would end', () => {
    const paid = queuePeriod(
      [trialUntil('2027-01-31', '2027-01-10')],
      bought(1, DEAR, 'monthly'),
      '2027-01-30',
    );
    assert.deepEqual(spans(paid), [
      [CHEAP, 'monthly', '2027-01-10', '2027-01-29'],
      [DEAR, 'monthly', '2027-01-30', '2027-02-28'],
      [CHEAP, 'monthly', '2027-03-01', '2027-03-01'],
    ]);
    assert.deepEqual(
      spans(removePeriods(paid.slice(1), isOf(1), '2027-01-30')),
      [[CHEAP, 'monthly', '2027-01-30', '2027-01-31']],
      'given back, the trial ends when it would have ended',
    );
  });

  it('leave a free day to come back, whichever of the payments is refunded', () => {
    const first = '2029-10-28';
    const trial = trialUntil('2029-10-29', first);
    const paid = queuePeriod(
      [trial, behindOf(trial, bought(1, DEAR, 'monthly'))],
      bought(2, CHEAP, 'quarterly'),
      first,
    );
    assert.deepEqual(spans(paid), [
      [DEAR, 'monthly', '2029-10-28', '2029-11-28'],
      [CHEAP, 'quarterly', '2029-11-29', '2030-02-28'],
      [CHEAP, 'monthly', '2030-03-01', '2030-03-01'],
    ]);
    const without = (key: number) => removePeriods(paid, isOf(key), first);
    assert.deepEqual(
      [spans(without(1)), spans(without(2))],
      [
        [
          [CHEAP, 'quarterly', '2029-10-28', '2030-01-28'],
          [CHEAP, 'monthly', '2030-01-29', '2030-01-29'],
        ],
        [
          [DEAR, 'monthly', '2029-10-28', '2029-11-28'],
          [CHEAP, 'monthly', '2029-11-29', '2029-11-29'],
        ],
      ],
    );
  });

  it('queued behind free days move forward with the next payment, and no day is lost', () => {
    const free = trialUntil('2027-11-03', today);
    const paid = queuePeriod(
      [free, behindOf(free, bought(1, DEAR, 'monthly'))],
      bought(2, CHEAP, 'monthly'),
      today,
    );
    assert.deepEqual(spans(paid), [
      [DEAR, 'monthly', '2026-11-03', '2026-12-03'],
      [CHEAP, 'monthly', '2026-12-04', '2027-01-03'],
      [CHEAP, 'monthly', '2027-01-04', '2028-01-03'],
    ]);
  });
});

describe('months paid one after the other', () => {
  /** Pays twelve times, each on the last day of the one before, or all on the first day. */
  const year = (cycle: BillingCycle, times: number, first: CalendarDate, ahead: boolean) => {
    let all: Period[] = [];
    for (let n = 0; n < times; n += 1) {
      const day = ahead ? first : (all.at(-1)?.endsOn ?? first);
      const live = all.filter(({ endsOn }) => endsOn >= day);
      all = [
        ...all.filter(({ endsOn }) => endsOn < day),
        ...queuePeriod(live, bought(n, CHEAP, cycle), day),
      ];
    }
    return all;
  };

  it('end on the day of the month on which the first one began', () => {
    for (const ahead of [true, false])
      assert.deepEqual(
        year('monthly', 4, '2027-01-31', ahead).map(({ startsOn, endsOn }) => [startsOn, endsOn]),
        [
          ['2027-01-31', '2027-02-28'],
          ['2027-03-01', '2027-03-31'],
          ['2027-04-01', '2027-04-30'],
          ['2027-05-01', '2027-05-31'],
        ],
      );
  });

  it('are as long as quarters and years that begin on the same day', () => {
    const firsts = Array.from({ length: 1461 }, (_, n) => addDays('2027-01-01', n));
    for (const first of firsts.filter((day) => dayOfMonth(day) === 1 || dayOfMonth(day) >= 28)) {
      const ends = [
        year('monthly', 48, first, true),
        year('quarterly', 16, first, true),
        year('annual', 4, first, true),
      ].map((all) => all.at(-1)?.endsOn);
      assert.deepEqual(new Set(ends), new Set([addMonths(first, 48)]), first);
    }
  });

  it('keep that day where an earlier release stored them without it', () => {
    const stored = year('monthly', 3, '2027-01-31', true).map((period) => ({
      ...period,
      anchor: null,
    }));
    for (const count of [1, 2, 3])
      assert.equal(
        queuePeriod(stored.slice(0, count), bought(9, CHEAP, 'monthly'), '2027-01-31').at(-1)
          ?.endsOn,
        addMonths('2027-01-31', count + 1),
      );
  });
});

type Step =
  | { readonly kind: 'pay'; readonly planId: number; readonly cycle: BillingCycle }
  | { readonly kind: 'refund'; readonly which: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'days'; readonly count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      planId: fc.constantFrom(CHEAP, DEAR, 3),
      cycle: fc.constantFrom(...billingCycles),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), which: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'end' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('days' as const),
      count: fc.integer({ min: 1, max: 200 }),
    }),
  },
);
/**
 * Returns what there is from today on, without a free period that ends today: a payment, which has
 * today, uses it up.
 */
const fromToday = (periods: readonly Period[], today: CalendarDate) =>
  spans(
    periods
      .filter(
        (period) => period.endsOn > today || (period.endsOn === today && !isFreePeriod(period)),
      )
      .map((period) => ({
        ...period,
        startsOn: period.startsOn < today ? today : period.startsOn,
      })),
  );
/** Returns false for a free period before paid ones, as the previous release stored it: it moves. */
const waitsLast = (periods: readonly Period[]): boolean =>
  periods.every((period, n) => n === periods.length - 1 || !isFreePeriod(period));
/** Any day of four years, every second time one of the last three of a month or the first. */
const firstDays = fc.oneof(
  fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days)),
  fc
    .tuple(fc.integer({ min: 1, max: 48 }), fc.integer({ min: -3, max: 0 }))
    .map(([month, days]) => addDays(addMonths('2026-01-01', month), days)),
);
/** The length of a trial, every second time a few days. */
const trialLengths = fc.oneof(fc.integer({ min: 0, max: 365 }), fc.integer({ min: 0, max: 4 }));

describe('random sequences of payments, refunds, cancellations and days', () => {
  it('give on each day what was paid for, and all of it', () =>
    fc.assert(
      fc.property(
        firstDays,
        fc.option(trialLengths, { nil: undefined }),
        fc.option(fc.constantFrom(...billingCycles)),
        fc.array(step, { maxLength: 14 }),
        (first, trialDays, behind, story) => {
          const trial =
            trialDays === undefined ? null : { planId: CHEAP, until: addDays(first, trialDays) };
          // The previous release queued paid periods behind free ones.
          const had = trial === null || behind === null ? [] : [bought(1, DEAR, behind)];
          const model = new PeriodsModel(
            first,
            trial,
            had.map(({ planId, cycle }) => ({ key: 1, planId, cycle })),
          );
          const gifts = trial === null ? [] : [trialUntil(trial.until, first)];
          let all: Period[] = [
            ...gifts,
            ...gifts.flatMap((gift) => had.map((terms) => behindOf(gift, terms))),
          ].map((period, n) => ({ ...period, id: n + 1 }));
          let ids = all.length;
          const keep = (live: readonly Period[]): void => {
            all = [
              ...all.filter(({ endsOn }) => endsOn < model.today),
              ...live.map((period) => ({ ...period, id: period.id ?? (ids += 1) })),
            ];
          };
          const live = (): Period[] => all.filter(({ endsOn }) => endsOn >= model.today);
          const held = (): void => {
            const face = derivedColumnsOf(all, model.today);
            assert.equal(face?.planId ?? null, model.planId, model.today);
            const [running] = live();
            assert.equal(
              running !== undefined && isFreePeriod(running) ? null : (running?.paymentId ?? null),
              model.runningKey,
            );
          };
          const pass = (days: number): void => {
            for (let day = 0; day < days; day += 1) {
              model.nextDay();
              held();
            }
          };
          let payments = had.length;
          for (const one of story) {
            if (one.kind === 'days') pass(one.count);
            if (one.kind === 'pay') {
              payments += 1;
              const before = live();
              keep(queuePeriod(before, bought(payments, one.planId, one.cycle), model.today));
              model.pay({ key: payments, ...one });
              const undone = removePeriods(live(), isOf(payments), model.today);
              if (waitsLast(before))
                assert.deepEqual(
                  fromToday(undone, model.today),
                  fromToday(before, model.today),
                  'a payment that goes back at once leaves everything as it was',
                );
            }
            if (one.kind === 'refund') {
              keep(removePeriods(live(), isOf(one.which), model.today));
              model.refund(one.which);
            }
            if (one.kind === 'end') {
              keep(removePeriods(live(), () => true, model.today));
              model.end();
            }
            held();
            const days = live();
            for (const [index, period] of days.entries())
              if (index > 0)
                assert.equal(
                  period.startsOn,
                  addDays(days[index - 1]?.endsOn ?? '', 1),
                  'no day twice, none left out',
                );
          }
          const due = derivedColumnsOf(all, model.today)?.dueDate;
          if (due !== undefined) pass(daysUntil(due, model.today) + 1);
          assert.deepEqual(
            [model.planId, model.waiting, derivedColumnsOf(all, model.today)],
            [null, 0, null],
          );
        },
      ),
      { numRuns: 300 },
    ));
});
