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
   * How many files a process runs, one after the other, so that the modules of the service are
   * loaded once for all of them; 1 by default.
   */
  readonly filesPerProcess?: number;
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
/** How long a single test may take, in ms, unless it sets its own limit. */
const TEST_LIMIT_MS = 600_000;

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

async function runOnce(
  files: readonly string[],
  { concurrency, filesPerProcess = 1, verbose, stalledAfterMs = STALLED_AFTER_MS }: FilesOptions,
): Promise<Once> {
  const batches = filesPerProcess > 1 ? writeBatches(files, filesPerProcess) : undefined;
  const once: Once = { passed: 0, failed: 0, took: [], failures: new Map() };
  const running = new Set<string>();
  const stalled = new AbortController();
  const giveUp = setTimeout(() => {
    const names = [...running].map(relative).join(', ');
    process.stdout.write(`✖ no test ended for ${stalledAfterMs / 1_000} s: ${names}\n`);
    stalled.abort();
  }, stalledAfterMs);
  const stream = run({
    files: batches?.files ?? [...files],
    concurrency,
    isolation: 'process',
    timeout: TEST_LIMIT_MS,
    signal: stalled.signal,
  });
  const ended = (file: string, durationMs: number): void => {
    running.delete(file);
    once.took.push({ file: relative(file), seconds: durationMs / 1_000 });
  };
  stream.on('test:dequeue', ({ name }) => {
    if (files.includes(name)) running.add(name);
  });
  const isBatched = (name: string): boolean => batches !== undefined && files.includes(name);
  stream.on('test:pass', ({ name, details }) => {
    giveUp.refresh();
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
      if (batches === undefined) ended(file, duration_ms);
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
  batches?.remove();
  return once;
}

/**
 * Writes files that each run some test files, one after the other, each as a test that is named by
 * its path: what it starts is stopped before the next begins. Neighbours, which often take as long as
 * each other, come into different ones.
 */
function writeBatches(
  files: readonly string[],
  size: number,
): { readonly files: string[]; readonly remove: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-tests-'));
  const count = Math.ceil(files.length / size);
  const batches = Array.from({ length: count }, (_none, index) => {
    const batch = path.join(folder, `batch-${index + 1}.test.mjs`);
    const lines = files
      .filter((_file, place) => place % count === index)
      .map((file) => JSON.stringify(file))
      .map((file) => `it(${file}, async () => { await import(${file}); });\n`);
    fs.writeFileSync(batch, `import { it } from 'node:test';\n${lines.join('')}`);
    return batch;
  });
  return { files: batches, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

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
