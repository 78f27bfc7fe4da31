import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { count, seconds, type ProofResult, type Size } from '../proof.ts';
import { inSandbox } from './sandbox.ts';
import type { Trial, TrialResult } from './trial.ts';

/** Runs a trial in a sandbox and a folder of its own. */
export async function tryOut(trial: Omit<Trial, 'folder'>): Promise<TrialResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  fs.chmodSync(folder, 0o755);
  try {
    const file = path.join(import.meta.dirname, 'trial.ts');
    return await inSandbox<Trial, TrialResult>(file, { ...trial, folder });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** In small the proof runs beside other tests, so that times say less. */
const ALLOWANCE: Readonly<Record<Size, number>> = { quick: 4, long: 1 };
/** A long read notices by itself that its replica is silent, in ms. */
const READ_ALLOWANCE = 5_000;

/** Returns what a trial shows, and where it breaks the promise. */
export function outcomeOf(result: TrialResult, size: Size): ProofResult {
  const late = result.observed.flatMap(({ what, promised, gap, readGap }) => {
    const longest = promised * ALLOWANCE[size];
    return [
      ...(gap > longest ? [`${what}: no write for ${seconds(gap)}`] : []),
      ...(readGap > longest + READ_ALLOWANCE ? [`${what}: no read for ${seconds(readGap)}`] : []),
    ];
  });
  const { reads, migrations } = result;
  return {
    figures: [
      `${count(result.acknowledged)} acknowledged writes, ${count(result.repeated)} of them repeated`,
      `${result.lost} lost`,
      `slowest answer ${seconds(result.slowest)}`,
      `${count(result.events)} events`,
      `${count(reads.answered)} long reads, ${count(reads.replica)} of them from a replica`,
      ...result.observed.map(
        ({ what, gap, readGap }) => `${what}: ${seconds(gap)} (long reads ${seconds(readGap)})`,
      ),
      ...(migrations.length > 0 ? [`migrators: ${migrations.join('; ')}`] : []),
    ],
    broken: [...result.broken, ...late],
  };
}
