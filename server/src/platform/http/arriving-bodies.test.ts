import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createArrivingBodies } from './arriving-bodies.ts';

const MIB = 1024 * 1024;

/**
 * Creates the limiter with a stopped clock; `gone` holds the names of the bodies that were dropped.
 */
function arriving() {
  const clock = { now: 0 };
  const bodies = createArrivingBodies({ stopwatch: () => clock.now });
  const gone: string[] = [];
  const begin = (name: string, sender: string, network?: string) =>
    bodies.begin({ key: sender, network }, () => {
      gone.push(name);
    });
  return { clock, gone, begin };
}

describe('bodies on their way', () => {
  it('hold eight megabytes of one sender: past them the one that came slowest makes room', () => {
    const { clock, gone, begin } = arriving();
    begin('slow', 'one').grow(MIB);
    clock.now = 60_000;
    for (let n = 0; n < 7; n += 1) begin(`quick ${n}`, 'one').grow(MIB - 16_384);
    assert.deepEqual(gone, []);
    begin('one more', 'one').grow(MIB);
    begin('of another', 'another').grow(MIB);
    assert.deepEqual(gone, ['slow']);
  });

  it('hold 64 megabytes in all: past them one of the sender who holds most makes room', () => {
    const { gone, begin } = arriving();
    for (let n = 0; n < 31; n += 1) begin(`of ${n}`, `sender ${n}`).grow(2 * MIB);
    begin('greedy', 'greedy').grow(1.5 * MIB);
    begin('greedy', 'greedy').grow(MIB);
    assert.deepEqual(gone, ['greedy']);
  });

  it('hold half of that of one wider network', () => {
    const { gone, begin } = arriving();
    for (let n = 0; n < 9; n += 1) begin(`of ${n}`, `address ${n}`, 'network').grow(3.5 * MIB);
    begin('elsewhere', 'elsewhere').grow(4 * MIB);
    assert.deepEqual(gone, []);
    begin('one more', 'address 9', 'network').grow(3.75 * MIB);
    assert.deepEqual(gone, ['one more']);
  });

  it('count as more than their bytes, so many small ones and pieces are bounded too', () => {
    const { gone, begin } = arriving();
    const piecemeal = begin('piecemeal', 'one');
    for (let n = 0; n < 20_000; n += 1) piecemeal.grow(1);
    for (let n = 0; n < 3_000; n += 1) begin(`small ${n}`, 'another').grow(1);
    assert.equal(gone[0], 'piecemeal');
    assert.ok(gone.length > 1_000);
  });

  it('count no more once they have come, or made room', () => {
    const { gone, begin } = arriving();
    for (let n = 0; n < 100; n += 1) {
      const body = begin(`body ${n}`, 'one');
      body.grow(MIB);
      body.end();
      body.end();
      body.grow(MIB);
    }
    assert.deepEqual(gone, []);
  });
});
