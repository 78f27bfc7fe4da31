import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReplicaLag } from './replica-lag.ts';
import { positionOn } from './replica-monitor.ts';

describe('how far a replica is behind', () => {
  it('is the age of the newest position of the primary that it has reached', () => {
    const lag = createReplicaLag(0);
    assert.equal(lag.lagMs(500), 500, 'nothing is known of it');
    lag.replicaAt(100);
    for (const [position, askedAt] of [
      [100, 1_000],
      [200, 2_000],
      [300, 3_000],
    ] as const)
      lag.primaryAt(position, askedAt);
    assert.equal(lag.lagMs(3_500), 2_500);
    lag.replicaAt(250);
    assert.equal(lag.lagMs(3_500), 1_500);
    lag.replicaAt(300);
    assert.equal(lag.lagMs(3_500), 0);
  });

  it('is nothing while nothing is written, however long that takes', () => {
    const lag = createReplicaLag(0);
    lag.replicaAt(100);
    for (let second = 1; second <= 3_600; second += 1) lag.primaryAt(100, second * 1_000);
    assert.equal(lag.lagMs(3_600_000), 0);
  });

  it('grows while the replica stands still, in bounded memory, and is never understated', () => {
    const lag = createReplicaLag(0);
    lag.replicaAt(100);
    lag.primaryAt(100, 0);
    for (let tick = 1; tick <= 10_000; tick += 1) lag.primaryAt(100 + tick, tick * 250);
    assert.equal(lag.lagMs(2_500_000), 2_500_000);
    for (const reached of [101, 500, 5_000, 9_999]) {
      lag.replicaAt(100 + reached);
      assert.ok(lag.lagMs(2_500_000) >= 2_500_000 - reached * 250, String(reached));
    }
    lag.replicaAt(10_100);
    assert.equal(lag.lagMs(2_500_000), 0);
  });

  it('follows a promoted primary, which may begin before the place where the former one ended', () => {
    const lag = createReplicaLag(0);
    lag.replicaAt(80);
    lag.primaryAt(100, 1_000);
    lag.primaryAt(90, 2_000);
    lag.replicaAt(90);
    assert.equal(lag.lagMs(3_000), 0);
  });
});

describe('the position of a server', () => {
  const standby = { is_standby: true, position: 100, history: '7/16384/2' };

  it('is that of a standby with the primary’s cluster, database and timeline', () => {
    assert.equal(positionOn(standby, '7/16384/2'), 100);
    assert.throws(() => positionOn({ ...standby, is_standby: false }, '7/16384/2'), /no standby/);
    for (const other of ['8/16384/2', '7/16385/2', '7/16384/3'])
      assert.throws(() => positionOn(standby, other), /the primary has/);
  });
});
