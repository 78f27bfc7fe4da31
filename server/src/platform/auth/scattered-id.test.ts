import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { createIdScatter } from './scattered-id.ts';

const { encode, decode } = createIdScatter('a key of this test', 'notifications');

describe('shuffled ids', () => {
  it('are decoded to the original, and are distinct', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 - 1 }), (id) => {
        const shown = encode(id);
        assert.ok(shown > 0 && shown < 2 ** 48 && String(shown).length <= 15);
        assert.equal(decode(shown), id);
      }),
    );
    const some = Array.from({ length: 2_000 }, (_, index) => encode(index + 1));
    assert.equal(new Set(some).size, some.length);
  });

  it('cover the whole range, and do not rise with the original ids', () => {
    const shown = Array.from({ length: 1_000 }, (_, index) => encode(index + 1_000));
    const ascents = shown.slice(1).filter((id, index) => id > (shown[index] ?? 0)).length;
    assert.ok(ascents > 440 && ascents < 560, String(ascents));
    const low = shown.filter((id) => id < 2 ** 47).length;
    assert.ok(low > 440 && low < 560, String(low));
  });

  it('differ under another key, and for another purpose', () => {
    for (const other of [
      createIdScatter('another key', 'notifications'),
      createIdScatter('a key of this test', 'payments'),
    ])
      assert.notEqual(other.encode(42), encode(42));
    assert.equal(
      createIdScatter('a key of this test', 'notifications').encode(42),
      encode(42),
      'another process gives the same',
    );
  });

  it('do not exist for numbers outside the range', () => {
    for (const shown of [0, -1, 1.5, Number.NaN, 2 ** 48, Number.MAX_SAFE_INTEGER + 1])
      assert.equal(decode(shown), undefined, String(shown));
    for (const id of [0, -3, 2 ** 48]) assert.throws(() => encode(id), RangeError);
  });
});
