import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { inexactNumbers, MOST_INEXACT } from './exact-numbers.ts';

const numbersOf = (raw: string): string[] =>
  inexactNumbers(`{"items":[{"quantity":${raw}}],"name":"1234567890123456789"}`);

describe('the check of exact numbers in a body', () => {
  for (const raw of [
    '100.00000000000000001',
    '0.1000000000000000055',
    '1e400',
    '1e-400',
    '-12345678901234567',
    '9007199254740993',
  ]) {
    it(`detects that ${raw} would change when it is parsed`, () =>
      assert.deepEqual(numbersOf(raw), ['items.0.quantity']));
  }

  for (const raw of [
    '0',
    '-0',
    '0e999',
    '0.00000000000000000',
    '100.00',
    '1.50e2',
    '123456789012.123',
    '123456789012345.67',
    '1000000000000000000000',
    '0.000001',
    '1e21',
    '9007199254740992',
    '5e-324',
  ]) {
    it(`accepts ${raw}`, () => assert.deepEqual(numbersOf(raw), []));
  }

  it('finds numbers at any position', () => {
    assert.deepEqual(inexactNumbers('[1,[0.12345678901234567891],{"a":{"b":1e999},"c":"1e999"}]'), [
      '1.0',
      '2.a.b',
    ]);
  });

  it('accepts numbers that JavaScript has written, or with up to fifteen digits', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value) => inexactNumbers(`[${JSON.stringify(value)}]`).length === 0,
      ),
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
        fc.integer({ min: -20, max: 20 }),
        (digits, power) => inexactNumbers(`[${digits}e${power}]`).length === 0,
      ),
    );
  });

  it('finds numbers exactly where a JSON parser does, whatever surrounds them', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('a"b', 'a\\\\b', '{', '1e999', 'ção', ''));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(HUGE),
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (body) => {
        const text = JSON.stringify([body], null, 1).replaceAll(`"${HUGE}"`, '1e999');
        assert.deepEqual(inexactNumbers(text), pathsOfHuge([body], []));
      }),
    );
  });

  it('are found up to ten thousand, however many there are', () => {
    const paths = inexactNumbers(`[${'12345678901234567,'.repeat(58_000)}1]`);
    assert.equal(paths.length, MOST_INEXACT);
  });

  it('are not looked for under many long names', () => {
    const [open, close] = [`{"${'.'.repeat(98)}":`.repeat(31), '}'.repeat(31)];
    assert.deepEqual(inexactNumbers(`${open}[${'1e400,'.repeat(10_000)}1]${close}`), []);
  });

  it('are not looked for under a key that no field has', () => {
    const key = 'a'.repeat(300_000);
    assert.deepEqual(inexactNumbers(`{"${key}":[${'1e400,'.repeat(50_000)}1],"price":1e400}`), [
      'price',
    ]);
  });
});

/** Stands for a number outside the range of a double. */
const HUGE = 'a number too large';

function pathsOfHuge(node: unknown, path: readonly string[]): string[] {
  if (node === HUGE) return [path.join('.')];
  return node === null || typeof node !== 'object'
    ? []
    : Object.entries(node).flatMap(([key, part]) => pathsOfHuge(part, [...path, key]));
}
