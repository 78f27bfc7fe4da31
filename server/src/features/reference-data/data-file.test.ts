import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const folder = new URL('../../../data/', import.meta.url);

describe('the shipped data files', () => {
  for (const name of readdirSync(folder)) {
    test(`${name} is clean text: composed accents, line feeds only, no control characters`, () => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      assert.equal(text, text.normalize('NFC'));
      assert.doesNotMatch(text, /[^\P{C}\n]|\uFFFD|&#/u);
      assert.ok(text.endsWith('\n'));
    });
  }

  test('SOURCE.md names every data file', () => {
    const sources = readFileSync(new URL('SOURCE.md', folder), 'utf8');
    const unnamed = readdirSync(folder).filter(
      (name) => name !== 'SOURCE.md' && !sources.includes(`| \`${name}\` |`),
    );
    assert.deepEqual(unnamed, []);
  });
});
