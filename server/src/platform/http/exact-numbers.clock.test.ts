import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inexactNumbers } from './exact-numbers.ts';

/** Returns the shortest of five durations, in ms. */
const least = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );

describe('the search for inexact numbers', () => {
  it('costs a small multiple of the parsing, even among a hundred thousand brackets', () => {
    const text = `[1234567890123456789,${`${'['.repeat(30)}${']'.repeat(30)},`.repeat(8_000)}1]`;
    const [reading, search] = [least(() => JSON.parse(text)), least(() => inexactNumbers(text))];
    assert.ok(search < 15 * reading, `${search} ms beside ${reading} ms`);
  });

  it('takes little time for any body', () => {
    for (const text of [
      `[${'12345678901234567,'.repeat(58_000)}1]`,
      `[${'1'.repeat(900_000)}]`,
      `[${'123456789012345.67,'.repeat(50_000)}1]`,
      `"${'1.'.repeat(400_000)}"`,
    ]) {
      const took = least(() => inexactNumbers(text));
      assert.ok(took < 1_500, `${took} ms: ${text.slice(0, 30)}`);
    }
  });
});
