import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { person, question } from './combination-question.fixture.ts';
import { createCombinationSolver } from './solve-combinations.ts';

const solver = createCombinationSolver();
after(() => solver.close());
const solve = (totals: Parameters<typeof question>[0]) =>
  solver.solve(person(1), async () => question(totals));

describe('the solver of combinations', () => {
  it('leaves what grows with items and proposals to the thread', async () => {
    await solve({ warm: ['1.00'] });
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
    await solve({ warm: ['1.00'] });
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
