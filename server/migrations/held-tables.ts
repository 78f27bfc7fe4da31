import { statementsOf } from '@lavra/server/platform/db/migrate';

type Pattern = readonly [RegExp, string];

const anIndex = 'builds an index while no row can be written';
const aConstraint =
  'reads all rows for a constraint: add it NOT VALID, and validate it in a later migration';
const unread = 'calls what this check does not read, and may read or write all rows';

/** What holds a table while all of its rows are read or written, by the beginning of a statement. */
const holding: readonly Pattern[] = [
  [/^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)/i, anIndex],
  [/^REINDEX\s+(?!.*\bCONCURRENTLY\b)/is, anIndex],
  [/^(?:CLUSTER|VACUUM\s+FULL|LOCK|TRUNCATE)\b/i, 'locks the whole table'],
];

/** The same, by one action of an ALTER TABLE. */
const holdingActions: readonly Pattern[] = [
  [/^ADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:CHECK|FOREIGN\s+KEY)\b(?!.*\bNOT\s+VALID\b)/is, aConstraint],
  [
    /^ADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:UNIQUE|PRIMARY\s+KEY|EXCLUDE)\b(?!\s+USING\s+INDEX)/i,
    anIndex,
  ],
  [/^SET\s+(?:LOGGED|UNLOGGED|TABLESPACE|ACCESS\s+METHOD)\b/i, 'writes the table anew'],
];

/** The same, by the column that an ALTER TABLE adds. */
const holdingColumns: readonly Pattern[] = [
  [/\b(?:GENERATED|(?:small|big)?serial\d?)\b/i, 'writes the table anew'],
  [/\bDEFAULT\s+(?:\w+\.)?(?:random|gen_random_uuid|nextval)\s*\(/i, 'writes the table anew'],
  [/\b(?:CHECK|REFERENCES)\b/i, 'reads all rows for a constraint'],
  [/\b(?:UNIQUE|PRIMARY\s+KEY)\b/i, anIndex],
];

/**
 * Returns what a migration does that holds a table which it did not create itself: such a table may
 * have millions of rows, and all who use it wait. `VALIDATE` beside other changes is one: those hold
 * their locks until it has read everything.
 */
export function heldTables(text: string): string[] {
  const statements = statementsOf(text).map((one) => one.replaceAll(/'(?:[^']|'')*'/g, "''"));
  const created = new Set(
    statements.flatMap(
      (one) => /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:\w+\.)?(\w+)/i.exec(one)?.[1] ?? [],
    ),
  );
  const found = statements.flatMap((one) => [
    ...definitionsIn(one, created),
    ...rowsIn(one, created),
  ]);
  const validating = statements.filter((one) => /\bVALIDATE\s+CONSTRAINT\b/i.test(one));
  if (validating.length > 0 && validating.length < statements.length)
    found.push('a constraint is validated while the locks of other changes are held');
  return [...new Set(found)];
}

/** Returns what a statement does to a table by changing its definition or its indexes. */
function definitionsIn(statement: string, created: ReadonlySet<string>): string[] {
  const table = tableOf(statement) ?? 'a table';
  if (created.has(table)) return [];
  const matched = (patterns: readonly Pattern[], part: string): string[] =>
    patterns.filter(([pattern]) => pattern.test(part)).map(([, what]) => `${table}: ${what}`);
  const actions = actionsOf(statement);
  return [
    ...matched(holding, statement),
    ...actions.flatMap((action) => matched(holdingActions, action)),
    ...actions.filter(addsColumn).flatMap((action) => matched(holdingColumns, action)),
  ];
}

/** Returns the actions of an ALTER TABLE, which commas outside of parentheses part. */
export function actionsOf(statement: string): string[] {
  const all = /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?[\w.]+\s+(.*)$/is.exec(
    statement,
  )?.[1];
  const actions: string[] = [];
  let depth = 0;
  let action = '';
  for (const sign of all ?? '') {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      actions.push(action.trim());
      action = '';
    } else action += sign;
  }
  return [...actions, action.trim()].filter((one) => one !== '');
}

/** Returns whether an action adds a column; the word COLUMN may be left out. */
export const addsColumn = (action: string): boolean =>
  /^ADD\s+(?!(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|EXCLUDE|FOREIGN)\b)/i.test(action);

/** What reads or writes rows, whatever it begins with: each of its tables has to be a new one. */
const moving = [
  /^(?:WITH|SELECT|INSERT|UPDATE|DELETE|MERGE|COPY|REFRESH|CREATE\s+MATERIALIZED)\b/i,
  /^CREATE\s+(?:(?:UNLOGGED|TEMP\w*)\s+)?TABLE\s+[^(]*\bAS\b/i,
];
/** Functions of PostgreSQL that touch no table. */
const harmless = /^(?:setval|nextval|set_config|pg_notify|coalesce)$/i;

/** Returns what a statement does by reading or writing rows of tables that are not new. */
function rowsIn(statement: string, created: ReadonlySet<string>): string[] {
  if (/^(?:DO|CALL)\b/i.test(statement)) return [unread];
  if (!moving.some((pattern) => pattern.test(statement))) return [];
  const calls = /^SELECT\b/i.test(statement)
    ? [...statement.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name)
    : [];
  const tables = tablesIn(statement).filter((table) => !created.has(table));
  return [
    ...tables.map((table) => `${table}: all rows are read or written in one transaction`),
    ...(calls.every((name) => harmless.test(name)) ? [] : [unread]),
  ];
}

/** Returns the tables that a statement reads or changes; to insert a row concerns no other row. */
function tablesIn(statement: string): string[] {
  const text = statement.replaceAll(/\bextract\s*\([^()]*\)/gi, '');
  const ctes = new Set(
    [...text.matchAll(/(\w+)\s*(?:\([^()]*\)\s*)?\bAS\s+(?:(?:NOT\s+)?MATERIALIZED\s*)?\(/gi)].map(
      ([, name]) => name,
    ),
  );
  const named = [
    /(?:(?<!DISTINCT\s+)\bFROM|\bJOIN|\bUSING)\s+(?:ONLY\s+|LATERAL\s+)?(?:\w+\.)?(\w+)\b(?!\s*\()/gi,
    /(?<!(?:FOR|DO|KEY)\s+)\bUPDATE\s+(?:ONLY\s+)?(?:\w+\.)?(\w+)\b/gi,
    /\b(?:MERGE\s+INTO|COPY|REFRESH\s+MATERIALIZED\s+VIEW)\s+(?:\w+\.)?(\w+)\b/gi,
    /\bFROM\s+\w+(?:\s+(?:AS\s+)?\w+)?\s*,\s*(?:LATERAL\s+)?(?:\w+\.)?(\w+)\b(?!\s*\()/gi,
  ]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !ctes.has(name));
}

/** Returns the table whose definition or indexes a statement changes. */
const tableOf = (statement: string): string | undefined =>
  /^(?:ALTER\s+TABLE(?:\s+IF\s+EXISTS)?(?:\s+ONLY)?|TRUNCATE|LOCK\s+TABLE|CLUSTER)\s+(?:\w+\.)?(\w+)/i.exec(
    statement,
  )?.[1] ??
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\b[^]*?\bON\s+(?:ONLY\s+)?(?:\w+\.)?(\w+)/i.exec(statement)?.[1];
