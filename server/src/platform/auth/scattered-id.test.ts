import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createIdScatter } from './scattered-id.ts';

const { tell, read } = createIdScatter('a key of this test', 'notifications');

describe('ids that are shuffled for their readers', () => {
  it('are found again, whatever they are, and no two are told alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 - 1 }), (id) => {
        const told = tell(id);
        assert.ok(told > 0 && told < 2 ** 48 && String(told).length <= 15);
        assert.equal(read(told), id);
      }),
    );
    const some = Array.from({ length: 20_000 }, (_, index) => tell(index + 1));
    assert.equal(new Set(some).size, some.length);
  });

  it('lie all over the range, and do not rise with what they stand for', () => {
    const told = Array.from({ length: 4_000 }, (_, index) => tell(index + 1_000));
    const ascents = told.slice(1).filter((id, index) => id > (told[index] ?? 0)).length;
    assert.ok(ascents > 1_800 && ascents < 2_200, String(ascents));
    const low = told.filter((id) => id < 2 ** 47).length;
    assert.ok(low > 1_800 && low < 2_200, String(low));
  });

  it('are others under another key, and for another use', () => {
    for (const other of [
      createIdScatter('another key', 'notifications'),
      createIdScatter('a key of this test', 'payments'),
    ])
      assert.notEqual(other.tell(42), tell(42));
    assert.equal(
      createIdScatter('a key of this test', 'notifications').tell(42),
      tell(42),
      'another process gives the same',
    );
  });

  it('are none where there is none', () => {
    for (const told of [0, -1, 1.5, Number.NaN, 2 ** 48, Number.MAX_SAFE_INTEGER + 1])
      assert.equal(read(told), undefined, String(told));
    for (const id of [0, -3, 2 ** 48]) assert.throws(() => tell(id), RangeError);
  });
});
