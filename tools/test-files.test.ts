import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { FilesOptions, FilesOutcome } from './test-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-runner-'));
after(() => fs.rmSync(folder, { recursive: true }));
const runner = path.join(import.meta.dirname, 'test-files.ts');
const start = promisify(execFile);

/** Writes a test file of these lines; returns its path. */
function plant(name: string, lines: string): string {
  const file = path.join(folder, `${name}.test.mjs`);
  fs.writeFileSync(file, `import { it } from 'node:test';\n${lines}\n`);
  return file;
}
const green = plant('green', "it('holds', () => {});");
const red = plant('red', "it('holds not', () => { throw new Error('planted'); });");
/** Fails once, and then no more. */
const wavering = (name: string): string =>
  plant(
    name,
    `import fs from 'node:fs';
it('holds the second time', () => {
  const mark = ${JSON.stringify(path.join(folder, name))};
  if (fs.existsSync(mark)) return;
  fs.writeFileSync(mark, '');
  throw new Error('planted');
});`,
  );

interface Ran {
  readonly outcome: FilesOutcome;
  readonly said: string;
}

let runs = 0;
/** Runs files as a test run does, in a process of its own, since runs do not nest. */
async function run(files: readonly string[], options: Partial<FilesOptions> = {}): Promise<Ran> {
  const { sharing, ...rest } = options;
  const given = JSON.stringify({ concurrency: 2, verbose: false, ...rest });
  const script = `import { runTestFiles } from ${JSON.stringify(runner)};
const outcome = await runTestFiles(${JSON.stringify(files)}, {
  ...${given}, sharing: () => ${sharing !== undefined},
});
console.log(JSON.stringify(outcome));
process.exit();`;
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  runs += 1;
  const file = path.join(folder, `run-${runs}.mjs`);
  fs.writeFileSync(file, script);
  const { stdout } = await start(process.execPath, [file], { env });
  const lines = stdout.trimEnd().split('\n');
  return { outcome: JSON.parse(lines.pop() ?? '') as FilesOutcome, said: lines.join('\n') };
}

const countsOf = ({ outcome }: Ran) => [outcome.passed, outcome.failed];
const namesOf = ({ outcome }: Ran) => outcome.unstable.map(({ file }) => path.basename(file));

describe('a run of test files', () => {
  it('counts and names a failure, alone or beside others in a process', async () => {
    for (const options of [{}, { sharing: () => true }]) {
      const ran = await run([green, red], options);
      assert.deepEqual(countsOf(ran), [1, 1]);
      assert.match(ran.said, /✖ holds not .*red\.test\.mjs[^]*planted/);
    }
  });

  it('runs only tests that are named so, alone or beside others in a process', async () => {
    const inner =
      "it('counts (a/b)', () => {}); it('breaks', () => { throw new Error('planted'); });";
    const file = plant(
      'nested',
      `import { describe } from 'node:test';
describe('a sum', () => { ${inner} });`,
    );
    for (const options of [{}, { sharing: () => true }]) {
      const counted = async (named: string) =>
        countsOf(await run([green, file], { ...options, named }));
      assert.deepEqual(await counted('A SUM COUNTS (a/b)'), [1, 0]);
      assert.deepEqual(await counted('a sum'), [1, 1]);
      assert.deepEqual(await counted('no such name'), [0, 0]);
    }
  });

  it('repeats a failed file once where it may, and names what passed then', async () => {
    const file = wavering('wavering');
    const ran = await run([green, file], { repeatFailed: true });
    assert.deepEqual(countsOf(ran), [2, 0]);
    assert.deepEqual(namesOf(ran), ['wavering.test.mjs']);
    assert.match(ran.outcome.unstable[0]?.failures.join() ?? '', /planted/);
    const again = await run([red], { repeatFailed: true });
    assert.deepEqual([countsOf(again), namesOf(again)], [[0, 1], []]);
  });

  it('repeats nothing elsewhere, and no more than three files', async () => {
    assert.deepEqual(countsOf(await run([wavering('once')])), [0, 1]);
    const many = ['first', 'second', 'third', 'fourth'].map(wavering);
    assert.deepEqual(countsOf(await run(many, { repeatFailed: true })), [0, 4]);
  });

  it('ends a file that hangs before its first test, names it and counts a failure', async () => {
    const file = plant('hanging', 'await new Promise(() => setInterval(() => {}, 1_000));');
    const ran = await run([green, file], { stalledAfterMs: 2_000 });
    assert.equal(ran.outcome.passed, 1);
    assert.ok(ran.outcome.failed > 0, 'a failure');
    assert.match(ran.said, /no test ended for 2 s: .*hanging\.test\.mjs/);
  });
});
