import fs from 'node:fs';
import path from 'node:path';

/** The repository's folder. */
export const root = path.resolve(import.meta.dirname, '..');

export interface Import {
  /** The importing file, from the root. */
  readonly from: string;
  /** A file of the repository from the root, or the name of a package. */
  readonly to: string;
  /** True when only types are imported, so that nothing is imported at run time. */
  readonly typeOnly: boolean;
}

const IMPORTS =
  /(?:^|\n)\s*(?:import|export)\b( type\b)?[^'";]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s*'([^']+)'/g;

/**
 * Returns the source files below folders of the repository, tests and fixtures included, by their
 * paths from the root.
 */
export function sourcesOf(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter(
        (file) =>
          /\.(tsx?|mjs)$/.test(file) &&
          !file.endsWith('.d.ts') &&
          !/(?:^|\/)(?:node_modules|dist)\//.test(file),
      ),
  );
}

/** Returns the imports of a file. */
export function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(IMPORTS)].map(([, type, named, called, bare]) => ({
    from: file,
    to: resolve(file, named ?? called ?? bare ?? ''),
    typeOnly: type !== undefined,
  }));
}

/**
 * Returns the groups of files that import themselves through other groups; `groupOf` returns
 * undefined for files that belong to none.
 */
export function circles(
  imports: readonly Import[],
  groupOf: (file: string) => string | undefined,
): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [groupOf(from), groupOf(to)];
    if (a !== undefined && b !== undefined && a !== b)
      next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reaches = (start: string): Set<string> => {
    const seen = new Set(next.get(start));
    // a set's iteration includes what is added during it
    for (const group of seen) for (const further of next.get(group) ?? []) seen.add(further);
    return seen;
  };
  return [...next.keys()].filter((group) => reaches(group).has(group));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.normalize(path.join(path.dirname(file), specifier));
  const own = /^@lavra\/(domain|contract|server)\/(.+)$/.exec(specifier);
  return own === null ? specifier : `${own[1] ?? ''}/src/${own[2] ?? ''}.ts`;
}
