import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { identityNames } from '../supplier/identity-names.ts';
import { contactPatterns } from './contact-patterns.ts';
import { findContacts, maskContacts } from './contacts.ts';

const LONGEST_TEXT = 5_000;
/** Folds to eighteen characters, four words. */
const LONG_FOLD = '\uFDFA';

/**
 * Ten times what a slow machine needs, and a hundredth of what a search that is not linear takes.
 */
const GENEROUS_MS = 400;

const timeOf = (work: () => unknown): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};
/** Returns the shortest of several runs: other load on the machine only adds time. */
const leastOf = (work: () => unknown, runs: number): number =>
  Math.min(...Array.from({ length: runs }, () => timeOf(work)));

const supplierNamed = (
  name: string,
  others: Partial<Parameters<typeof identityNames>[0]> = {},
): string[] =>
  identityNames({
    supplier_name: name,
    supplier_email: 'vendas@firma.example',
    supplier_phone: null,
    supplier_mobile: null,
    supplier_document: null,
    supplier_website: null,
    supplier_city: null,
    supplier_former: [],
    ...others,
  });

/** Names and texts for which a search that is not linear would rescan what it has read. */
const pieces = [
  'a',
  'aa',
  'a ',
  ' a',
  'ab',
  'a.',
  '1',
  '1.',
  '9',
  '@',
  '-',
  '.',
  ',',
  '/',
  '(',
  ')',
  ' ',
  'a@',
  'www.',
  'tel ',
  '55',
  '65 ',
  'arroba',
  '\u0301',
  LONG_FOLD,
  'ﬃ',
  '½',
  '😀',
  'ã',
  'http://',
  '.com',
  '\n',
  '1 ',
  ' . ',
  ' ponto ',
  '[.]',
  '\u202E',
];

describe('the cost of masking', () => {
  it('is small for the name and the text that were made to be slow', () => {
    for (const [name, text] of [
      [LONG_FOLD, 'a'],
      [LONG_FOLD, LONG_FOLD],
      ['a ', 'a '],
      ['a', 'a '],
      ['aaaa', 'aaa '],
      [`a${LONG_FOLD}`, `${LONG_FOLD} a`],
    ] as const) {
      const names = supplierNamed(name.repeat(200).slice(0, 200));
      const long = text.repeat(LONGEST_TEXT).slice(0, LONGEST_TEXT);
      const took = leastOf(() => maskContacts(long, names), 2);
      assert.ok(took < GENEROUS_MS, JSON.stringify([name, text]));
    }
  });

  it('is small for any combination of slow names and texts', () => {
    const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 }));
    const repeated = (most: number) =>
      fc
        .array(fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.nat({ max: most })), {
          minLength: 1,
          maxLength: 4,
        })
        .map((runs) =>
          runs
            .map(([unit, times]) => unit.join('').repeat(times))
            .join('')
            .slice(0, most),
        );
    fc.assert(
      fc.property(repeated(200), repeated(LONGEST_TEXT), (name, text) => {
        const names = supplierNamed(name);
        // Measured again before it counts as slow: the machine may have paused.
        const work = () => findContacts(text, names);
        return timeOf(work) < GENEROUS_MS || leastOf(work, 2) < GENEROUS_MS;
      }),
      { numRuns: 150 },
    );
  });

  it('is small for eight times the longest text and every kind of contact', () => {
    const units = [
      ...pieces,
      'a.a',
      '1.1',
      'a@a',
      '1,a.',
      'a.com/',
      'www.,',
      '65 9',
      '11.222.333/',
      'tel 1-',
      '(65) ',
      '0xx',
      'a arroba ',
      'http://.',
      '@a',
      '9 9999',
      '1 2 ',
      '1.',
      '1, ',
      '11 222 333 ',
      'a . ',
      'a . com . ',
      'a. com ',
      'a ponto ',
      'a ponto com ',
      'a[.]',
      'a (ponto) com ',
      'a at ',
      'a at a.',
      'a at a ponto ',
      'a@a . ',
      '(65)\n',
      '65 99999\n',
      '9\n',
      '65 99999 -\n ',
      '-',
    ];
    for (const unit of units) {
      for (const tail of ['', '.1.com', '@', '!', '9']) {
        const text = (length: number): string => unit.repeat(length).slice(0, length) + tail;
        for (const { kind, shape, accepts } of contactPatterns) {
          // Eight times the longest text: a few milliseconds when the search is linear, seconds
          // when it rescans.
          const search = () =>
            [...text(8 * LONGEST_TEXT).matchAll(shape)].filter(([match]) => accepts(match));
          assert.ok(
            timeOf(search) < GENEROUS_MS || leastOf(search, 3) < GENEROUS_MS,
            `${kind} ${shape.source}: ${JSON.stringify(unit + tail)}`,
          );
        }
      }
    }
  });

  it('is in proportion to a hundred thousand characters of the worst text', () => {
    for (const unit of ['a', '1', 'a.', '1.', '65 ', '@', 'a@', '(', '9-', 'www.', 'tel ']) {
      const text = unit.repeat(100_000 / unit.length);
      const took = timeOf(() => maskContacts(text, ['Agro Sul', 'aaaa']));
      assert.ok(took < 2_000, JSON.stringify(unit));
    }
  });
});
