import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextLoopRun } from 'node:timers/promises';
import { limitThread } from './thread-limit.ts';

const LIMIT_MS = 15_000;

/** Limits a thread that has worked for 7 s before; `work` lets it, and time, go on. */
async function limited({ mock }: TestContext, isRunning = true) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const state = { worked: 7_000, ends: 0 };
  const cpuUsage = async () => {
    if (!isRunning) throw new Error('not running');
    return { user: state.worked * 900, system: state.worked * 100 };
  };
  const stop = limitThread({ cpuUsage }, LIMIT_MS, () => (state.ends += 1));
  await nextLoopRun();
  const work = async (workedMs: number, passedMs = workedMs): Promise<number> => {
    state.worked += workedMs;
    mock.timers.tick(passedMs);
    await nextLoopRun();
    return state.ends;
  };
  return { work, stop };
}

describe('the limit of a thread', () => {
  it('ends one that has worked for so long', async (test) => {
    const { work } = await limited(test);
    assert.equal(await work(LIMIT_MS - 1), 0);
    assert.equal(await work(1), 1);
  });

  it('waits for one that shares its processor, until it has worked for so long', async (test) => {
    const { work } = await limited(test);
    assert.equal(await work(LIMIT_MS / 2, LIMIT_MS), 0);
    assert.equal(await work(LIMIT_MS / 4, LIMIT_MS / 2), 0);
    assert.equal(await work(LIMIT_MS / 4, LIMIT_MS / 4), 1);
  });

  it('ends one that does nothing, or has ended, after four times as long', async (test) => {
    for (const isRunning of [true, false]) {
      const { work } = await limited(test, isRunning);
      for (let passed = 1; passed < 4; passed += 1) assert.equal(await work(0, LIMIT_MS), 0);
      assert.equal(await work(0, LIMIT_MS), 1);
      test.mock.timers.reset();
    }
  });

  it('ends nothing once it is done', async (test) => {
    const { work, stop } = await limited(test);
    assert.equal(await work(1_000, LIMIT_MS), 0);
    stop();
    assert.equal(await work(LIMIT_MS, 4 * LIMIT_MS), 0);
  });
});
