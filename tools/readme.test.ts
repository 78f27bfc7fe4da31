import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './imports.ts';

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const readmes = ['README.md', 'README.en.md'] as const;
/** The names in the first cells of the tables: variables in capitals, commands as they are typed. */
const namesIn = (file: string, shape: RegExp): string[] =>
  [...read(file).matchAll(/^\| (`[^|]*`) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .flatMap(([, name = '']) => (shape.test(name) ? [name] : []));

describe('the READMEs', () => {
  it('list the variables that the service reads, each once', () => {
    const config = read('server/src/platform/config/config.ts');
    const known = [...config.matchAll(/(?:read\.\w+\(\s*|env\[)'([A-Z][A-Z_]+)'/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(known.length > 20);
    for (const file of readmes) {
      assert.deepEqual(
        namesIn(file, /^[A-Z][A-Z_]+$/).toSorted(),
        [...new Set(known)].toSorted(),
        file,
      );
    }
  });

  it('list the same commands in both languages, all of which exist', () => {
    // The names of arguments, in capitals, are translated; the commands are not.
    const [own = [], translated = []] = readmes.map((file) =>
      namesIn(file, /^(?:npm|lavra) /).map((name) => name.replaceAll(/\p{Lu}{1,}/gu, 'X')),
    );
    assert.deepEqual(translated, own);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const called = own.flatMap((name) => /^npm run ([\w:-]+)/.exec(name)?.[1] ?? []);
    assert.ok(called.length > 2);
    assert.deepEqual(
      called.filter((name) => scripts[name] === undefined),
      [],
    );
  });
});
