import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SEED } from '@lavra/domain/seeded.fixture';
import type { Task } from './kit/one.ts';
import { pointers } from './kit/pointers.ts';
import type { Proof, Size, ProofResult } from './kit/proof.ts';

// Proves what the service promises, one proof after the other, each in its own process: `npm run
// prove`.
//   --quick             small sizes, minutes in all; skips what the suite runs anyway
//   --only a,b          only these proofs
//   --without a,b       all but these
//   --seed 7            the seed of random choices instead of LAVRA_SEED, to search further
//   --list              lists the proofs and runs none

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    without: { type: 'string' },
    seed: { type: 'string' },
    list: { type: 'boolean' },
  },
});
// Proofs keep their data on a disk, which they wait for, also where the tests around them keep theirs in
// memory; `failover` gives its machines a /dev/shm of their own, which would hide it.
if (os.tmpdir().startsWith('/dev/shm')) process.env['TMPDIR'] = '/var/tmp';
const size: Size = options.quick === true ? 'quick' : 'long';
const seed = Number(options.seed ?? SEED);
process.env['LAVRA_SEED'] = String(seed); // for stories of the suite, too
/** Milliseconds that a proof may take; what hangs is ended, and has failed. */
const LONGEST_MS = { long: 3_600_000, quick: 900_000 } as const;
const folder = path.join(import.meta.dirname, 'proofs');
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Named {
  readonly name: string;
  readonly file: string;
  readonly proof: Proof;
}

async function load(): Promise<Named[]> {
  const files = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
  const written = await Promise.all(
    files.map(async (file): Promise<Named> => {
      // every module there exports one
      const { proof } = (await import(path.join(folder, file))) as { proof: Proof };
      return { name: path.basename(file, '.ts'), file: path.join(folder, file), proof };
    }),
  );
  return [...written, ...pointers.map(({ name, proof }) => ({ name, file: name, proof }))];
}

const wanted = (all: readonly Named[]): Named[] => {
  const [names, others] = [options.only?.split(','), options.without?.split(',') ?? []];
  const unknown = [...(names ?? []), ...others].find(
    (name) => !all.some((one) => one.name === name),
  );
  if (unknown !== undefined) throw new Error(`there is no proof "${unknown}": see --list`);
  return all.filter(
    ({ name, proof }) =>
      !others.includes(name) && (names?.includes(name) ?? proof.sizes?.includes(size) ?? true),
  );
};

type Outcome = ProofResult & { readonly crashed?: boolean };

/** Runs one part in its own process; a process that ends without a result counts as broken. */
async function inProcess({ file, proof }: Named, part: Task['part']): Promise<Outcome> {
  if (!path.isAbsolute(file))
    return part === 'proof' ? proof.prove(size, seed) : { figures: [], broken: [] };
  const child = fork(path.join(import.meta.dirname, 'kit/one.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: LONGEST_MS[size],
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.resolve(folder, '../../node_modules/.cache/compile'),
    },
  });
  child.send({ file, part, size, seed } satisfies Task);
  const ended = once(child, 'exit');
  const outcome = await Promise.race([
    once(child, 'message').then(([message]) => message as Outcome),
    ended.then(() => undefined),
  ]);
  await ended;
  return (
    outcome ?? {
      figures: [],
      broken: [`the process ended with ${child.exitCode ?? child.signalCode ?? 'nothing'}`],
      crashed: true,
    }
  );
}

interface Line {
  readonly name: string;
  readonly state: 'held' | 'failed' | 'not shown';
  readonly text: string;
}

const marks = { held: '✔', failed: '✖', 'not shown': '–' } as const;

/** Returns why a proof cannot be tried here, as the line that says so, or undefined. */
function obstacle({ name, proof }: Named): Line | undefined {
  const missing =
    proof.needs?.filter((program) => spawnSync(program, ['-v']).error !== undefined) ?? [];
  if (missing.length > 0) {
    const text = `needs ${missing.join(' and ')}: install the packages that .ci/run installs`;
    return { name, state: 'failed', text };
  }
  try {
    const lacks = proof.missing?.(size);
    if (lacks === undefined) return undefined;
    return { name, state: 'not shown', text: `not shown, needs ${lacks}` };
  } catch (error) {
    return { name, state: 'failed', text: String(error) }; // demanded by LAVRA_NEEDS
  }
}

async function proveOne(named: Named): Promise<Line[]> {
  const { name, proof } = named;
  const stopped = obstacle(named);
  say(`\n${proof.title}\n  ${proof.promise}`);
  if (stopped !== undefined) {
    report(stopped, []);
    return [stopped];
  }
  const began = performance.now();
  const result = await inProcess(named, 'proof');
  const took = Math.round((performance.now() - began) / 1_000);
  const line: Line = {
    name,
    state: result.broken.length === 0 ? 'held' : 'failed',
    text: `${result.figures.join(', ')} (${took} s)`,
  };
  report(line, result.broken);
  return proof.control === undefined
    ? [line]
    : [line, ...(await convict(named, proof.control.what))];
}

/** Runs a control, which has to be found broken; what this machine cannot try has its own line. */
async function convict(named: Named, what: string): Promise<Line[]> {
  const name = `${named.name}, control`;
  const { broken, figures, notShown = [], crashed } = await inProcess(named, 'control');
  const convicted = broken.length > 0 && crashed !== true;
  const line: Line = {
    name,
    state: convicted ? 'held' : 'failed',
    text: [
      `${what}: ${convicted ? 'convicted' : 'NOT convicted: the proof proves nothing'}`,
      ...figures,
    ].join(', '),
  };
  const others = notShown.map((part): Line => {
    return { name, state: 'not shown', text: `not shown: ${part}` };
  });
  report(line, convicted ? [] : broken);
  for (const other of others) report(other, []);
  return [line, ...others];
}

function report({ state, text }: Line, broken: readonly string[]): void {
  say(`  ${marks[state]} ${text}`);
  for (const what of broken) say(`    ${what}`);
}

const proofs = await load();
if (options.list === true) {
  for (const { name, proof } of proofs)
    say(
      `${name.padEnd(22)} ` +
        `${proof.promise}${proof.sizes?.includes('quick') === false ? ' (long only)' : ''}`,
    );
} else {
  say(`${size === 'quick' ? 'Quick' : 'Long'} proofs, seed ${seed}`);
  const lines: Line[] = [];
  for (const named of wanted(proofs)) lines.push(...(await proveOne(named)));
  say('');
  for (const { name, state, text } of lines) say(`${marks[state]} ${name.padEnd(26)} ${text}`);
  const counted = (wanted: Line['state']): number =>
    lines.filter(({ state }) => state === wanted).length;
  const [failed, notShown] = [counted('failed'), counted('not shown')];
  say(
    `\n${counted('held')} held, ${failed} failed${notShown > 0 ? `, ${notShown} not shown` : ''}`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}
