/** A part of a JSON Schema, as far as positions in a body are concerned. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Position {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
}

/**
 * Returns every position of a body that its schema names: fields, and the first element of arrays,
 * at any depth.
 */
export function positionsOf(schema: Schema, path: readonly (string | number)[] = []): Position[] {
  const here = path.length === 0 ? [] : [{ path, schema }];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    positionsOf(part, [...path, name]),
  );
  const element = schema.items === undefined ? [] : positionsOf(schema.items, [...path, 0]);
  const variants = (schema.anyOf ?? []).flatMap((part) => positionsOf(part, path).slice(1));
  return [...here, ...fields, ...element, ...variants];
}

/** Returns the JSON types that a position accepts. */
export function typesOf(schema: Schema): readonly string[] {
  return schema.anyOf?.flatMap(typesOf) ?? [schema.type ?? []].flat();
}

const nested = (depth: number, open = '[', close = ']'): string =>
  open.repeat(depth) + close.repeat(depth);

/**
 * Raw JSON that ordinary clients do not send. Some of it is valid in some positions; none of it may
 * break anything.
 */
export const hostileJson: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '-0.0001',
  '0.00001',
  '1.00005',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  '""',
  '" "',
  '"5"',
  '"NaN"',
  '"Infinity"',
  '"true"',
  '"null"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"a\\udc00"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"99999-01-01"',
  '"0001-01-01"',
  '"9999-12-31"',
  '"2026-13-45 25:61:61"',
  '"0001-01-01 00:00:00"',
  '"00000000-0000-0000-0000-000000000000"',
  '"\'; DROP TABLE users; --"',
  '"%_\\\\%"',
  '"${7*7}{{7*7}}"',
  '"<script>alert(1)</script>"',
  '"=1+1"',
  '"\\u202e\\u200b\\ufeff"',
  '"😀"',
  '"\\r\\nX-Evil: 1"',
  '[]',
  '[null]',
  '[[]]',
  '["5"]',
  '{}',
  '{"a":1}',
  '{"length":1}',
  '{"toString":null}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
];

/** Raw JSON that is hostile by its size. */
export const bulkyJson: readonly string[] = [
  `"${'x'.repeat(100_000)}"`,
  `"${'\\u0301'.repeat(10_000)}"`,
  `[${'1,'.repeat(9_999)}1]`,
  `[${'{},'.repeat(9_999)}{}]`,
  nested(26),
  `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
];

/** Hostile query values, encoded as in the URL. */
export const hostileQueryValues: readonly string[] = [
  '',
  '%20',
  '0',
  '-1',
  '101',
  '1e9',
  '1e400',
  '1.5',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'true',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '%00',
  'a%00b',
  '%ed%a0%80',
  '%ff%fe',
  '%zz',
  '%25_%5c',
  "'%20OR%201=1%20--",
  '%f0%9f%98%80',
  '__proto__',
  'constructor',
  '-__proto__',
  'x'.repeat(5_000),
  Buffer.from('[]').toString('base64url'),
  Buffer.from('{"length":3}').toString('base64url'),
  Buffer.from('[').toString('base64url'),
];

const isText = (raw: string): boolean => raw.startsWith('"');
const isPoisoned = (raw: string): boolean => /__proto__|"constructor"/.test(raw);

/**
 * Returns whether this value must be refused in this position: the wrong type, or text that cannot
 * be stored.
 */
export function mustBeRefused(raw: string, { schema }: Position): boolean {
  if (isPoisoned(raw)) return true;
  const value: unknown = JSON.parse(raw);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const takes = typesOf(schema);
  const fits =
    takes.includes(type) ||
    (type === 'number' && takes.includes('integer') && Number.isInteger(value));
  return (
    !fits ||
    (isText(raw) && /u0000|ud800|udc00/.test(raw)) ||
    value === Infinity ||
    value === -Infinity
  );
}

const MARK = '§';

/** Returns the body with raw JSON in one position; missing parents are created. */
export function withRaw(body: unknown, path: readonly (string | number)[], raw: string): string {
  return JSON.stringify(replaced(body, path)).replace(`"${MARK}"`, () => raw);
}

function replaced(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (step === undefined) return MARK;
  const inner = replaced(
    (value as Record<string | number, unknown> | null | undefined)?.[step],
    rest,
  ); // any JSON value may be indexed so
  if (typeof step === 'number') return [inner, ...(Array.isArray(value) ? value.slice(1) : [])];
  return { ...(value as object | undefined), [step]: inner };
}
