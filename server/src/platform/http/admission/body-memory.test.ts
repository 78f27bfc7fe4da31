import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBodyMemory } from './body-memory.ts';

const MIB = 1024 * 1024;

/**
 * Creates the limiter with a stopped clock; `gone` holds the names of the bodies that were dropped.
 */
function scene() {
  const clock = { now: 0 };
  const memory = createBodyMemory({ stopwatch: () => clock.now });
  const gone: string[] = [];
  const begin = (name: string, sender: string, network?: string) =>
    memory.track({ key: sender, network }, () => {
      gone.push(name);
    });
  return { clock, gone, begin };
}

describe('the memory of arriving bodies', () => {
  it('is limited to 8 MiB per sender, beyond which the slowest body is evicted', () => {
    const { clock, gone, begin } = scene();
    begin('slow', 'one').grow(MIB);
    clock.now = 60_000;
    for (let n = 0; n < 7; n += 1) begin(`quick ${n}`, 'one').grow(MIB - 16_384);
    assert.deepEqual(gone, []);
    begin('one more', 'one').grow(MIB);
    begin('of another', 'another').grow(MIB);
    assert.deepEqual(gone, ['slow']);
  });

  it('is limited to 64 MiB in all, beyond which a body of the largest sender is evicted', () => {
    const { gone, begin } = scene();
    for (let n = 0; n < 31; n += 1) begin(`of ${n}`, `sender ${n}`).grow(2 * MIB);
    begin('greedy', 'greedy').grow(1.5 * MIB);
    begin('greedy', 'greedy').grow(MIB);
    assert.deepEqual(gone, ['greedy']);
  });

  it('is limited to half of that for one wider network', () => {
    const { gone, begin } = scene();
    for (let n = 0; n < 9; n += 1) begin(`of ${n}`, `address ${n}`, 'network').grow(3.5 * MIB);
    begin('elsewhere', 'elsewhere').grow(4 * MIB);
    assert.deepEqual(gone, []);
    begin('one more', 'address 9', 'network').grow(3.75 * MIB);
    assert.deepEqual(gone, ['one more']);
  });

  it('includes an overhead per body and piece, so that many small ones are limited too', () => {
    const { gone, begin } = scene();
    const piecemeal = begin('piecemeal', 'one');
    for (let n = 0; n < 20_000; n += 1) piecemeal.grow(1);
    for (let n = 0; n < 3_000; n += 1) begin(`small ${n}`, 'another').grow(1);
    assert.equal(gone[0], 'piecemeal');
    assert.ok(gone.length > 1_000);
  });

  it('is released when a body is complete or evicted', () => {
    const { gone, begin } = scene();
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
