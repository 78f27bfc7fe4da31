import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { statementsOf } from '@lavra/server/platform/db/migrate';
import { heldTables } from './held-tables.ts';

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

  it('from 0020 on keep everything that the previous release uses', () => {
    for (const file of files)
      assert.deepEqual(
        findings(fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')),
        [],
        file,
      );
  });

  it('are detected by this test when they do not', () => {
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

/**
 * Migrations that hold a table while its rows are read or written. They came before the first release,
 * when no installation had rows to read; none is added.
 */
const beforeTheFirstRelease: ReadonlySet<string> = new Set([
  '0020_own_proposal_of_an_order',
  '0021_supplier_totals',
  '0022_paid_periods',
  '0023_audit_events',
  '0024_negotiations_of_active_people',
  '0025_ids_that_do_not_tell',
  '0026_addresses_and_outreach',
  '0027_attempts_by_network',
  '0032_why_a_period_was_taken',
  '0035_products_by_description',
  '0036_freight_kinds',
  '0046_gathered_notifications',
  '0049_consultants_drafts',
  '0050_products_asked_for',
  '0051_purchases',
  '0056_missed_calls',
  '0057_purchase_totals',
  '0064_seen_purchases',
]);

describe('migrations of a table with millions of rows', () => {
  const files = fs
    .readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.sql') && name >= '0020')
    .map((name) => name.replace('.sql', ''));
  const textOf = (name: string): string =>
    fs.readFileSync(path.join(import.meta.dirname, `${name}.sql`), 'utf8');

  it('hold it for no longer than a change of its definition takes', () => {
    const holding = files.filter((name) => heldTables(textOf(name)).length > 0);
    assert.deepEqual(
      holding.filter((name) => !beforeTheFirstRelease.has(name)),
      [],
    );
    assert.deepEqual(
      [...beforeTheFirstRelease].filter((name) => !holding.includes(name)),
      [],
      'listed without need',
    );
  });

  it('build an index concurrently in a file of its own, which begins by removing a half-built one', () => {
    for (const name of files) {
      const statements = statementsOf(textOf(name));
      if (!statements.some((one) => /\bCONCURRENTLY\b/i.test(one))) continue;
      for (const [place, one] of statements.entries())
        assert.match(
          one,
          place % 2 === 0
            ? /^DROP INDEX CONCURRENTLY IF EXISTS (\w+)$/
            : /^CREATE (UNIQUE )?INDEX CONCURRENTLY \w+ ON /,
          name,
        );
    }
  });

  it('are detected by this test when they hold it', () => {
    for (const held of [
      'CREATE INDEX a_b ON a (b)',
      'CREATE UNIQUE INDEX IF NOT EXISTS a_b ON a (b)',
      'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)',
      'ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c',
      'ALTER TABLE a ADD CONSTRAINT c UNIQUE (b)',
      'ALTER TABLE a ADD COLUMN c uuid NOT NULL DEFAULT gen_random_uuid()',
      'ALTER TABLE a ADD COLUMN c bigint GENERATED ALWAYS AS (b + 1) STORED',
      'ALTER TABLE a ADD COLUMN c bigint REFERENCES d',
      'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID; ALTER TABLE a VALIDATE CONSTRAINT c',
      'UPDATE a SET b = 1',
      'DELETE FROM a',
      'LOCK TABLE a',
      'REINDEX INDEX a_b',
    ])
      assert.equal(heldTables(held).length, 1, held);
    for (const free of [
      'CREATE INDEX CONCURRENTLY a_b ON a (b)',
      'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID',
      'ALTER TABLE a VALIDATE CONSTRAINT c',
      `ALTER TABLE a ADD COLUMN c text NOT NULL DEFAULT '', ADD COLUMN d bigint`,
      'ALTER TABLE a ADD CONSTRAINT c UNIQUE USING INDEX a_b',
      'CREATE TABLE a (b bigint); CREATE INDEX a_b ON a (b); UPDATE a SET b = 1',
      '-- UPDATE a SET b = 1',
      'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE a SET b = 1; END $$',
    ])
      assert.deepEqual(heldTables(free), [], free);
  });
});
