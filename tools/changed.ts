import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { importsOf, root, sourcesOf } from './imports.ts';

/** Returns the files that differ from a commit, and new ones, by their paths from the root. */
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

/**
 * Returns true for files that assemble the application: a test that reaches a changed file only
 * through them does not test that file.
 */
const isAssembly = (file: string): boolean =>
  /^server\/src\/(app|entry|demo)\/|^server\/test\/|^contract\/src\/endpoints\.ts$/.test(file);

/**
 * Returns the test files that concern the changed files: they import one, directly or indirectly,
 * or are in the same folder or feature.
 */
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
    'prove',
  ]).flatMap(importsOf)) {
    if (!typeOnly) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const reached = new Set(changed);
  for (const file of reached) {
    if (isAssembly(file) && !changed.includes(file)) continue;
    // iterating a set includes values added on the way
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const homes = new Set(changed.map(homeOf));
  return testFiles.filter(
    (file) =>
      reached.has(path.relative(root, file)) || homes.has(homeOf(path.relative(root, file))),
  );
}

/** Returns the folder of a file's feature, or else the folder that contains the file. */
const homeOf = (file: string): string =>
  /^server\/src\/features\/[^/]+/.exec(file)?.[0] ?? path.dirname(file);
