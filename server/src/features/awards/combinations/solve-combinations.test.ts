import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as nextLoopRun } from 'node:timers/promises';
import { RuleError } from '../../../platform/errors.ts';
import { person, question } from './combination-question.fixture.ts';
import { createCombinationSolver, type CombinationSolver } from './solve-combinations.ts';

const FIXTURE = new URL('./combination-worker.fixture.ts', import.meta.url);

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

  it('kills a thread that does not end, and goes on with another', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    start({ worker: FIXTURE, timeLimitMs: 2_000 });
    const outcomes = Promise.allSettled([ask(1, 'hang'), ask(2, 'thread')]);
    await nextLoopRun(); // the first question is on its way
    mock.timers.tick(8_000);
    const [hung, next] = await outcomes;
    assert.ok(hung.status === 'rejected' && refusal('combinations_unfinished')(hung.reason));
    assert.ok(next.status === 'fulfilled');
  });

  it('does not kill a thread for the time in which it did not work', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    start({ worker: FIXTURE, timeLimitMs: 20_000 });
    const answer = ask(1, 'late');
    await nextLoopRun(); // the question is on its way
    mock.timers.tick(20_000);
    assert.deepEqual(await answer, []);
  });

  it('leaves out a question whose client is gone by its turn', async () => {
    start({ worker: FIXTURE });
    let [isGone, read] = [false, 0];
    const first = ask(1, 'late');
    const left = solver.solve(person(2, { isGone: () => isGone }), async () => {
      read += 1;
      return question({ thread: ['1.00'] });
    });
    const next = ask(3, 'thread');
    isGone = true;
    const [, lost, answered] = await Promise.allSettled([first, left, next]);
    assert.deepEqual([lost.status, answered.status, read], ['rejected', 'fulfilled', 0]);
  });

  it('ends the solving whose client goes away, and goes on with the next question', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    start({ worker: FIXTURE });
    let isGone = false;
    const outcomes = Promise.allSettled([
      solver.solve(person(1, { isGone: () => isGone }), async () => question({ hang: ['1.00'] })),
      ask(1, 'thread'),
    ]);
    await nextLoopRun(); // the first question is on its way
    isGone = true;
    mock.timers.tick(250);
    const [left, next] = await outcomes;
    assert.ok(left.status === 'rejected' && refusal('combinations_unfinished')(left.reason));
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
});
