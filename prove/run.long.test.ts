import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';

describe('a proof whose programs are missing', { skip: process.platform !== 'linux' }, () => {
  /** Asks for the proof of fail-over with nothing in the search path. */
  const prove = (needs?: string) => {
    const { LAVRA_NEEDS: _, ...env } = process.env;
    return spawnSync(process.execPath, ['prove/run.ts', '--quick', '--only', 'failover'], {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: { ...env, PATH: '/nowhere', ...(needs !== undefined && { LAVRA_NEEDS: needs }) },
      encoding: 'utf8',
    });
  };

  it('is not shown, and says so in the closing line', () => {
    const { status, stdout } = prove();
    assert.match(stdout, /– failover +not shown, needs .*\bpatroni\b/);
    assert.match(stdout, /^0 held, 0 failed, 1 not shown$/m);
    assert.equal(status, 0);
  });

  it('has failed where LAVRA_NEEDS demands them', () => {
    const { status, stdout } = prove('patroni,etcd');
    assert.match(stdout, /✖ failover +.*LAVRA_NEEDS demands patroni, etcd/);
    assert.match(stdout, /^0 held, 1 failed$/m);
    assert.equal(status, 1);
  });
});
