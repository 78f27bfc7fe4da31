import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { statementsOf } from '@lavra/server/platform/db/migrate';
import { actionsOf, addsColumn, heldTables } from './held-tables.ts';

// During a rolling upgrade, and after a rollback, the previous release runs on the new schema.

/**
 * Changes under which the previous release would fail: it misses something, or does not provide a
 * value.
 */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b/i, 'takes something away'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(?:COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes a type'],
  [/\bSET\s+NOT\s+NULL\b/i, 'asks for what old code may leave out'],
];
const needsFilling = (action: string): boolean =>
  addsColumn(action) &&
  /\bNOT\s+NULL\b/i.test(action) &&
  !/\b(?:DEFAULT|GENERATED)\b/i.test(action);
const findings = (text: string): string[] => [
  ...breaking
    .filter(([pattern]) => pattern.test(text.replaceAll(/--.*$/gm, '')))
    .map(([, what]) => what),
  ...(statementsOf(text).flatMap(actionsOf).some(needsFilling)
    ? ['adds a column that old code does not fill']
    : []),
];

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
      ['ALTER TABLE a ALTER b TYPE text;', 'changes a type'],
      ['ALTER TABLE a ADD COLUMN b text NOT NULL;', 'adds a column that old code does not fill'],
      [
        `ALTER TABLE a ADD COLUMN c text DEFAULT ',', ADD b numeric(18,2) NOT NULL;`,
        'adds a column that old code does not fill',
      ],
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
  '0028_masking',
  '0032_why_a_period_was_taken',
  '0034_proposal_marks',
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

/** Migrations that read many rows of a table on purpose: none of them makes a writer wait. */
const readsEverythingOnce: ReadonlySet<string> = new Set([
  '0089_figures_so_far',
  '0102_figures_by_status_so_far',
  '0104_figures_of_writers_then',
  '0108_totals_no_more_read',
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
      holding.filter((name) => !beforeTheFirstRelease.has(name) && !readsEverythingOnce.has(name)),
      [],
    );
    assert.deepEqual(
      [...beforeTheFirstRelease, ...readsEverythingOnce].filter((name) => !holding.includes(name)),
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
      'ALTER TABLE a ADD COLUMN p numeric(18,2) CHECK (p > 0)',
      'ALTER TABLE a ADD p numeric(18,2) DEFAULT 0 REFERENCES d',
      'ALTER TABLE a ADD COLUMN p numeric(18,2) UNIQUE',
      'ALTER TABLE a ADD COLUMN p bigserial',
      'ALTER TABLE a ADD CHECK (b > 0), ADD CONSTRAINT d CHECK (c > 0) NOT VALID',
      `ALTER TABLE a ADD COLUMN c text DEFAULT ',(', ADD CHECK (b IN ('NOT VALID'))`,
      'ALTER TABLE ONLY a ADD CONSTRAINT c CHECK (b > 0)',
      'ALTER TABLE a SET TABLESPACE other',
      'CREATE TABLE public.n (b bigint); ALTER TABLE public.a ADD CHECK (b > 0)',
      'UPDATE a SET b = 1',
      'UPDATE ONLY a SET b = 1',
      'DELETE FROM a',
      'WITH c AS (VALUES (1)) UPDATE a SET b = 1',
      'WITH gone AS (DELETE FROM a RETURNING b) SELECT max(b) FROM gone',
      'CREATE TABLE n (b bigint); UPDATE n SET b = a.b FROM a',
      'CREATE TABLE n (b bigint); INSERT INTO n (b) SELECT a.b FROM a',
      'CREATE TABLE n (b bigint); INSERT INTO n (b) SELECT n.b FROM n JOIN a USING (b)',
      'CREATE TABLE n (b bigint); INSERT INTO n (b) SELECT n.b FROM n, a',
      'CREATE TABLE n AS SELECT a.b FROM public.a',
      'CREATE MATERIALIZED VIEW m AS SELECT a.b FROM a',
      'MERGE INTO a USING (VALUES (1)) v (b) ON a.b = v.b WHEN MATCHED THEN DELETE',
      'DO $$ BEGIN UPDATE a SET b = 1; END $$',
      'CALL fill_all()',
      'SELECT fill_all()',
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
      'ALTER TABLE a ADD COLUMN p numeric(18,2) NOT NULL DEFAULT 0, ADD CONSTRAINT c CHECK (p > 0) NOT VALID',
      `ALTER TABLE a ADD COLUMN c text DEFAULT 'REFERENCES d CHECK (x)'`,
      `INSERT INTO a (b) VALUES ('UPDATE c') ON CONFLICT (b) DO UPDATE SET b = excluded.b`,
      'INSERT INTO a (b) SELECT v.b FROM (VALUES (1)) v (b)',
      'CREATE TABLE n (b bigint); INSERT INTO n (b) SELECT g FROM generate_series(1, 9) g',
      `SELECT set_config('lavra.counting', 'off', true)`,
      'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE a SET b = 1; END $$',
    ])
      assert.deepEqual(heldTables(free), [], free);
  });
});
