import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { endLeftovers, RUN_VARIABLE } from './leftovers.ts';

/** Starts a process of a run that would live for a minute. */
function startOf(run: number) {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    env: { ...process.env, [RUN_VARIABLE]: `${run}` },
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'exit') };
}

it('ends what a run left behind, names it, and leaves the processes of others alone', async () => {
  const [own, other] = [startOf(-1), startOf(-2)];
  const left = await endLeftovers(-1, 0);
  assert.deepEqual(
    left.map((command) => command.includes('setTimeout')),
    [true],
  );
  await own.ended;
  assert.equal(other.child.exitCode, null);
  assert.equal(other.child.kill('SIGKILL'), true);
  await other.ended;
});

it('waits for what ends by itself', async () => {
  const { child, ended } = startOf(-3);
  setTimeout(() => child.kill('SIGKILL'), 200);
  assert.deepEqual(await endLeftovers(-3, 10_000), []);
  await ended;
});
