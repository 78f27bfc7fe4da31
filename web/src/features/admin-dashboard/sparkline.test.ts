import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sparkPoints } from './sparkline.ts';

const room = { width: 90, height: 40 };

describe('a small line', () => {
  it('stands on zero, and its highest value touches the upper edge', () =>
    assert.deepEqual(sparkPoints([5, 10, 0, 2.5], room), ['0,20', '30,0', '60,40', '90,30']));

  it('lies flat where nothing happened, and needs no second week', () => {
    assert.deepEqual(sparkPoints([0, 0], room), ['0,40', '90,40']);
    assert.deepEqual(sparkPoints([3], room), ['0,0']);
    assert.deepEqual(sparkPoints([], room), []);
  });
});
