import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { watchPulse } from './pulse.ts';

test('a watch that runs for months holds no more than one that has just begun', async ({
  mock,
}) => {
  const [added, removed] = [
    mock.method(EventTarget.prototype, 'addEventListener'),
    mock.method(EventTarget.prototype, 'removeEventListener'),
  ];
  const standing = (): number =>
    [added, removed]
      .map((spy) => spy.mock.calls.filter(({ arguments: [type] }) => type === 'abort').length)
      .reduce((more, fewer) => more - fewer);
  const pulse = watchPulse({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    longest: 100,
    logger: pino({ level: 'silent' }),
  });
  await wait(2_500);
  const afterTenBeats = standing();
  await pulse.stop();
  assert.ok(afterTenBeats <= 2, `${afterTenBeats} listeners after ten beats`);
  assert.equal(pulse.silent, false, 'a refusal is an answer');
});
