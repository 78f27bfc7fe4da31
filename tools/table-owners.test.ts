import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { registeredStatements } from '../server/src/platform/db/statement.ts';
import { importsOf, root } from './imports.ts';
import { exceptions, foreignWrites, writesOf, writingFiles, type Write } from './table-owners.ts';

/**
 * Imports every module of the application, each after those it imports, so that the statements that
 * a module adds to the registry are its own.
 */
async function statementsByFile(): Promise<{ file: string; text: string }[]> {
  const found: { file: string; text: string }[] = [];
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, typeOnly } of importsOf(file))
      if (!typeOnly && /^(?:server|contract|domain)\/src\//.test(to)) await visit(to);
    const before = new Set(registeredStatements());
    await import(path.join(root, file));
    for (const statement of registeredStatements())
      if (!before.has(statement)) found.push({ file, text: statement.text });
  };
  await visit('server/src/platform/db/statement.ts');
  await visit('server/src/app/installation.ts');
  return found;
}

const describeWrite = ({ table, by, file }: Write): string => `${by} writes ${table}: ${file}`;
const isAllowed = (write: Write): boolean =>
  exceptions.some(({ table, by }) => table === write.table && by === write.by);

/** Before the first test: within one Node's runner accounts for every promise, and modules make many. */
const statements = await statementsByFile();

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
