import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { processEnvironment } from '../../../e2e/environment.ts';
import type { Broken } from '../proof.ts';
import { patiently } from './patiently.ts';

// A next version of Lavra, whose migrations take some seconds, so that a primary can be lost in the
// middle of them.

const root = path.resolve(import.meta.dirname, '../../..');
const ROWS = 4_000;
const LONGEST_RUN_MS = 120_000;

/** Each of another kind: a transaction, an index outside of any, and a table in use. */
const migrations = {
  '9901_next_rows': `
    CREATE FUNCTION next_slowly(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
      $$ BEGIN PERFORM pg_sleep(0.001); RETURN word; END $$;
    CREATE TABLE next_rows (id integer PRIMARY KEY, word text NOT NULL);
    INSERT INTO next_rows SELECT n, 'first' FROM generate_series(1, ${ROWS / 2}) n;
    SELECT pg_sleep(4);
    INSERT INTO next_rows SELECT n, 'second' FROM generate_series(${ROWS / 2 + 1}, ${ROWS}) n;`,
  '9902_next_index': `
    DROP INDEX CONCURRENTLY IF EXISTS next_rows_by_word;
    CREATE INDEX CONCURRENTLY next_rows_by_word ON next_rows (next_slowly(word));`,
  '9903_next_column': `
    ALTER TABLE orders ADD COLUMN next_probe integer;
    CREATE TABLE next_links (id integer PRIMARY KEY);`,
} as const;
type Name = keyof typeof migrations;
const names = Object.keys(migrations);

/** What runs while a migration of that name does. */
const traces: Readonly<Partial<Record<Name, string>>> = {
  '9901_next_rows': '%pg_sleep(4)%',
  '9902_next_index': 'CREATE INDEX CONCURRENTLY%',
};

/** A run of `lavra migrate` of the next version. */
export interface Run {
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

interface NextVersion {
  migrate(): Run;
  /** Waits until one of the runs is in the middle of a migration; throws when one ends before. */
  inMiddleOf(name: '9901_next_rows' | '9902_next_index', runs: readonly Run[]): Promise<void>;
  /** Checks that each migration is there whole or not at all; returns the names of those that are. */
  check(broken: Broken): Promise<string[]>;
  /** Checks what the migrations made once all of them ran. */
  checkEnd(broken: Broken): Promise<void>;
  close(): Promise<void>;
}

interface NextVersionOptions {
  readonly folder: string;
  readonly ownerUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Copies this version into a folder, with more migrations. */
export function createNextVersion({ folder, ownerUrl, env }: NextVersionOptions): NextVersion {
  copyVersion(folder);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  pool.on('error', () => {}); // the servers are killed on purpose
  const row = <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    patiently(async () => (await pool.query<R>(text, [...values])).rows[0]);
  return {
    migrate: () => startRun(folder, { ...env, DATABASE_OWNER_URL: ownerUrl }),
    async inMiddleOf(name, runs) {
      const early: string[] = [];
      for (const { ended } of runs) void ended.then(({ said }) => early.push(said));
      for (const end = Date.now() + LONGEST_RUN_MS; ; await sleep(20)) {
        const found = await row<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity a
          WHERE a.state = 'active' AND a.pid <> pg_backend_pid() AND ltrim(a.query) LIKE $1`,
          [traces[name]],
        );
        if (found !== undefined && found.count > 0) return;
        if (early.length > 0 || Date.now() > end)
          throw new Error(`${name} does not run: ${early.join('\n')}`);
      }
    },
    async check(broken) {
      const found = await row<State>(STATE);
      if (found === undefined) throw new Error('the database says nothing');
      const { applied } = found;
      const isPrefix = applied.every((name, n) => name === names[n]);
      broken.expect(isPrefix, 'a migration was left out', applied.join(', '));
      const rows = found.has_rows ? ((await row<{ rows: number }>(COUNT))?.rows ?? 0) : 0;
      const is = (name: Name): boolean => applied.includes(name);
      const whole =
        found.has_rows === is('9901_next_rows') &&
        rows === (is('9901_next_rows') ? ROWS : 0) &&
        (found.has_index || !is('9902_next_index')) &&
        found.has_column === is('9903_next_column') &&
        found.has_links === is('9903_next_column');
      broken.expect(whole, 'a migration is half applied', `${JSON.stringify(found)}, ${rows} rows`);
      return applied;
    },
    async checkEnd(broken) {
      const end = await row<{ invalid: number; granted: boolean }>(END);
      broken.expect(end?.invalid === 0, 'an index is left invalid', String(end?.invalid));
      broken.expect(end?.granted === true, 'the processes may not use a new table', 'next_links');
    },
    close: () => pool.end(),
  };
}

interface State {
  readonly applied: string[];
  readonly has_rows: boolean;
  readonly has_index: boolean;
  readonly has_column: boolean;
  readonly has_links: boolean;
}
const STATE = `
  SELECT
    ARRAY(SELECT m.name FROM schema_migrations m WHERE m.name >= '9901' ORDER BY m.name)::text[]
      AS applied,
    to_regclass('next_rows') IS NOT NULL AS has_rows,
    EXISTS (SELECT FROM pg_index i
      WHERE i.indexrelid = to_regclass('next_rows_by_word') AND i.indisvalid) AS has_index,
    EXISTS (SELECT FROM information_schema.columns c
      WHERE c.table_name = 'orders' AND c.column_name = 'next_probe') AS has_column,
    to_regclass('next_links') IS NOT NULL AS has_links`;
const COUNT = 'SELECT count(*)::int AS rows FROM next_rows';
const END = `
  SELECT (SELECT count(*)::int FROM pg_index i WHERE NOT i.indisvalid) AS invalid,
    has_table_privilege('lavra', 'next_links', 'SELECT') AS granted`;

function copyVersion(folder: string): void {
  fs.mkdirSync(folder);
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const shared of ['node_modules', 'web'])
    fs.symlinkSync(path.join(root, shared), path.join(folder, shared));
  fs.cpSync(path.join(root, 'server'), path.join(folder, 'server'), {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
  const own = path.join(root, 'server/node_modules');
  if (fs.existsSync(own)) fs.symlinkSync(own, path.join(folder, 'server/node_modules'));
  for (const [name, text] of Object.entries(migrations))
    fs.writeFileSync(path.join(folder, 'server/migrations', `${name}.sql`), text);
}

function startRun(folder: string, env: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, ['server/src/entry/lavra.mjs', 'migrate'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnvironment(), ...env },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const patience = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(patience);
    return { code: code as number | null, said: Buffer.concat(chunks).toString() };
  });
  return { ended };
}
