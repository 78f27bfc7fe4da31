import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { watchPulse } from './pulse.ts';

test('a watch that runs for months holds no more than one that has just begun', async ({ mock }) => {
  let standing = 0;
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const counted = (original: typeof add, change: 1 | -1) => function count(this: EventTarget, ...given: Parameters<typeof add>): void {
    if (given[0] === 'abort') standing += change;
    original.apply(this, given);
  };
  mock.method(EventTarget.prototype, 'addEventListener', counted(add, 1));
  mock.method(EventTarget.prototype, 'removeEventListener', counted(remove, -1));
  const pulse = watchPulse({ url: 'postgres://nobody@127.0.0.1:1/nothing', longest: 100, logger: pino({ level: 'silent' }) });
  await wait(2_500);
  const afterTenBeats = standing;
  await pulse.stop();
  assert.ok(afterTenBeats <= 2, `${afterTenBeats} listeners after ten beats`);
  assert.equal(pulse.silent, false, 'a refusal is an answer');
});
