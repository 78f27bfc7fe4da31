import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { checks, runCheck } from './checks.ts';
import { circles, importsOf, root, sourcesOf } from './imports.ts';
import { foreignWrites } from './table-owners.ts';

// `npm run house`: the figures by which this code is compared with code that is a pleasure to read, counted from the
// sources, and a few bounds that they may not pass. A bound is lowered whenever its figure is.

/** Figures of well-kept projects, counted by one script over all of them at their state of 2026-11. */
const models = {
  Unleash: { median: 50, p90: 238, functions: 34, wide: 0.6 },
  pds: { median: 45, p90: 196, functions: 42, wide: 0.1 },
  Outline: { median: 70, p90: 294, functions: 55, wide: 0.2 },
  Logto: { median: 100, p90: 314, functions: 60, wide: 0.3 },
  'Oxide console': { median: 85, p90: 252, functions: 57, wide: 0.3 },
} as const;

const WIDE = 120;
const WORDS = /\b(?:told|tells?|nobody|somebody|whoever|everybody)\b/gi;
const AS_NEVER = /\bas never\b/g;
const isTest = (file: string): boolean => /\.(?:test|fixture)\.tsx?$|^server\/test\//.test(file);
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

const all = sourcesOf([
  'domain',
  'contract',
  'server',
  'web',
  'tools',
  'bench',
  'prove',
  'e2e',
  'deploy',
]).filter((file) => !file.endsWith('platform/db/schema.ts'));
const sources = all.filter((file) => !isTest(file));
const below = (folder: string, files = sources): string[] =>
  files.filter((file) => file.startsWith(folder));
/** This file names what it counts. */
const allButThis = all.filter((file) => file !== 'tools/house.ts');
const imports = sources.flatMap(importsOf);

/** The value below which a share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

interface Shape {
  readonly median: number;
  readonly p90: number;
  readonly functions: number;
  readonly wide: number;
}

/** Lines of files and of functions with a body, and the percentage of lines over 120 columns. */
function shapeOf(files: readonly string[]): Shape {
  const texts = files.map((file) => ({ file, text: read(file) }));
  const lengths = texts.map(({ text }) => linesOf(text).length);
  const lines = texts.flatMap(({ text }) => linesOf(text));
  const wide = lines.filter((line) => line.length > WIDE).length;
  return {
    median: quantile(lengths, 0.5),
    p90: quantile(lengths, 0.9),
    functions: quantile(
      texts.flatMap(({ file, text }) => functionsOf(file, text)),
      0.9,
    ),
    wide: Math.round((wide / lines.length) * 1_000) / 10,
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The lines of each function that has a body of statements. */
function functionsOf(file: string, text: string): number[] {
  const found: number[] = [];
  const visit = (node: Node): void => {
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const { body } = node as Node & { readonly body?: Node | null };
      if (body?.type === 'BlockStatement')
        found.push(text.slice(node.start, node.end).split('\n').length);
    }
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

const featureOf = (file: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
const platformFolderOf = (file: string): string | undefined =>
  /^server\/src\/platform\/([^/]+)\//.exec(file)?.[1];
/** A folder of `web/src`, each feature and each portal on its own. */
const webFolderOf = (file: string): string | undefined =>
  /^web\/src\/((?:(?:features|portals)\/)?[^/]+)\//.exec(file)?.[1];

const count = (files: readonly string[], pattern: RegExp): number =>
  files.reduce((sum, file) => sum + (read(file).match(pattern)?.length ?? 0), 0);

const lengths = sources
  .filter((file) => /^(?:domain|contract|server|web)\//.test(file))
  .flatMap((file) => functionsOf(file, read(file)));
const longer = (lines: number): number => lengths.filter((length) => length > lines).length;

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly aim: number;
  readonly bound?: number;
  /** Why the figure stays above its aim: what keeps it there is clearer as it is. */
  readonly reason?: string;
}

const wideLines = all.reduce(
  (sum, file) => sum + linesOf(read(file)).filter((line) => line.length > WIDE).length,
  0,
);
const figures: readonly Figure[] = [
  { what: 'lines over 120 columns, tests included', value: wideLines, aim: 300, bound: 225 },
  { what: 'functions over 80 lines', value: longer(80), aim: 8, bound: 6 },
  { what: 'functions over 60 lines', value: longer(60), aim: 15, bound: 15 },
  {
    what: 'nine in ten functions of the web have at most',
    value: shapeOf(below('web/src/')).functions,
    aim: 39,
    bound: 35,
  },
  {
    what: 'told, nobody and their like, tests included',
    value: count(all, WORDS),
    aim: 60,
    bound: 46,
  },
  {
    what: 'files in a circle, types included',
    value: circles(imports, (file) => file).length,
    aim: 0,
    bound: 0,
  },
  {
    what: 'features in a circle, types included',
    value: circles(imports, featureOf).length,
    aim: 0,
    bound: 0,
  },
  {
    what: 'folders of the platform in a circle',
    value: circles(imports, platformFolderOf).length,
    aim: 0,
    bound: 0,
  },
  {
    what: 'files of server/test in a circle',
    value: circles(below('server/test/', all).flatMap(importsOf), (file) => file).length,
    aim: 0,
    bound: 0,
  },
  {
    what: 'folders of the web in a circle',
    value: circles(imports, webFolderOf).length,
    aim: 0,
    bound: 0,
  },
  {
    what: 'tables written by others than their owner',
    value: new Set(foreignWrites().map(({ table }) => table)).size,
    aim: 4,
    bound: 3,
  },
  {
    what: 'sources that name `allow_similar`',
    value: sources.filter(
      (file) => file !== 'tools/house.ts' && read(file).includes('allow_similar'),
    ).length,
    aim: 15,
    bound: 18,
    reason:
      'its meaning counts where offers compete (`domain/src/proposal/competing.ts`, ' +
      '`orders/offered-sql.ts`), and each place that shows it has words of its own ' +
      '(`invitations/invited-order.ts`, `proposals/quote-sheet`, `proposals/pdf`); ' +
      'the two of `bench` have SQL of their own',
  },
  {
    what: 'files that make a cursor by themselves',
    value: below('server/src/').filter((file) => read(file).includes('encodeCursor(')).length,
    aim: 1,
    bound: 1,
  },
  {
    what: 'registered statements',
    value: count(below('server/src/'), /\bstatement\(\{/g),
    aim: 235,
    bound: 235,
  },
  {
    what: '`as never`, tests included',
    value: count(allButThis, AS_NEVER),
    aim: 0,
    bound: 0,
  },
  {
    what: '`as never` in the web, tests included',
    value: count(below('web/', all), AS_NEVER),
    aim: 0,
    bound: 0,
  },
  {
    what: 'sleeps of a second or more in tests',
    value: count(all.filter(isTest), /\b(?:sleep|pause|wait)\(\s*[1-9][\d_]{3,}\s*[,)]/g),
    aim: 0,
    bound: 0,
  },
];

const row = (name: string, cells: readonly (string | number)[]): string =>
  `${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(12)).join('')}\n`;
const shapeRow = (name: string, { median, p90, functions, wide }: Shape): string =>
  row(name, [median, p90, functions, `${wide} %`]);
process.stdout.write(row('', ['file median', 'file p90', 'function p90', 'over 120']));
for (const [name, shape] of Object.entries(models)) process.stdout.write(shapeRow(name, shape));
for (const folder of ['server/src', 'web/src', 'domain/src', 'contract/src'])
  process.stdout.write(shapeRow(folder, shapeOf(below(`${folder}/`))));
process.stdout.write('\n');
for (const { what, value, aim, bound, reason } of figures) {
  const broken = bound !== undefined && value > bound;
  if (broken) process.exitCode = 1;
  const mark = broken ? '✖' : value <= aim ? '✔' : '·';
  const most = broken ? `, at most ${bound}` : '';
  process.stdout.write(
    `${mark} ${what.padEnd(48)}${String(value).padStart(6)}   aim ${aim}${most}\n`,
  );
  if (value > aim && reason !== undefined) process.stdout.write(`    ${reason}\n`);
}
for (const check of checks.exports) {
  const { passed } = await runCheck(check); // prints the exports when there are any
  if (!passed) process.exitCode = 1;
  process.stdout.write(`${passed ? '✔' : '✖'} exports that no file imports\n`);
}
