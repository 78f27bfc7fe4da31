import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barsOf } from './bars.ts';

const room = { width: 300, height: 200, top: 20 };

describe('the bars of a chart', () => {
  it('start at zero, and the highest fills the available height', () => {
    const bars = barsOf(
      [
        { label: 'a', value: 50 },
        { label: 'b', value: 100 },
        { label: 'c', value: 0 },
      ],
      room,
    );
    assert.deepEqual(
      bars.map(({ y, height }) => [y, height]),
      [
        [110, 90],
        [20, 180],
        [200, 0],
      ],
    );
    assert.ok(
      bars.every(({ x, width }, index) => x >= index * 100 && x + width <= (index + 1) * 100),
    );
  });

  it('are flat when there is nothing to show', () =>
    assert.deepEqual(
      barsOf(
        [
          { label: 'a', value: null },
          { label: 'b', value: 0 },
        ],
        room,
      ).map(({ height }) => height),
      [0, 0],
    ));
});
