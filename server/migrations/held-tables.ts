import { statementsOf } from '@lavra/server/platform/db/migrate';

/** What would hold a table while all of its rows are read or written, by the statement that does it. */
const holding: readonly (readonly [RegExp, string])[] = [
  [
    /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)/i,
    'builds an index while no row can be written',
  ],
  [/^REINDEX\s+(?!.*\bCONCURRENTLY\b)/is, 'builds an index while no row can be written'],
  [/^(?:CLUSTER|VACUUM\s+FULL|LOCK|TRUNCATE)\b/i, 'locks the whole table'],
  [/^(?:UPDATE|DELETE)\b/i, 'writes all rows in one transaction'],
  [
    /\bADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:CHECK|FOREIGN\s+KEY)\b(?!.*\bNOT\s+VALID\b)/is,
    'reads all rows for a constraint: add it NOT VALID, and validate it in a later migration',
  ],
  [
    /\bADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:UNIQUE|PRIMARY\s+KEY|EXCLUDE)\b(?!\s+USING\s+INDEX)/i,
    'builds an index while no row can be written',
  ],
  [
    /\bADD\s+COLUMN\b[^,]*\b(?:GENERATED|DEFAULT\s+(?:\w+\.)?(?:random|gen_random_uuid|nextval)\s*\()/i,
    'writes the table anew',
  ],
  [/\bADD\s+COLUMN\b[^,]*\b(?:CHECK|REFERENCES)\b/i, 'reads all rows for a constraint'],
];

/**
 * Returns what a migration does that holds a table which it did not create itself: such a table may
 * have millions of rows, and all who use it wait. `VALIDATE` beside other changes is one: those hold
 * their locks until it has read everything.
 */
export function heldTables(text: string): string[] {
  const statements = statementsOf(text);
  const created = new Set(
    statements.flatMap(
      (one) => /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i.exec(one)?.[1] ?? [],
    ),
  );
  const found = statements
    .filter((one) => !created.has(tableOf(one) ?? ''))
    .flatMap((one) =>
      holding
        .filter(([pattern]) => pattern.test(one))
        .map(([, what]) => `${tableOf(one) ?? 'a table'}: ${what}`),
    );
  const validating = statements.filter((one) => /\bVALIDATE\s+CONSTRAINT\b/i.test(one));
  if (validating.length > 0 && validating.length < statements.length)
    found.push('a constraint is validated while the locks of other changes are held');
  return [...new Set(found)];
}

/** Returns the table that a statement changes. */
const tableOf = (statement: string): string | undefined =>
  /^(?:ALTER\s+TABLE(?:\s+IF\s+EXISTS)?|UPDATE|DELETE\s+FROM|TRUNCATE|LOCK\s+TABLE|CLUSTER)\s+(\w+)/i.exec(
    statement,
  )?.[1] ?? /^CREATE\s+(?:UNIQUE\s+)?INDEX\b[^]*?\bON\s+(\w+)/i.exec(statement)?.[1];
