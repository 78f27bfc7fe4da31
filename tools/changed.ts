import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { importsOf, root, sourcesOf } from './imports.ts';

/** Files that differ from a commit, and those that are new, by their paths from the root. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  return [
    ...new Set([
      ...git('diff', '--name-only', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** Everything is put together there: what reaches a test through these files alone is not what the test is about. */
const isAssembly = (file: string): boolean =>
  /^server\/src\/(app|entry|demo)\/|^server\/test\/|^contract\/src\/endpoints\.ts$/.test(file);

/** Which of the test files are about a changed file: they import it, on whatever way, or stand in its folder or its feature. */
export function testsOf(changed: readonly string[], testFiles: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to, typeOnly } of sourcesOf([
    'domain',
    'contract',
    'server',
    'web',
    'tools',
    'deploy',
    'e2e',
  ]).flatMap(importsOf)) {
    if (!typeOnly) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const reached = new Set(changed);
  for (const file of reached) {
    if (isAssembly(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer); // a set's walk sees what is added on the way
  }
  const homes = new Set(changed.map(homeOf));
  return testFiles.filter(
    (file) =>
      reached.has(path.relative(root, file)) || homes.has(homeOf(path.relative(root, file))),
  );
}

/** A feature's folder; of other files the folder they stand in. */
const homeOf = (file: string): string =>
  /^server\/src\/features\/[^/]+/.exec(file)?.[0] ?? path.dirname(file);
