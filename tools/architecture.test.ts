import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { circles, importsOf, root, sourcesOf, type Import } from './imports.ts';

// Checks the dependency directions of docs/architecture.md by the imports. Tests and fixtures may
// import more than the code they test.

const isSource = (file: string): boolean => !/\.(test|fixture)\.tsx?$|test-support\.ts$/.test(file);
const sources = (folder: string): string[] => sourcesOf([folder]).filter(isSource);

const all = ['domain/src', 'contract/src', 'server/src', 'e2e'].flatMap(sources).flatMap(importsOf);
const from = (folder: string): Import[] => all.filter(({ from: file }) => file.startsWith(folder));
const isOwn = ({ to }: Import): boolean => /^(domain|contract|server|web|e2e)\//.test(to);
const feature = (file: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
const listed = (imports: readonly Import[]): string[] =>
  imports.map(({ from: file, to }) => `${file} → ${to}`);

describe('the import rules', () => {
  test('the domain imports nothing: no package, no Node module, no other workspace', () => {
    assert.deepEqual(
      listed(from('domain/src').filter(({ to }) => !to.startsWith('domain/src/'))),
      [],
    );
  });

  test('the contract imports the domain and TypeBox', () => {
    assert.deepEqual(
      listed(
        from('contract/src').filter(({ to }) => !/^(domain|contract)\/src\/|^typebox$/.test(to)),
      ),
      [],
    );
  });

  test('the platform imports no feature, no application, no entry and no demo', () => {
    assert.deepEqual(
      listed(
        from('server/src/platform').filter(({ to }) =>
          /^server\/src\/(features|app|entry|demo)\//.test(to),
        ),
      ),
      [],
    );
  });

  test('features import no application, no entry and no demo', () => {
    assert.deepEqual(
      listed(
        from('server/src/features').filter(({ to }) => /^server\/src\/(app|entry|demo)\//.test(to)),
      ),
      [],
    );
  });

  test('the application imports no entry and no demo, and the demo no entry', () => {
    const wrong = [
      ...from('server/src/app').filter(({ to }) => /^server\/src\/(entry|demo)\//.test(to)),
      ...from('server/src/demo').filter(({ to }) => to.startsWith('server/src/entry/')),
    ];
    assert.deepEqual(listed(wrong), []);
  });

  test('what is delivered imports nothing that tests or measures it', () => {
    const delivered = [...all, ...['web/src', 'deploy'].flatMap(sources).flatMap(importsOf)];
    const past = delivered.filter(
      ({ from: file, to }) =>
        !file.startsWith('e2e/') && /^(e2e|bench|prove|tools|server\/test)\//.test(to),
    );
    assert.deepEqual(listed(past), []);
  });

  test('a feature imports another one only through its public API', () => {
    assert.ok(all.length > 500, 'the imports were read');
    const past = from('server/src/').filter(
      ({ from: file, to }) =>
        feature(to) !== undefined &&
        feature(file) !== feature(to) &&
        !to.endsWith(`/${feature(to) ?? ''}-feature.ts`) &&
        // Reference data consists of files and their readers: it has no public API file.
        feature(to) !== 'reference-data',
    );
    assert.deepEqual(listed(past), []);
  });

  test('no file imports itself through other files, types included', () => {
    const files = [...all, ...sources('web/src').flatMap(importsOf)];
    assert.deepEqual(
      circles(files.filter(isOwn), (file) => file),
      [],
    );
  });

  test('no feature imports itself through other features', () => {
    assert.deepEqual(circles(from('server/src/features'), feature), []);
  });

  test('presenters and policies use no database, no clock and no transaction', () => {
    const pure = all.filter(({ from: file }) => /-(presenter|policy)\.ts$/.test(file));
    assert.ok(pure.length > 10, 'there are presenters and policies to look at');
    const impure = pure.filter(({ to }) =>
      /platform\/(db\/(pool|database|command|migrate)|clock)|^node:|-(store|queries|service)\.ts$/.test(
        to,
      ),
    );
    assert.deepEqual(listed(impure.filter(({ typeOnly }) => !typeOnly)), []);
  });

  test('texts of suppliers and producers are masked in one module, and where a person is erased', () => {
    const searches = from('server/src').filter(({ to }) =>
      /^domain\/src\/(text\/(contacts|name-finder)|supplier\/identity-names)\.ts$/.test(to),
    );
    const others = searches.filter(
      ({ from: file, typeOnly }) =>
        !typeOnly && !/^server\/src\/features\/(identities|erasure)\//.test(file),
    );
    assert.ok(searches.length > 2, 'there are searches to look at');
    assert.deepEqual(listed(others), []);
  });

  test('random tests take their seed from one place', () => {
    const tests = sourcesOf(['domain/src', 'contract/src', 'server', 'web/src', 'e2e', 'prove']);
    const users = tests
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => to === 'fast-check' && !typeOnly)
      .map(({ from: file }) => file);
    assert.deepEqual([...new Set(users)], ['domain/src/seeded.fixture.ts']);
  });

  test('only env.ts reads the environment', () => {
    const readers = sources('server/src').filter((file) =>
      /process\.env\b/.test(fs.readFileSync(path.join(root, file), 'utf8')),
    );
    assert.deepEqual(
      readers.filter((file) => !/config\/env\.ts$|embedded-postgres\//.test(file)),
      [],
    );
  });

  test('every import of our own resolves to a file', () => {
    assert.deepEqual(
      listed(all.filter((entry) => isOwn(entry) && !fs.existsSync(path.join(root, entry.to)))),
      [],
    );
  });
});
