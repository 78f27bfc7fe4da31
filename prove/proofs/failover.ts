import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  checkOf,
  installedEngine,
  missingForCluster,
  quorumEngine,
} from '../kit/failover/engines.ts';
import { faults, type FaultName } from '../kit/failover/faults.ts';
import { inSandbox } from '../kit/failover/sandbox.ts';
import type { Trial, TrialResult } from '../kit/failover/trial.ts';
import {
  allConvicted,
  count,
  seconds,
  type Proof,
  type ProofResult,
  type Size,
} from '../kit/proof.ts';

const every = Object.keys(faults) as FaultName[]; // the keys of a constant

export const proof: Proof = {
  title: 'Fail-over of a database cluster',
  promise:
    'three database machines: whatever happens to one of them, no acknowledged write is lost or ' +
    'done twice, each event is dispatched once, and Lavra goes on by itself',
  missing: missingForCluster,
  prove: (size) => (size === 'quick' ? inSmall() : inFull()),
  control: {
    what: 'asynchronous replication when a machine vanishes, and a Patroni that splits',
    prove: async (size) => {
      const results = [refusal()];
      if (size === 'long') results.push(await asynchronous(), await splitting());
      return allConvicted(results);
    },
  },
};

async function inSmall(): Promise<ProofResult> {
  const engine = installedEngine();
  const faults: FaultName[] = ['kill-postgres', 'switch-over'];
  return resultOf(await tryOut({ engine, faults, writes: 6_000 }), 'quick');
}

/** Every fault, and two of them again with PgBouncer between Lavra and the cluster. */
async function inFull(): Promise<ProofResult> {
  const engine = quorumEngine();
  const direct = resultOf(await tryOut({ engine, faults: every, writes: 60_000 }), 'long');
  const some: FaultName[] = ['kill-postgres', 'cut-off'];
  const pooled = resultOf(
    await tryOut({ engine, faults: some, writes: 20_000, pooled: true }),
    'long',
  );
  return {
    figures: [...direct.figures, `through PgBouncer ${pooled.figures.join(', ')}`],
    broken: [...direct.broken, ...pooled.broken.map((line) => `through PgBouncer: ${line}`)],
  };
}

/** The check that runs before Patroni refuses what the other controls show. */
function refusal(): ProofResult {
  const { versions } = installedEngine();
  const accepted = checkOf(versions);
  const wrong = versions.store === 'etcd' ? 'etcd3' : 'etcd';
  const refused = [
    checkOf({ ...versions, store: wrong }),
    checkOf({ ...versions, commit: 'false' }),
  ];
  const convicted =
    accepted === undefined &&
    refused.every((message) => message?.includes('acknowledged') ?? false);
  return {
    figures: [`${wrong} and asynchronous replication refused before the start`],
    broken: convicted ? refused.map(String) : [],
  };
}

/** Without a standby that has everything, what a machine acknowledged last goes with it. */
async function asynchronous(): Promise<ProofResult> {
  const engine = quorumEngine();
  const { lost, acknowledged } = await tryOut({
    engine,
    faults: ['vanish'],
    writes: 30_000,
    versions: { commit: 'false' },
  });
  const figure = `asynchronous: ${lost} of ${count(acknowledged)} acknowledged writes lost`;
  return { figures: [figure], broken: lost > 0 ? [figure] : [] };
}

/** Patroni 3 with etcd3, where this machine has it. */
async function splitting(): Promise<ProofResult> {
  const engine = installedEngine();
  if (engine.versions.store === 'etcd3')
    return {
      figures: [],
      broken: [],
      notShown: [`a Patroni that splits (${engine.name} does not; Debian 12's with etcd3 does)`],
    };
  const { lost } = await tryOut({
    engine,
    faults: ['freeze', 'cut-off', 'freeze'],
    writes: 60_000,
    versions: { store: 'etcd3' },
  });
  const figure = `${engine.name} with etcd3: ${lost} acknowledged writes lost`;
  return { figures: [figure], broken: lost > 0 ? [figure] : [] };
}

/** Runs a trial in a sandbox and a folder of its own. */
async function tryOut(trial: Omit<Trial, 'folder'>): Promise<TrialResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  fs.chmodSync(folder, 0o755);
  try {
    const file = path.join(import.meta.dirname, '../kit/failover/trial.ts');
    return await inSandbox<Trial, TrialResult>(file, { ...trial, folder });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** In small the proof runs beside other tests, so that times say less. */
const ALLOWANCE: Readonly<Record<Size, number>> = { quick: 4, long: 1 };

function resultOf(result: TrialResult, size: Size): ProofResult {
  const late = result.faults.filter(
    ({ name, gap }) => gap > faults[name].promised * ALLOWANCE[size],
  );
  return {
    figures: [
      `${count(result.acknowledged)} acknowledged writes, ${count(result.repeated)} of them repeated`,
      `${result.lost} lost`,
      `slowest answer ${seconds(result.slowest)}`,
      `${count(result.events)} events`,
      ...result.faults.map(({ name, gap }) => `${faults[name].what}: ${seconds(gap)}`),
    ],
    broken: [
      ...result.broken,
      ...late.map(({ name, gap }) => `${faults[name].what}: no write for ${seconds(gap)}`),
    ],
  };
}
