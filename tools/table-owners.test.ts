import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './imports.ts';
import { exceptions, foreignWrites, writesOf, writingFiles, type Write } from './table-owners.ts';

const describeWrite = ({ table, by, file }: Write): string => `${by} writes ${table}: ${file}`;
const isAllowed = (write: Write): boolean =>
  exceptions.some(({ table, by }) => table === write.table && by === write.by);

/** In a process of its own: within a test the runner accounts for every promise, and modules make many. */
const { stdout } = await promisify(execFile)(
  process.execPath,
  [path.join(import.meta.dirname, 'statements-by-file.ts')],
  { maxBuffer: 100_000_000 },
);
const statements = JSON.parse(stdout) as { readonly file: string; readonly text: string }[]; // its output

describe('tables', () => {
  it('are written by the feature that owns them, in the sources', () => {
    assert.deepEqual(
      foreignWrites()
        .filter((write) => !isAllowed(write))
        .map(describeWrite),
      [],
    );
  });

  it('are written by the feature that owns them, in every registered statement', () => {
    assert.ok(statements.length > 200, 'the statements were found');
    const files = new Set(writingFiles());
    const writes = statements
      .filter(({ file }) => files.has(file))
      .flatMap(({ file, text }) => writesOf(file, text));
    assert.ok(writes.length > 50, 'some of them write');
    assert.deepEqual(
      foreignWrites(writes)
        .filter((write) => !isAllowed(write))
        .map(describeWrite),
      [],
    );
  });

  it('have no exception that is no longer needed', () => {
    const foreign = foreignWrites();
    const idle = exceptions.filter(
      ({ table, by }) => !foreign.some((write) => write.table === table && write.by === by),
    );
    assert.deepEqual(idle, []);
  });

  it('are named literally where Kysely writes them, except in the registries of names', () => {
    const unnamed = writingFiles().filter((file) =>
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    assert.deepEqual(unnamed, [
      'server/src/features/catalogue/registry-names.ts',
      'server/src/features/catalogue/registry-service.ts',
    ]);
  });
});
