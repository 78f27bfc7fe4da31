import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../../test/until.ts';
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
  await until('ten checks', () => aborts(added) >= 20);
  const afterTenChecks = aborts(added) - aborts(removed);
  await health.stop();
  assert.ok(afterTenChecks <= 2, `${afterTenChecks} listeners after ten checks`);
  assert.equal(health.unresponsive, false, 'a refused connection is a response');
});
