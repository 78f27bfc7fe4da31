import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { billingCycles, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { takesAll } from '../../../test/in-turn.ts';
import { storyRuns } from '../../../test/race-trials.ts';
import {
  openStage,
  planNames,
  returns,
  Story,
  type Return,
  type Step,
  type Which,
} from './paid-story.fixture.ts';
import { openTill } from './payments.fixture.ts';

// Random sequences of events of one subscriber on the real service, with a provider that collects,
// refunds and disputes: on each relevant day the plan in force is the one that was paid for, and
// each amount is assigned to its own period.

const stage = await openStage(await openTill());
const RUNS = storyRuns(40);
/** Runs for each kind of entangled sequence. */
const KNOTS = Math.min(takesAll ? 15 : 6, RUNS);

type Steps = fc.Arbitrary<readonly Step[]>;
const alone = (one: fc.Arbitrary<Step>): Steps => one.map((step) => [step]);
const payOf = (...cycles: BillingCycle[]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('pay' as const),
    plan: fc.constantFrom(...planNames),
    cycle: fc.constantFrom(...cycles),
    late: fc.boolean(),
  });
const pay = payOf(...billingCycles);
const byHand = fc.constantFrom<Step>(
  { kind: 'by hand' },
  { kind: 'plan a change' },
  { kind: 'ask to leave' },
);
const days = (max: number): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max }) });
const oneOf = (
  kinds: readonly Return[],
  which: fc.Arbitrary<Which> = fc.nat(5),
): fc.Arbitrary<Step> => fc.record({ kind: fc.constantFrom(...kinds), which });

const anything: Steps = fc.oneof(
  { weight: 6, arbitrary: alone(pay) },
  { weight: 1, arbitrary: alone(byHand) },
  { weight: 4, arbitrary: alone(oneOf(returns)) },
  { weight: 4, arbitrary: alone(days(100)) },
);

const playStory = async (
  trialDays: number | undefined,
  steps: readonly (readonly Step[])[],
): Promise<void> => {
  const story = await Story.begin(stage, trialDays);
  await story.held();
  for (const one of steps.flat()) {
    await story.take(one);
    await story.held();
  }
  await story.end();
};
const trialDays = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });

// Combinations that random single steps rarely reach: a payment disputed repeatedly around the end
// of what it paid for.
const lost: Step = { kind: 'dispute lost', which: 'same' };
const won: Step = { kind: 'dispute won', which: 'same' };
const leave: Step = { kind: 'ask to leave' };
const month = payOf('monthly', 'monthly', 'monthly', 'quarterly');
/** Within the paid time, at the end of a month, or after all of it. */
const about: fc.Arbitrary<Step> = fc.oneof(
  days(40),
  fc.integer({ min: 27, max: 33 }).map((count): Step => ({ kind: 'days', count })),
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'days until all is over' }) },
);
const something: Steps = fc.oneof(fc.constant([]), alone(month), alone(about), alone(byHand));
const newest = (...kinds: Return[]): fc.Arbitrary<Step> =>
  oneOf(kinds, fc.constantFrom<Which>('last', 'last', 'last', 0));
const endings = oneOf(
  ['refund a part and cancel', 'refund and cancel', 'refund and cancel, done late'],
  fc.constant('next'),
);
const knots: Readonly<Record<string, Steps>> = {
  'lost and won, and again after days': fc
    .tuple(newest('dispute lost'), something, about, something)
    .map(([first, before, then, between]) => [first, ...before, won, then, lost, ...between, won]),
  'lost and won after a part of the payment ended the subscription': fc
    .tuple(newest('refund a part and cancel'), something, something)
    .map(([end, before, between]) => [end, ...before, lost, ...between, won]),
  'decided after another payment ended the subscription': fc
    .tuple(newest('dispute opened', 'dispute lost'), month, endings, something)
    .map(([first, more, end, between]) => [first, more, end, ...between, lost, won]),
  'won after the days are over, by one who may have asked to leave': fc
    .tuple(fc.subarray([leave]), newest('dispute lost'), something, about)
    .map(([wish, first, before, then]) => [...wish, first, ...before, then, won]),
  'won by one who has paid ahead and asked to leave': fc
    .tuple(month, newest('dispute lost'), something)
    .map(([more, first, before]) => [more, leave, first, ...before, won]),
};

describe('random sequences of payments, changes, refunds, disputes and days', () => {
  it('give what was paid for, to the day and the cent', () =>
    fc.assert(
      fc.asyncProperty(trialDays, fc.array(anything, { minLength: 3, maxLength: 10 }), playStory),
      { numRuns: RUNS, endOnFailure: true },
    ));
});

describe('random sequences return disputed days once, and never days that were ended on purpose', () => {
  for (const [name, knot] of Object.entries(knots)) {
    const steps = fc.tuple(
      fc.array(anything, { maxLength: 2 }),
      month,
      something,
      knot,
      fc.array(anything, { maxLength: 2 }),
    );
    it(name, () =>
      fc.assert(
        fc.asyncProperty(
          trialDays,
          steps.map(([before, paid, then, tied, after]) => [
            ...before,
            [paid],
            then,
            tied,
            ...after,
          ]),
          playStory,
        ),
        { numRuns: KNOTS, endOnFailure: true },
      ),
    );
  }
});
