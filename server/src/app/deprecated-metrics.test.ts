import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../test/service.ts';
import { withFormerNames } from './deprecated-metrics.ts';

const service = await startService();

describe('a renamed metric', () => {
  it('keeps its former name beside the current one, with labels, values and a help text that names the new one', () => {
    const current = [
      '# HELP lavra_login_attempts_total Login attempts',
      '# TYPE lavra_login_attempts_total counter',
      'lavra_login_attempts_total{outcome="accepted"} 2',
      'lavra_login_attempts_total{outcome="refused"} 1',
      '',
    ].join('\n');
    assert.equal(
      withFormerNames(current),
      [
        current,
        '# HELP lavra_login_tries_total Deprecated, replaced by lavra_login_attempts_total',
        '# TYPE lavra_login_tries_total counter',
        'lavra_login_tries_total{outcome="accepted"} 2',
        'lavra_login_tries_total{outcome="refused"} 1',
        '',
      ].join('\n'),
    );
  });

  it('is exported by the service under both names with the same value', async () => {
    service.moveClock(new Date());
    const { raw } = await service.call('GET', '/metrics');
    const lines = raw.toString().split('\n');
    const valuesOf = (name: string): string[] =>
      lines
        .filter((line) => /^\w+/.exec(line)?.[0] === name)
        .map((line) => line.slice(name.length));
    for (const [former, current] of [
      ['lavra_requests_turned_away_total', 'lavra_load_shedding_rejections_total'],
      ['lavra_login_tries_total', 'lavra_login_attempts_total'],
      ['lavra_penalties_waiting', 'lavra_request_delays_active'],
    ] as const) {
      assert.ok(valuesOf(current).length > 0, current);
      assert.deepEqual(valuesOf(former), valuesOf(current), former);
      assert.ok(lines.includes(`# HELP ${former} Deprecated, replaced by ${current}`), former);
    }
    assert.ok(
      lines.includes('# TYPE lavra_scheduler_silent_seconds gauge'),
      'also while it has no value',
    );
  });
});
