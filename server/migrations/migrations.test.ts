import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

// During a rolling upgrade, and after a rollback, the previous release runs on the new schema.

/**
 * Changes under which the previous release would fail: it misses something, or does not provide a
 * value.
 */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b/i, 'takes something away'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes a type'],
  [/\bSET\s+NOT\s+NULL\b/i, 'asks for what old code may leave out'],
  [
    /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?![^,;]*\b(?:DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
    'adds a column that old code does not fill',
  ],
];
const findings = (text: string): string[] =>
  breaking
    .filter(([pattern]) => pattern.test(text.replaceAll(/--.*$/gm, '')))
    .map(([, what]) => what);

describe('migrations', () => {
  const files = fs
    .readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.sql') && name >= '0020')
    .toSorted();

  it('from 0020 on leave the code before them everything it uses', () => {
    for (const file of files)
      assert.deepEqual(
        findings(fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')),
        [],
        file,
      );
  });

  it('would be found if they did not', () => {
    for (const [text, what] of [
      ['ALTER TABLE orders DROP COLUMN notes;', 'takes something away'],
      ['ALTER TABLE a RENAME b TO c;', 'renames'],
      ['ALTER TABLE a ALTER COLUMN b TYPE text;', 'changes a type'],
      ['ALTER TABLE a ADD COLUMN b text NOT NULL;', 'adds a column that old code does not fill'],
      ['ALTER TABLE a ALTER b SET NOT NULL;', 'asks for what old code may leave out'],
    ] as const)
      assert.deepEqual(findings(text), [what]);
    assert.deepEqual(
      findings(
        `-- DROP TABLE nothing\nALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c bigint;`,
      ),
      [],
    );
  });
});
