import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { startTestCluster } from '../server/test/cluster.ts';
import { changedFiles, testsOf } from './changed.ts';
import { checks, runCheck, type Check } from './checks.ts';

const usage = `Runs the whole suite: npm test -- [options] [part of a path …]
  --only <parts>      only some, with commas: format,lint,types,generated,unit,api,races,e2e,browser,proofs
  --changed           only test files that concern what differs from the last commit
  --since <commit>    the same, from another commit
  --slowest           also prints the seconds of the slowest files of each part
  --verbose           prints every test
  --all               also runs what takes minutes: files named *.long.test.ts, and small proofs
  --trials <number>   how often each race is run (default: 60)
A part of a path, as in "npm test -- features/orders", runs the test files whose path contains it, long ones too.
Each part prints its seconds; the last line counts the tests. TEST_DATABASE_URL names an external PostgreSQL 15 or
later for everything but the embedded server's own tests.
`;

const root = path.resolve(import.meta.dirname, '..');
const { options, paths } = readArguments();
const all = options.all === true;
const since = options.since ?? (options.changed === true ? 'HEAD' : undefined);
const changed = since === undefined ? undefined : changedFiles(since);
const counts = { passed: 0, failed: 0 };

/** Reads the command's arguments; prints the usage and exits when it is asked for, or they are wrong. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        changed: { type: 'boolean' },
        since: { type: 'string' },
        slowest: { type: 'boolean' },
        verbose: { type: 'boolean' },
        all: { type: 'boolean' },
        trials: { type: 'string', default: '60' },
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

/**
 * Returns the test files below some folders whose path matches, in reverse: the long files of
 * `server/test` begin first, so that none of them runs alone at the end.
 */
function testFiles(folders: readonly string[], matches: (file: string) => boolean): string[] {
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
        .map((file) => path.join(root, folder, file)),
    )
    .filter((file) =>
      paths.length === 0
        ? all || !file.endsWith('.long.test.ts')
        : paths.some((part) => file.includes(part)),
    )
    .filter(matches)
    .toSorted()
    .toReversed();
}

/** Work of a part; undefined where the arguments leave nothing to do. */
type Work = (() => Promise<void>) | undefined;

/** Returns work that runs some checks concurrently. */
function checking(some: readonly Check[]): Work {
  if (paths.length > 0) return undefined;
  return async () => {
    for (const { passed } of await Promise.all(some.map(runCheck)))
      counts[passed ? 'passed' : 'failed'] += 1;
  };
}

/** Returns work that runs programs as checks, one after the other: each passes when it exits with 0. */
function programs(...commands: readonly (readonly string[])[]): Work {
  if (paths.length > 0) return undefined;
  return async () => {
    for (const args of commands) {
      const code = await new Promise<number | null>((resolve) => {
        spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).on('close', resolve);
      });
      counts[code === 0 ? 'passed' : 'failed'] += 1;
    }
  };
}

/**
 * Returns work that runs test files with a given concurrency. Prints failures in full, and other
 * output only with --verbose.
 */
function tests(every: readonly string[], concurrency: number): Work {
  const files = changed === undefined ? every : testsOf(changed, every);
  const took: { readonly file: string; readonly seconds: number }[] = [];
  // `run` would search for test files by itself
  if (files.length === 0) return undefined;
  return () =>
    new Promise((resolve, reject) => {
      const stream = run({
        files: [...files],
        concurrency,
        isolation: 'process',
        timeout: 600_000,
      });
      stream.on('test:summary', (summary) => {
        if (summary.file !== undefined) {
          took.push({
            file: path.relative(root, summary.file),
            seconds: summary.duration_ms / 1_000,
          });
          return;
        }
        const { tests: all, passed, skipped, todo } = summary.counts;
        counts.passed += passed;
        counts.failed += all - passed - skipped - todo;
      });
      if (options.verbose === true) stream.compose(new spec()).pipe(process.stdout);
      else {
        stream.on('test:fail', ({ name, file, details }) => {
          if (details.error.cause instanceof Error || !details.error.message.includes('subtest')) {
            process.stdout.write(
              `✖ ${name} ` +
                `(${path.relative(root, file ?? '')})\n${String(details.error.cause instanceof Error ? details.error.cause.stack : details.error.stack)}\n`,
            );
          }
        });
        stream.on('test:stderr', ({ message }) => process.stderr.write(message));
        stream.resume();
      }
      stream.on('end', () => {
        if (options.slowest === true) {
          for (const { file, seconds } of took
            .toSorted((a, b) => b.seconds - a.seconds)
            .slice(0, 20))
            process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
        }
        resolve();
      });
      stream.on('error', reject);
    });
}

const isRace = (file: string): boolean => file.endsWith('.race.test.ts');
const isBrowser = (file: string): boolean => file.startsWith(path.join(root, 'e2e/browser/'));
const isUnit = (file: string): boolean =>
  !isRace(file) && !fs.readFileSync(file, 'utf8').includes('startService(');

const parts: Readonly<Record<string, Work>> = {
  format: checking(checks.format),
  lint: checking(checks.lint),
  types: checking(checks.types),
  generated: programs(
    ['tools/write-openapi.ts', '--check'],
    ['tools/write-database-types.ts', '--check'],
  ),
  unit: tests(testFiles(['domain', 'contract', 'server', 'tools', 'web', 'deploy'], isUnit), 2),
  api: tests(
    testFiles(['server'], (file) => !isUnit(file) && !isRace(file)),
    2,
  ),
  races: tests(testFiles(['server'], isRace), 1),
  e2e: tests(
    testFiles(['e2e'], (file) => !isBrowser(file)),
    2,
  ),
  browser: tests(testFiles(['e2e'], isBrowser), 2),
  // The load test runs alone, because its result depends mostly on what else uses the machine.
  proofs: programs(['prove/run.ts', '--quick', '--without', 'overload']),
};
const only =
  options.only?.split(',') ?? Object.keys(parts).filter((name) => all || name !== 'proofs');
const selected = only.flatMap((name) => {
  if (!(name in parts)) throw new Error(`there is no part "${name}"`);
  const work = parts[name];
  return work === undefined ? [] : [{ name, work }];
});
if (selected.length === 0 && since === undefined) throw new Error('no test file was found');

const began = performance.now();
process.env['NODE_COMPILE_CACHE'] = path.join(root, 'node_modules/.cache/compile');
process.env['LAVRA_RACE_TRIALS'] = options.trials;
const cluster = await startTestCluster(process.env['TEST_DATABASE_URL']);
process.env['LAVRA_TEST_CLUSTER'] = cluster.url;
try {
  for (const { name, work } of selected) {
    const [start, before] = [performance.now(), counts.failed];
    await work();
    process.stdout.write(
      `${counts.failed === before ? '✔' : '✖'} ${name.padEnd(10)} ` +
        `${((performance.now() - start) / 1000).toFixed(1)} s\n`,
    );
  }
} finally {
  await cluster.stop();
}
process.stdout.write(
  `\nEm CI também: PostgreSQL 15 externo, Redis (aqui só onde há redis-server), o gateway ` +
    '(nginx) e a forma de produção atrás dele, a linha de comando, as imagens, o guia de ' +
    'instalação, cada tela no navegador, as provas em pequeno, corridas com 300 ' +
    `rodadas.\n${((performance.now() - began) / 1000).toFixed(0)} s\n${counts.passed} passed, ` +
    `${counts.failed} failed\n`,
);
process.exitCode = counts.failed === 0 ? 0 : 1;
