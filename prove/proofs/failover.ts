import {
  checkOf,
  installedEngine,
  missingForCluster,
  quorumEngine,
} from '../kit/failover/engines.ts';
import { faults, type FaultName } from '../kit/failover/faults.ts';
import { outcomeOf, tryOut } from '../kit/failover/outcome.ts';
import { allConvicted, count, type Proof, type ProofResult } from '../kit/proof.ts';

const every = Object.keys(faults) as FaultName[]; // the keys of a constant

export const proof: Proof = {
  title: 'Fail-over of a database cluster',
  promise:
    'three empty servers become a cluster by the runbook’s commands: whatever happens to one of ' +
    'its machines, no acknowledged write is lost or done twice, each event is dispatched once, ' +
    'long reads show what was acknowledged, a migration is whole or not there, and Lavra goes on ' +
    'by itself',
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
  const some: FaultName[] = ['kill-postgres', 'switch-over', 'kill-standbys'];
  const trial = { engine, faults: some, writes: 30_000, migrates: true };
  return outcomeOf(await tryOut(trial), 'quick');
}

/** Every fault, and two of them again with PgBouncer between Lavra and the cluster. */
async function inFull(): Promise<ProofResult> {
  const engine = quorumEngine();
  const all = { engine, faults: every, writes: 80_000, migrates: true };
  const direct = outcomeOf(await tryOut(all), 'long');
  const some: FaultName[] = ['kill-postgres', 'cut-off'];
  const pooled = outcomeOf(
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

/** It depends on the moment of a fault whether a former primary takes the lock back. */
const SPLITTING_TRIALS = 3;

/** Patroni 3 with etcd3, where this machine has it. */
async function splitting(): Promise<ProofResult> {
  const engine = installedEngine();
  if (engine.versions.store === 'etcd3')
    return {
      figures: [],
      broken: [],
      notShown: [`a Patroni that splits (${engine.name} does not; Debian 12's with etcd3 does)`],
    };
  let [lost, trials] = [0, 0];
  while (lost === 0 && trials < SPLITTING_TRIALS) {
    trials += 1;
    ({ lost } = await tryOut({
      engine,
      faults: ['freeze', 'cut-off', 'freeze'],
      writes: 60_000,
      versions: { store: 'etcd3' },
    }));
  }
  const figure = `${engine.name} with etcd3: ${lost} acknowledged writes lost in trial ${trials}`;
  return { figures: [figure], broken: lost > 0 ? [figure] : [] };
}
