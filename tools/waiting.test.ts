import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

// While it is processed, a request holds a slot of the concurrency limiter
// (platform/http/admission/). Sleeping inside a request would block the others, so features wait by
// `pause` or in a queue, which release the slot meanwhile.

const features = path.resolve(import.meta.dirname, '../server/src/features');
/** Timers that no request waits for; the solver's only ends a thread that hangs. */
const allowed = new Set([
  'awards/combinations/solve-combinations.ts',
  'imports/import-job.ts',
  'notifications/notification-stream.ts',
  'reports/export-sessions.ts',
  'reports/reading-pace.ts',
]);
const waits = /\bset(?:Timeout|Interval)\b|timers\/promises|\bAtomics\.wait\b|\bpg_sleep\b/;

test('no feature waits on a timer of its own', () => {
  const files = fs
    .globSync('**/*.ts', { cwd: features })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  assert.ok(files.length > 100);
  const found = files.filter(
    (file) => !allowed.has(file) && waits.test(fs.readFileSync(path.join(features, file), 'utf8')),
  );
  assert.deepEqual(found, []);
});

// A test of every landing judges a commit the same way on any machine: it waits for conditions
// (`server/test/until.ts`), and asserts no duration. What measures time is a `*.clock.test.ts`.

const root = path.resolve(import.meta.dirname, '..');
const tests = fs
  .globSync('{domain,contract,server,web}/**/*.test.ts', {
    cwd: root,
    exclude: (file) => file.includes('node_modules'),
  })
  .filter((file) => !file.endsWith('.clock.test.ts'));
/** Milliseconds above which a wait is meant to let something happen. */
const MOMENT = 50;

describe('tests that run beside others', () => {
  const findings = (files: readonly string[], finds: (text: string) => boolean): string[] =>
    files.filter((file) => finds(fs.readFileSync(path.join(root, file), 'utf8')));

  test('measure no time', () => {
    assert.ok(tests.length > 250);
    const measures =
      /performance\.now\(\)|monitorEventLoopDelay|eventLoopUtilization|\bassert[^;]*\bDate\.now\(\) ?-|-\s*Date\.now\(\)[^;]*<|= Date\.now\(\);/;
    assert.deepEqual(
      findings(tests, (text) => measures.test(text)),
      [],
    );
  });

  test('wait for conditions, and not for an amount of time', () => {
    const sleep =
      /\b(?:sleep|wait|pause)\(\s*([\d_]+)\s*[,)]|\bsetTimeout\((?:[^;{}]|\{[^{}]*\})*?,\s*([\d_]+)\s*,?\s*\)/g;
    const waits = (text: string): boolean =>
      [...text.matchAll(sleep)].some(
        ([, asleep, later]) => Number((asleep ?? later ?? '').replaceAll('_', '')) > MOMENT,
      );
    assert.ok(waits('await sleep(60);') && waits('setTimeout(() => { end(); }, 60)'));
    assert.deepEqual(
      findings(
        tests.filter((file) => !file.endsWith('.long.test.ts')),
        waits,
      ),
      [],
    );
  });
});
