import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './imports.ts';

/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
}

export interface FilesOptions {
  /** How many processes run at a time. */
  readonly concurrency: number;
  /**
   * Which files share processes, one file after the other, so that the modules of the service are
   * loaded once for some of them; none by default.
   */
  readonly sharing?: (file: string) => boolean;
  /** A module that shared processes load before their first test, where loading is three times as quick. */
  readonly preload?: string;
  /** How long files took in another run, in seconds, by their path in the project. */
  readonly times?: Readonly<Record<string, number>>;
  /** Runs only tests whose name, after those of the tests around it, contains this text in any case. */
  readonly named?: string | undefined;
  /** Prints every test, instead of failures and errors alone. */
  readonly verbose: boolean;
  /** Runs files that failed once more, each alone, unless they are more than three. */
  readonly repeatFailed?: boolean;
  /** How long no test may end before the run is given up, in ms; 5 minutes by default. */
  readonly stalledAfterMs?: number;
}

export interface FilesOutcome extends Counts {
  /** The files and how long each took, in seconds. */
  readonly took: readonly { readonly file: string; readonly seconds: number }[];
  /** Files that failed and passed when repeated. */
  readonly unstable: readonly UnstableFile[];
}

export interface UnstableFile {
  readonly file: string;
  /** What failed the first time: names and first lines of messages. */
  readonly failures: readonly string[];
}

/** More failed files than this are a defect that no repetition excuses. */
const MOST_REPEATED = 3;
const STALLED_AFTER_MS = 5 * 60_000;
/** How long a test may take, in ms, unless it sets its own limit: a file of those that share a process is one. */
const TEST_LIMIT_MS = 1_800_000;

/**
 * Runs test files and prints their failures in full. A file that hangs is named, ended and counted as
 * a failure. Repeated files count once: what failed first and then passed, passed.
 */
export async function runTestFiles(
  files: readonly string[],
  options: FilesOptions,
): Promise<FilesOutcome> {
  const first = await runOnce(files, options);
  const failed = [...first.failures.keys()];
  if (options.repeatFailed !== true || failed.length === 0 || failed.length > MOST_REPEATED)
    return { ...first, unstable: [] };
  process.stdout.write(`… once more, alone: ${failed.map(relative).join(', ')}\n`);
  const again = await runOnce(failed, { ...options, concurrency: 1 });
  return {
    passed: first.passed + Math.max(0, first.failed - again.failed),
    failed: again.failed,
    took: first.took,
    unstable: failed
      .filter((file) => !again.failures.has(file))
      .map((file) => ({ file: relative(file), failures: first.failures.get(file) ?? [] })),
  };
}

interface Once extends Counts {
  readonly took: { file: string; seconds: number }[];
  /** What failed, by file. */
  readonly failures: Map<string, string[]>;
}

async function runOnce(files: readonly string[], options: FilesOptions): Promise<Once> {
  const { concurrency, named, verbose, stalledAfterMs = STALLED_AFTER_MS } = options;
  const batches = writeBatches(batchesOf(files, options), options.preload);
  const once: Once = { passed: 0, failed: 0, took: [], failures: new Map() };
  const running = new Set<string>();
  const stalled = new AbortController();
  const giveUp = setTimeout(() => {
    const names = [...running].map(relative).join(', ');
    process.stdout.write(`✖ no test ended for ${stalledAfterMs / 1_000} s: ${names}\n`);
    stalled.abort();
  }, stalledAfterMs);
  const stream = run({
    files: batches.files,
    concurrency,
    isolation: 'process',
    timeout: TEST_LIMIT_MS,
    signal: stalled.signal,
    ...(named === undefined ? {} : { testNamePatterns: [containing(named)] }),
  });
  const ended = (file: string, durationMs: number): void => {
    running.delete(file);
    once.took.push({ file: relative(file), seconds: durationMs / 1_000 });
  };
  stream.on('test:dequeue', ({ name }) => {
    if (files.includes(name)) running.add(name);
  });
  const isBatched = (name: string): boolean => batches.sharing.has(name);
  stream.on('test:pass', ({ name, details }) => {
    giveUp.refresh();
    if (named !== undefined && files.includes(name)) once.passed -= 1; // none of its tests is named so
    if (!isBatched(name)) return;
    once.passed -= 1; // a file counts as no test
    ended(name, details.duration_ms);
  });
  stream.on('test:fail', (test) => {
    giveUp.refresh();
    if (isBatched(test.name)) {
      ended(test.name, test.details.duration_ms);
      if (isOfSubtest(test.details.error)) once.failed -= 1;
    }
    if (isOfSubtest(test.details.error)) return;
    const file = fileOf(test);
    const { message } = causeOf(test.details.error);
    once.failures.set(file, [
      ...(once.failures.get(file) ?? []),
      `${test.name}: ${message.split('\n')[0] ?? ''}`,
    ]);
    if (!verbose) printFailure(test.name, file, test.details.error);
    if (test.name === file) running.delete(file);
  });
  stream.on('test:summary', ({ file, counts, duration_ms }) => {
    giveUp.refresh();
    if (file !== undefined) {
      if (files.includes(file)) ended(file, duration_ms);
      return;
    }
    once.passed += counts.passed;
    once.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  if (verbose) stream.compose(new spec()).pipe(process.stdout);
  else {
    stream.on('test:stderr', ({ message }) => process.stderr.write(message));
    stream.resume();
  }
  await new Promise((resolve, reject) => {
    stream.on('end', resolve).on('error', reject);
  });
  clearTimeout(giveUp);
  batches.remove();
  return once;
}

/**
 * How long a batch of files is to take, in seconds: each loads the service's modules and compiles the
 * contract's schemas for itself, four seconds of a processor.
 */
const BATCH_SECONDS = 100;
/**
 * From how many seconds on a file has a process of its own: Node's runner keeps an account of every
 * promise, and the longest stories make so many that a file behind them takes a multiple of its time.
 */
const LONG_SECONDS = 30;
/** How long a file takes that no run has measured, or that took less than what is kept. */
const SHORT_SECONDS = 1;

/**
 * Returns the files by the process that runs them, in the order in which the processes begin: those
 * that take longest first, so that none of them runs alone at the end.
 */
function batchesOf(
  files: readonly string[],
  { concurrency, named, sharing = () => false, times = {} }: FilesOptions,
): string[][] {
  const seconds = (file: string): number => times[relative(file)] ?? SHORT_SECONDS;
  const took = (batch: readonly string[]): number =>
    batch.reduce((sum, file) => sum + seconds(file), 0);
  const longestFirst = files.toSorted((a, b) => seconds(b) - seconds(a));
  // The name of a test that imports a file is its path, and so no test of it would be found by name.
  const shares = (file: string): boolean =>
    named === undefined && sharing(file) && seconds(file) < LONG_SECONDS;
  const shared = longestFirst.filter(shares);
  const count = Math.ceil(took(shared) / BATCH_SECONDS / concurrency) * concurrency;
  const batches = Array.from({ length: count }, (): string[] => []);
  for (const file of shared)
    batches.reduce((least, batch) => (took(batch) < took(least) ? batch : least)).push(file);
  return [
    ...longestFirst.filter((file) => !shares(file)).map((file) => [file]),
    ...batches.filter((batch) => batch.length > 0),
  ].toSorted((a, b) => took(b) - took(a));
}

/**
 * Writes files that each run the test files of a batch, one after the other, each as a test that is
 * named by its path: what it starts is stopped before the next begins. A file that is alone is run as
 * it is.
 */
function writeBatches(
  batches: readonly (readonly string[])[],
  preload: string | undefined,
): {
  readonly files: string[];
  /** The test files that are run by others. */
  readonly sharing: ReadonlySet<string>;
  readonly remove: () => void;
} {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-tests-'));
  const files = batches.map((batch, index) => {
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) return only;
    const lines = batch
      .map((file) => JSON.stringify(file))
      .map((file) => `it(${file}, async () => { await import(${file}); });\n`);
    const written = path.join(folder, `batch-${index + 1}.test.mjs`);
    const first = preload === undefined ? '' : `import ${JSON.stringify(preload)};\n`;
    fs.writeFileSync(written, `import { it } from 'node:test';\n${first}${lines.join('')}`);
    return written;
  });
  return {
    files,
    sharing: new Set(batches.filter(({ length }) => length > 1).flat()),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns a pattern for names that contain a text in any case. */
export const containing = (text: string): RegExp =>
  new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'i');

interface TestError extends Error {
  readonly failureType?: string;
}

/** Whether a test failed only because a test within it did. */
const isOfSubtest = (error: TestError): boolean => error.failureType === 'subtestsFailed';

const causeOf = (error: TestError): Error => (error.cause instanceof Error ? error.cause : error);

/** Returns the test file in which a test ran, which a shared builder of tests may have defined. */
function fileOf(test: { readonly name: string; readonly file?: string | undefined }): string {
  const { entryFile } = test as { readonly entryFile?: string };
  return entryFile ?? test.file ?? test.name;
}

function printFailure(name: string, file: string, error: TestError): void {
  process.stdout.write(`✖ ${name} (${relative(file)})\n${String(causeOf(error).stack)}\n`);
}

const relative = (file: string): string => path.relative(root, file);
