import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { monitorDatabase } from './health-monitor.ts';

test('the database health monitor does not accumulate listeners', async ({ mock }) => {
  const [added, removed] = [
    mock.method(EventTarget.prototype, 'addEventListener'),
    mock.method(EventTarget.prototype, 'removeEventListener'),
  ];
  const active = (): number =>
    [added, removed]
      .map((spy) => spy.mock.calls.filter(({ arguments: [type] }) => type === 'abort').length)
      .reduce((more, fewer) => more - fewer);
  const health = monitorDatabase({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    longest: 100,
    logger: pino({ level: 'silent' }),
  });
  await wait(2_500);
  const afterTenChecks = active();
  await health.stop();
  assert.ok(afterTenChecks <= 2, `${afterTenChecks} listeners after ten checks`);
  assert.equal(health.unresponsive, false, 'a refused connection is a response');
});
