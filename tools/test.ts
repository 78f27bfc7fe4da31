import { fork, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDataTemplate } from '../e2e/browser/data-template.ts';
import { SEED } from '../domain/src/seeded.fixture.ts';
import { startTestCluster } from '../server/test/cluster.ts';
import { changedFiles, testsOf } from './changed.ts';
import { checks, runCheck, type Check } from './checks.ts';
import { importsOf, root } from './imports.ts';
import { endLeftovers, RUN_VARIABLE } from './leftovers.ts';
import { containing, runTestFiles, type Counts, type UnstableFile } from './test-files.ts';

const usage = `Runs the whole suite: npm test -- [options] [part of a path …]
  --only <parts>      only some, with commas: format,lint,types,generated,house,unit,components,api,
                      races,portals,e2e,browser,clocks,proofs
  --without <parts>   all but some
  --changed           only test files that concern what differs from the last commit
  --since <commit>    the same, from another commit
  --case <text>       only tests whose name contains the text; without a part of a path, in files that contain it
  --slowest           also prints the seconds of files that took more than three
  --save-times        keeps those seconds in tools/test-times.json, by which long files begin first
  --verbose           prints every test
  --all               also runs what takes minutes or measures time: files named *.long.test.ts and
                      *.clock.test.ts, and small proofs; all of it beside more is npm run test:long
  --trials <number>   how often each race is run (default: 20)
  --repeat-failed     runs up to three failed files of e2e and browser once more; which passed then are named
A part of a path, as in "npm test -- features/orders", runs the test files whose path contains it, long ones too.
Each part prints its seconds; the last line counts the tests. TEST_DATABASE_URL names an external PostgreSQL 15 or
later for everything but the embedded server's own tests.
`;

const { options, paths } = readArguments();
const all = options.all === true;
const named = options.case;
/** Whether the arguments name tests, so that long ones run, too, and nothing but test files. */
const isNarrow = paths.length > 0 || named !== undefined;
const since = options.since ?? (options.changed === true ? 'HEAD' : undefined);
const changed = since === undefined ? undefined : changedFiles(since);
const counts: Counts = { passed: 0, failed: 0 };
const unstable: UnstableFile[] = [];
const timesFile = path.join(root, 'tools/test-times.json');
/** How long test files took, in seconds, in the run that kept its times. */
const timesBefore: Readonly<Record<string, number>> = JSON.parse(
  fs.readFileSync(timesFile, 'utf8'),
);
const times: Record<string, number> = {};

/** Reads the command's arguments; prints the usage and exits when it is asked for, or they are wrong. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        without: { type: 'string' },
        changed: { type: 'boolean' },
        since: { type: 'string' },
        case: { type: 'string' },
        slowest: { type: 'boolean' },
        'save-times': { type: 'boolean' },
        verbose: { type: 'boolean' },
        all: { type: 'boolean' },
        'repeat-failed': { type: 'boolean' },
        trials: { type: 'string', default: '20' },
        help: { type: 'boolean' },
      },
    });
    if (values.help !== true) return { options: values, paths: positionals };
    process.stdout.write(usage);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exitCode = 2;
  }
  process.exit();
}

/** Returns the test files below some folders whose path matches, with the ending of some runner. */
function testFiles(
  folders: readonly string[],
  matches: (file: string) => boolean,
  ending = '.test.ts',
): string[] {
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
        .map((file) => path.join(root, folder, file)),
    )
    .filter(isAskedFor)
    .filter(matches)
    .toSorted();
}

/** Whether the arguments ask for a test file. */
function isAskedFor(file: string): boolean {
  if (paths.length > 0) return paths.some((part) => file.includes(part));
  if (named !== undefined)
    return fs.readFileSync(file, 'utf8').toLowerCase().includes(named.toLowerCase());
  return all || !/\.(long|clock)\.test\.ts$/.test(file);
}

/** Work of a part, which counts its tests; undefined where the arguments leave nothing to do. */
type Work = (() => Promise<Counts>) | undefined;

/** Counts checks that passed or failed. */
const counted = (passed: readonly boolean[]): Counts => ({
  passed: passed.filter(Boolean).length,
  failed: passed.filter((one) => !one).length,
});

/** Returns work that runs some checks concurrently. */
function checking(some: readonly Check[]): Work {
  if (isNarrow) return undefined;
  return async () => counted((await Promise.all(some.map(runCheck))).map(({ passed }) => passed));
}

/** Returns work that runs programs as checks, one after the other: each passes when it exits with 0. */
function programs(...commands: readonly (readonly string[])[]): Work {
  if (isNarrow) return undefined;
  return async () => {
    const passed: boolean[] = [];
    for (const args of commands) {
      const code = await new Promise<number | null>((resolve) => {
        spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).on('close', resolve);
      });
      passed.push(code === 0);
    }
    return counted(passed);
  };
}

interface FilesWork {
  readonly concurrency: number;
  /** Which files share processes. */
  readonly sharing?: (file: string) => boolean;
  /** What such processes load first. */
  readonly preload?: string;
  /** Whether a browser or processes take part, so that failed files may be repeated once. */
  readonly repeatable?: boolean;
}

/** Returns work that runs test files. */
function tests(every: readonly string[], { repeatable = false, ...work }: FilesWork): Work {
  const files = changed === undefined ? every : testsOf(changed, every);
  // The runner would search for test files by itself.
  if (files.length === 0) return undefined;
  return async () => {
    const outcome = await runTestFiles(files, {
      ...work,
      times: timesBefore,
      named,
      verbose: options.verbose === true,
      repeatFailed: repeatable && options['repeat-failed'] === true,
    });
    unstable.push(...outcome.unstable);
    for (const { file, seconds } of outcome.took) times[file] = seconds;
    if (options.slowest === true) writeSlowest(outcome.took);
    return outcome;
  };
}

function writeSlowest(took: readonly { readonly file: string; readonly seconds: number }[]): void {
  for (const { file, seconds } of took
    .filter(({ seconds }) => seconds > 3)
    .toSorted((a, b) => b.seconds - a.seconds))
    process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
}

/** How long the component tests may take in all, in ms. */
const COMPONENTS_LIMIT_MS = 300_000;

/**
 * Returns work that runs component tests in one process, which sends its counts; one that sends none,
 * or does not end in time, is a failure.
 */
function componentTests(every: readonly string[]): Work {
  const files = changed === undefined ? every : testsOf(changed, every);
  // Without a choice of files, their absence is a failure.
  if (files.length === 0 && (changed !== undefined || isNarrow)) return undefined;
  return () =>
    new Promise((resolve) => {
      const runner = fork(
        path.join(root, 'web/test/component-tests.ts'),
        [
          ...files,
          ...(options.verbose === true ? ['--verbose'] : []),
          ...(named === undefined ? [] : ['--pattern', containing(named).source]),
        ],
        { timeout: COMPONENTS_LIMIT_MS, killSignal: 'SIGKILL' },
      );
      let sent: Counts = { passed: 0, failed: 1 };
      runner.on('message', (message) => (sent = message as Counts)); // it sends nothing else
      runner.on('close', () => resolve(sent));
    });
}

/** Gives the removal of the data that browser stories copy, once it is there. */
let dataTemplate: Promise<() => void> | undefined;

/** Begins the data that browser stories copy, unless that was done. */
function beginDataTemplate(): Promise<() => void> {
  if (dataTemplate !== undefined) return dataTemplate;
  dataTemplate = createDataTemplate();
  dataTemplate.catch(() => undefined); // the part that waits for it fails
  return dataTemplate;
}

/** Returns work of which browser stories are a part, with data that they copy. */
function onDataTemplate(work: Work): Work {
  if (work === undefined) return undefined;
  return async () => {
    await beginDataTemplate();
    return work();
  };
}

const isRace = (file: string): boolean => file.endsWith('.race.test.ts');
const isClock = (file: string): boolean => file.endsWith('.clock.test.ts');
const isBrowser = (file: string): boolean => file.startsWith(path.join(root, 'e2e/browser/'));

const theService = 'server/test/service.ts';
/** Whether a test file starts the service, by itself or through what is written for tests. */
function usesService(file: string): boolean {
  const reached = new Set([path.relative(root, file)]);
  for (const one of reached)
    for (const { to, typeOnly } of importsOf(one))
      // iterating a set includes values added on the way
      if (!typeOnly && /^server\/test\/.*\.ts$|\.fixture\.ts$/.test(to)) reached.add(to);
  return reached.has(theService);
}
const isApi = (file: string): boolean => !isRace(file) && !isClock(file) && usesService(file);
const isUnit = (file: string): boolean => !isRace(file) && !isClock(file) && !usesService(file);
const withoutBrowser = ['server', 'domain', 'contract', 'tools', 'web', 'deploy', 'bench', 'prove'];

const parts: Readonly<Record<string, Work>> = {
  format: checking(checks.format),
  lint: checking(checks.lint),
  types: checking(checks.types),
  generated: programs(
    ['tools/write-openapi.ts', '--check'],
    ['tools/write-database-types.ts', '--check'],
    ['tools/write-state-diagrams.ts', '--check'],
  ),
  house: programs(['tools/house.ts']),
  components: componentTests(testFiles(['web/src'], () => true, '.component.test.tsx')),
  unit: tests(testFiles(withoutBrowser, isUnit), { concurrency: 2, sharing: () => true }),
  api: tests(testFiles(withoutBrowser, isApi), {
    concurrency: 2,
    sharing: () => true,
    preload: path.join(root, theService),
  }),
  portals: programs(['web/build/build.ts']),
  races: tests(testFiles(['server'], isRace), {
    concurrency: 2,
    sharing: () => true,
    preload: path.join(root, theService),
  }),
  // Starts of the whole service wait as much as they compute.
  e2e: tests(
    testFiles(['e2e'], (file) => !isBrowser(file) && !isClock(file)),
    { concurrency: 3, repeatable: true },
  ),
  // Browser stories wait more than they compute: on two cores, three at a time end soonest.
  browser: onDataTemplate(
    tests(
      testFiles(['e2e'], (file) => isBrowser(file) && !isClock(file)),
      { concurrency: 3, repeatable: true },
    ),
  ),
  // What measures time runs alone.
  clocks: onDataTemplate(
    tests(testFiles(['domain', 'contract', 'server', 'web', 'e2e'], isClock), { concurrency: 1 }),
  ),
  // The load test runs alone, because its result depends mostly on what else uses the machine.
  proofs: programs(['prove/run.ts', '--quick', '--without', 'overload']),
};
/** Parts that only --all runs; the types are checked with the lint, too. */
const long: ReadonlySet<string> = new Set(['types', 'clocks', 'proofs']);
const only =
  options.only?.split(',') ??
  Object.keys(parts).filter((name) => all || isNarrow || !long.has(name));
const without = options.without?.split(',') ?? [];
for (const name of [...only, ...without])
  if (!(name in parts)) throw new Error(`there is no part "${name}"`);
const selected = only.flatMap((name) => {
  const work = parts[name];
  return work === undefined || without.includes(name) ? [] : [{ name, work }];
});
if (selected.length === 0 && since === undefined) {
  process.stderr.write(
    named === undefined || paths.length > 0
      ? `no test file has ${paths.join(' or ')} in its path\n`
      : `no test file contains "${named}"; a name that a test composes is found with a part of its path\n`,
  );
  process.exit(1);
}

/** Parts that run at the same time, since each of them keeps one processor busy at most. */
const together: readonly (readonly string[])[] = [
  ['format', 'lint', 'types'],
  ['generated', 'house', 'components'],
];
/** Parts that no database takes part in. */
const withoutDatabase: ReadonlySet<string> = new Set([
  'format',
  'lint',
  'types',
  'house',
  'portals',
]);
/** Parts that copy a data template, and the one that it is made beside. */
const onData: ReadonlySet<string> = new Set(['browser', 'clocks']);
const BESIDE = 'races';
const began = performance.now();
keepInMemory();
process.env['NODE_COMPILE_CACHE'] = path.join(root, 'node_modules/.cache/compile');
process.env['LAVRA_RACE_TRIALS'] = options.trials;
if (all) process.env['LAVRA_ALL'] = '1';
process.stdout.write(`seed ${SEED}\n`);
const cluster = selected.every(({ name }) => withoutDatabase.has(name))
  ? undefined
  : await startTestCluster(process.env['TEST_DATABASE_URL']);
if (cluster !== undefined) process.env['LAVRA_TEST_CLUSTER'] = cluster.url;
process.env[RUN_VARIABLE] = `${process.pid}`;
try {
  for (const group of grouped(selected)) {
    if (group.some(({ name }) => name === BESIDE) && selected.some(({ name }) => onData.has(name)))
      void beginDataTemplate();
    await Promise.all(group.map(runPart));
  }
} finally {
  await dataTemplate?.then(
    (remove) => remove(),
    () => undefined, // the part that waited for it failed
  );
  await cluster?.stop();
}
for (const command of await endLeftovers(process.pid)) {
  process.stdout.write(`✖ left running by a test: ${command}\n`);
  counts.failed += 1;
}
if (unstable.length > 0) {
  process.stdout.write(`\n⚠ unstable, passed when repeated: ${unstable.length}\n`);
  for (const { file, failures } of unstable)
    process.stdout.write(`⚠ ${file}\n${failures.map((failure) => `    ${failure}\n`).join('')}`);
}
if (named !== undefined && counts.passed + counts.failed === 0) {
  process.stdout.write(`✖ no test has a name that contains "${named}"\n`);
  counts.failed += 1;
}
if (options['save-times'] === true) saveTimes();
process.stdout.write(
  `\n${((performance.now() - began) / 1000).toFixed(0)} s\n${counts.passed} passed, ` +
    `${counts.failed} failed\n`,
);
// What a test left open must not keep the run from ending.
process.exit(counts.failed === 0 ? 0 : 1);

/** Keeps the times of files that took more than three seconds; those of files that did not run stay. */
function saveTimes(): void {
  const known = Object.entries({ ...timesBefore, ...times })
    .filter(([file, seconds]) => seconds > 3 && fs.existsSync(path.join(root, file)))
    .map(([file, seconds]) => [file, Math.round(seconds)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  fs.writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
}

/** Puts temporary files in memory where 4 GB are free: a disk that stalls must not decide a test. */
function keepInMemory(): void {
  const memory = '/dev/shm';
  if (process.env['TMPDIR'] !== undefined || !fs.existsSync(memory)) return;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (Math.min(bavail * bsize, os.freemem()) > 4e9) process.env['TMPDIR'] = memory;
}

interface Part {
  readonly name: string;
  readonly work: () => Promise<Counts>;
}

/** Returns the parts in their order, those that run at the same time as one group at the place of the first. */
function grouped(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groupOf = ({ name }: Part): readonly string[] =>
    together.find((names) => names.includes(name)) ?? [name];
  return [...Map.groupBy(parts, groupOf).values()];
}

async function runPart({ name, work }: Part): Promise<void> {
  const start = performance.now();
  const { passed, failed } = await work();
  counts.passed += passed;
  counts.failed += failed;
  process.stdout.write(
    `${failed === 0 ? '✔' : '✖'} ${name.padEnd(10)} ` +
      `${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  );
}
