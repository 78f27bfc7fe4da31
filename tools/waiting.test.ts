import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

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
