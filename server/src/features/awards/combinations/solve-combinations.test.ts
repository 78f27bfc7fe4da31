import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../../platform/auth/caller.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { MarketOffer } from './combination-offers.ts';
import type { CombinationQuestion } from './combine.ts';
import { createCombinationSolver, type CombinationSolver } from './solve-combinations.ts';

const FIXTURE = new URL('./combination-worker.fixture.ts', import.meta.url);

// Of a caller, the queue reads only who it is.
const person = (userId: number): Caller => ({ userId }) as Caller;

/** A market of proposals sold in part, each with a total in reais for each item; null for none. */
const question = (
  totals: Readonly<Record<string, readonly (string | null)[]>>,
): CombinationQuestion => {
  const items = Math.max(...Object.values(totals).map(({ length }) => length));
  return {
    market: {
      items: Array.from({ length: items }, (_, index) => ({
        id: index + 1,
        quantity: '1.000',
        product_id: 1,
        active_ingredient: null,
        concentration: null,
        bought_from: null,
        status: 'publicada',
        order_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
        suspended: false,
        awarded_at_ms: null,
      })),
      proposals: Object.entries(totals).map(([uuid, prices], index) => ({
        id: index + 1,
        uuid,
        mark: index,
        validity_date: null,
        delivery_days: null,
        freight_amount: null,
        freight_kind: null,
        freight_rule: 'full',
        allows_partial: true,
        partial_minimum: null,
        offers: JSON.stringify(
          prices.flatMap((total, item): MarketOffer[] =>
            total === null
              ? []
              : [
                  {
                    item: item + 1,
                    price: total,
                    quantity: '1.000',
                    total,
                    similar: false,
                    unwanted: false,
                    other: null,
                  },
                ],
          ),
        ),
      })),
    },
    constraints: {},
    clock: { now: new Date('2026-11-20T15:00:00Z'), zone: 'America/Sao_Paulo' },
    letters: new Map(),
  };
};

const refusal =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof RuleError && error.code === code;

describe('the solver of combinations', () => {
  let solver: CombinationSolver;
  const start = (options: Parameters<typeof createCombinationSolver>[0] = {}): void => {
    solver = createCombinationSolver(options);
  };
  const ask = (userId: number, name: string) =>
    solver.solve(person(userId), async () => question({ [name]: ['1.00'] }));
  const solve = (totals: Parameters<typeof question>[0]) =>
    solver.solve(person(1), async () => question(totals));
  afterEach(() => solver.close());

  it('answers from a thread, which the next question finds again', async () => {
    start({ worker: FIXTURE });
    const [first] = await ask(1, 'thread');
    assert.notEqual(first?.most_proposals, 0);
    assert.deepEqual(await ask(2, 'thread'), [first]);
  });

  it('solves real offers, with exact amounts', async () => {
    start();
    const points = await solve({ A: ['3.00', '5.00'], B: ['2.00', null] });
    assert.deepEqual(
      points.map(({ most_proposals, landed_total, proven }) => [
        most_proposals,
        landed_total,
        proven,
      ]),
      [
        [1, 8, true],
        [2, 7, true],
      ],
    );
    await assert.rejects(
      solve({ A: Array.from({ length: 9 }, () => '9999999999999.99') }),
      refusal('amounts_too_large'),
    );
  });

  it('lets 20 wait and refuses the next one, and a third of one person', async () => {
    start({ worker: FIXTURE });
    const waiting = Array.from({ length: 21 }, (_, index) => ask(index, 'late'));
    await assert.rejects(ask(99, 'late'), refusal('combinations_busy'));
    await Promise.all(waiting);
    const own = [ask(1, 'late'), ask(1, 'late')];
    await assert.rejects(ask(1, 'late'), refusal('combinations_busy_own'));
    assert.deepEqual(await Promise.all([...own, ask(2, 'late')]), [[], [], []]);
  });

  for (const death of ['exit', 'throw', 'grow'])
    it(`survives its thread's death (${death}): only that question fails`, async () => {
      start({ worker: FIXTURE });
      const [lost, next] = await Promise.allSettled([ask(1, death), ask(2, 'thread')]);
      assert.ok(lost.status === 'rejected' && refusal('combinations_unfinished')(lost.reason));
      assert.ok(next.status === 'fulfilled');
    });

  it('kills a thread that does not end, and goes on with another', async () => {
    start({ worker: FIXTURE, timeLimitMs: 2_000 });
    const [hung, next] = await Promise.allSettled([ask(1, 'hang'), ask(2, 'thread')]);
    assert.ok(hung.status === 'rejected' && refusal('combinations_unfinished')(hung.reason));
    assert.ok(next.status === 'fulfilled');
  });

  it('reads the offers of a question when its turn comes, not while it waits', async () => {
    start({ worker: FIXTURE });
    let read = 0;
    const counted = (userId: number) =>
      solver.solve(person(userId), async () => {
        read += 1;
        return question({ late: ['1.00'] });
      });
    const waiting = [counted(1), counted(2), counted(3)];
    await waiting[0];
    assert.ok(read < 3, `${read} read`);
    await Promise.all(waiting);
    assert.equal(read, 3);
  });

  it('leaves what grows with items and proposals to the thread', async () => {
    start();
    await ask(1, 'warm');
    const prices = Array.from({ length: 400 }, (_, item) => `${10 + (item % 7)}.00`);
    const asked = question(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`P${index}`, prices])),
    );
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // The loop is measured from one run to the next.
    await sleep(20);
    await solver.solve(person(1), async () => asked);
    await sleep(20);
    delay.disable();
    assert.ok(delay.max < 150e6, `the event loop stood for ${delay.max / 1e6} ms`);
  });

  it('keeps the event loop free while it solves', async () => {
    start();
    await ask(1, 'warm');
    const totals = Object.fromEntries(
      Array.from({ length: 40 }, (_, proposal) => [
        `P${String(proposal).padStart(2, '0')}`,
        Array.from({ length: 60 }, (_item, item) =>
          (proposal * 7 + item * 13) % 3 === 0
            ? null
            : `${100 + ((proposal * 7_919 + item * 104_729 + proposal * item * 31) % 50)}.00`,
        ),
      ]),
    );

    const { active } = performance.eventLoopUtilization();
    const began = performance.now();
    await solve(totals);
    const took = performance.now() - began;
    const busy = performance.eventLoopUtilization().active - active;
    assert.ok(took > 20, `solved in ${took} ms: too little to measure`);
    assert.ok(busy < took / 2, `the event loop was busy for ${busy} of ${took} ms`);
  });
});
