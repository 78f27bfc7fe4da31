import type { FastifyRequest } from 'fastify';

/**
 * A number in exact decimal: its digits without zeros at either end, and the position of the point.
 */
interface Digits {
  readonly digits: string;
  readonly power: number;
}

/** Only these may change when parsed as a double: many digits, or an exponent of three digits. */
const SUSPECT = /\d(?:\.?\d){15}|[eE][+-]?\d{3}/;

const found = new WeakMap<FastifyRequest, readonly string[]>();

/**
 * Remembers which numbers of a JSON body change their value when parsed. `text` must be valid JSON.
 */
export function rememberInexactNumbers(request: FastifyRequest, text: string): void {
  if (!SUSPECT.test(text)) return;
  const paths = inexactNumbers(text);
  if (paths.length > 0) found.set(request, paths);
}

/** Returns their paths, such as `items.0.quantity`; at most `MOST_INEXACT`. */
export const inexactNumbersOf = (request: FastifyRequest): readonly string[] =>
  found.get(request) ?? [];

/** A container being scanned, and the position in it: the key as it is written, or the index. */
interface Level {
  readonly isArray: boolean;
  index: number;
  key: string;
  beforeKey: boolean;
}

/** Numbers that are looked for: with more of them a body has no use. */
export const MOST_INEXACT = 10_000;
/**
 * Longest names together under which numbers are looked for, as they are written: no field lies under
 * longer ones, and each path repeats those above it.
 */
const LONGEST_NAMES = 200;

/**
 * Returns the paths of the first `MOST_INEXACT` numbers whose value changes when they are parsed and
 * written again. `text` is JSON; a reviver would take twenty times as long as parsing it.
 */
export function inexactNumbers(text: string): string[] {
  const paths: string[] = [];
  const levels: Level[] = [];
  for (let at = 0; at < text.length && paths.length < MOST_INEXACT;) {
    const char = text[at] ?? '';
    const level = levels.at(-1);
    const end =
      char === '"' ? endOfString(text, at) : isPartOfNumber(char) ? endOfNumber(text, at) : at + 1;
    if (char === '"' && level?.beforeKey === true) level.key = text.slice(at, end);
    else if (char === '{' || char === '[')
      levels.push({ isArray: char === '[', index: 0, key: '', beforeKey: char === '{' });
    else if (char === '}' || char === ']') levels.pop();
    else if (char === ':' && level !== undefined) level.beforeKey = false;
    else if (char === ',' && level !== undefined) {
      level.index += 1;
      level.beforeKey = !level.isArray;
    } else if (end - at > FEW_SIGNS && level !== undefined && char !== '"') {
      const source = text.slice(at, end);
      if (
        SUSPECT.test(source) &&
        !isExact(source, Number(source)) &&
        levels.reduce((sum, { key }) => sum + key.length, 0) <= LONGEST_NAMES
      )
        paths.push(pathOf(levels));
    }
    at = end;
  }
  return paths;
}

/** No number of this length or shorter is suspect: `1e-400` has six characters, `1e400` five. */
const FEW_SIGNS = 4;

const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ isArray, index, key }) => (isArray ? String(index) : String(JSON.parse(key))))
    .join('.');

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/**
 * Also called for `true`, `false` and `null`: of these characters they contain only `e`, which is
 * too short to matter.
 */
const isPartOfNumber = (char: string): boolean =>
  (char >= '0' && char <= '9') ||
  char === '-' ||
  char === '+' ||
  char === '.' ||
  char === 'e' ||
  char === 'E';

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isPartOfNumber(text[at] ?? '')) at += 1;
  return at;
}

function isExact(source: string, value: number): boolean {
  const [written, read] = [digitsOf(source), digitsOf(String(value))];
  return (
    written !== undefined &&
    read !== undefined &&
    written.digits === read.digits &&
    written.power === read.power
  );
}

function digitsOf(text: string): Digits | undefined {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const all = `${whole}${fraction}`;
  const from = all.search(/[1-9]/);
  if (from === -1) return { digits: '', power: 0 };
  let to = all.length;
  while (all[to - 1] === '0') to -= 1;
  return {
    digits: all.slice(from, to),
    power: Number(exponent) - fraction.length + all.length - to,
  };
}
