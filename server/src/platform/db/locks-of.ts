/** How strongly a row is locked, from weak to strong; an UPDATE locks as `NO KEY UPDATE` does. */
const lockModes = ['KEY SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE'] as const;
export type LockMode = (typeof lockModes)[number];

/** A lock that a statement takes: on rows of a table, or what an advisory lock stands for. */
export interface Lock {
  /** The table's name, or `advisory: <name>`. */
  readonly on: string;
  readonly mode: LockMode;
  /** False where the statement fails or skips the row instead of waiting for it. */
  readonly waits: boolean;
  /** Taken for its own sake (`FOR …`, advisory), not by a write. */
  readonly explicit: boolean;
}

/** Returns whether one lock mode is stronger than another. */
export const isStronger = (one: LockMode, other: LockMode): boolean =>
  lockModes.indexOf(one) > lockModes.indexOf(other);

/**
 * Returns the locks that a statement takes by its text, inner queries first: advisory ones, rows by
 * `FOR …`, UPDATE, DELETE and INSERT with DO UPDATE. An advisory lock is named by the text that its
 * key begins with, `lavra <name> of …`, in the statement or its first value. Left out are rows
 * locked by foreign keys, unique keys and triggers.
 */
export function locksOf(text: string, values: readonly unknown[] = []): Lock[] {
  const plain = text.replaceAll(/--[^\n]*/g, '').replaceAll('"', '');
  return [...advisoryLocksOf(plain, values), ...queriesOf(plain).flatMap(rowLocksOf)];
}

/** Returns the tables that a statement inserts into without a DO UPDATE: their rows are its own. */
export const insertsOf = (text: string): string[] =>
  queriesOf(text.replaceAll('"', ''))
    .filter((query) => !/\bDO UPDATE\b/i.test(query))
    .flatMap((query) => /\bINSERT INTO (\w+)/i.exec(query)?.[1] ?? []);

function advisoryLocksOf(text: string, values: readonly unknown[]): Lock[] {
  return [...text.matchAll(/pg_(try_)?advisory_xact_lock(_shared)?\((.*)/g)].map(
    ([, tries, shared, rest = '']) => {
      const key = [/'([^']+)'/.exec(rest)?.[1], ...values].find((one) => typeof one === 'string');
      return {
        on: `advisory: ${(key ?? '').replace(/^lavra /, '').replace(/ of .*$/, '')}`,
        mode: shared === undefined ? 'UPDATE' : 'SHARE',
        waits: tries === undefined,
        explicit: true,
      };
    },
  );
}

/** Splits a statement into its queries, each without those in its parentheses; inner ones first. */
function queriesOf(text: string): string[] {
  let rest = text.replaceAll(/'(?:[^']|'')*'/g, "''");
  const queries: string[] = [];
  for (let found = innermost.exec(rest); found !== null; found = innermost.exec(rest)) {
    queries.push(found[1] ?? '');
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
  }
  return [...queries, rest];
}
const innermost = /\(([^()]*)\)/;

/** The writes of a query with the modes in which they lock. */
const writes: readonly (readonly [RegExp, LockMode])[] = [
  [/(?<!\b(?:FOR|KEY|DO) )\bUPDATE (\w+)/i, 'NO KEY UPDATE'],
  [/\bINSERT INTO (\w+)[^]*\bDO UPDATE\b/i, 'NO KEY UPDATE'],
  [/\bDELETE FROM (\w+)/i, 'UPDATE'],
];

function rowLocksOf(query: string): Lock[] {
  const locking =
    /\bFOR (KEY SHARE|SHARE|NO KEY UPDATE|UPDATE)\b(?: OF (\w+(?:, *\w+)*))?( NOWAIT| SKIP)?/i.exec(
      query,
    );
  const locks: Lock[] = [];
  if (locking !== null) {
    const [, mode = '', names, without] = locking;
    const tables = tablesOf(query);
    for (const name of names?.split(/, */) ?? tables.keys())
      locks.push({
        on: tables.get(name) ?? name,
        mode: mode.toUpperCase() as LockMode, // the expression has no others
        waits: without === undefined,
        explicit: true,
      });
  }
  for (const [write, mode] of writes) {
    const on = write.exec(query)?.[1];
    if (on !== undefined) locks.push({ on, mode, waits: true, explicit: false });
  }
  return locks;
}

/** The tables that a query reads, by the names that it gives them. */
function tablesOf(query: string): Map<string, string> {
  const end = String.raw`\b(?:WHERE|ORDER BY|LIMIT|FOR)\b|$`;
  const from = new RegExp(String.raw`\bFROM\b([^]*?)(?:${end})`, 'i').exec(query)?.[1] ?? '';
  const items = from.split(/,|\b(?:(?:LEFT|INNER|CROSS) )?JOIN\b/i);
  return new Map(
    items.flatMap((item) => {
      const found = /^\s*(\w+)(?:\s+(?:as\s+)?(?!on\b|using\b)(\w+))?/i.exec(item);
      const table = found?.[1];
      return table === undefined ? [] : [[found?.[2] ?? table, table] as const];
    }),
  );
}
