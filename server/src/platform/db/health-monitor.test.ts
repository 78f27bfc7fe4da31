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
  const aborts = (spy: typeof added): number =>
    spy.mock.calls.filter(({ arguments: [type] }) => type === 'abort').length;
  const health = monitorDatabase({
    url: 'postgres://unknown@127.0.0.1:1/nothing',
    longest: 100,
    logger: pino({ level: 'silent' }),
  });
  while (aborts(added) < 20) await wait(20);
  const afterTenChecks = aborts(added) - aborts(removed);
  await health.stop();
  assert.ok(afterTenChecks <= 2, `${afterTenChecks} listeners after ten checks`);
  assert.equal(health.unresponsive, false, 'a refused connection is a response');
});
