import type { FastifyRequest } from 'fastify';

/** A number in exact decimal: its digits without zeros at either end, and where the point stands. */
interface Digits { readonly digits: string; readonly power: number }

/** Only these may change when they are read: many digits, or an exponent beyond what a double has. */
const SUSPECT = /\d(?:\.?\d){15}|[eE][+-]?\d{3}/;

type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;

const found = new WeakMap<FastifyRequest, readonly string[]>();

/** Remembers which numbers of a JSON body say something else once they have been read. `text` has been parsed before. */
export function rememberInexactNumbers(request: FastifyRequest, text: string): void {
  if (!SUSPECT.test(text)) return;
  const paths = inexactNumbers(text);
  if (paths.length > 0) found.set(request, paths);
}

/** Where they stand: `items.0.quantity`. */
export const inexactNumbersOf = (request: FastifyRequest): readonly string[] => found.get(request) ?? [];

/** The paths of numbers that would not be written again as they came. */
export function inexactNumbers(text: string): string[] {
  const marks = new Map<object, string[]>();
  const mark: Reviver = function mark(key, value, { source }) {
    if (typeof value === 'number' && source !== undefined && SUSPECT.test(source) && !isExact(source, value)) {
      const keys = marks.get(this);
      if (keys === undefined) marks.set(this, [key]);
      else keys.push(key);
    }
    return value;
  };
  // TypeScript does not know the third argument of revivers yet.
  const root = (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, mark);
  return marks.size === 0 ? [] : pathsOf(root, marks);
}

function pathsOf(root: unknown, marks: ReadonlyMap<object, readonly string[]>): string[] {
  const paths: string[] = [];
  const visit = (node: unknown, under: string): void => {
    if (node === null || typeof node !== 'object') return;
    for (const key of marks.get(node) ?? []) paths.push(`${under}${key}`);
    for (const [key, value] of Object.entries(node)) visit(value, `${under}${key}.`);
  };
  visit(root, '');
  return paths;
}

function isExact(source: string, value: number): boolean {
  const [written, read] = [digitsOf(source), digitsOf(String(value))];
  return written !== undefined && read !== undefined && written.digits === read.digits && written.power === read.power;
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
  return { digits: all.slice(from, to), power: Number(exponent) - fraction.length + all.length - to };
}
