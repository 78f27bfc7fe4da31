import { installedEngine, missingForCluster } from '../kit/failover/engines.ts';
import type { FaultName } from '../kit/failover/faults.ts';
import { outcomeOf, tryOut } from '../kit/failover/outcome.ts';
import type { Proof, Size } from '../kit/proof.ts';
import { lacking } from '../../server/test/needs.ts';

// Debian 12's PgBouncer pools sessions; what pools transactions is in `failover`, in full.

const trials: Readonly<Record<Size, { faults: FaultName[]; writes: number }>> = {
  quick: { faults: ['kill-postgres'], writes: 6_000 },
  long: { faults: ['kill-postgres', 'switch-over', 'cut-off'], writes: 20_000 },
};

export const proof: Proof = {
  title: 'Fail-over behind a PgBouncer that pools sessions',
  promise:
    'with the packages of Debian 12 no acknowledged write is lost or done twice either, and each ' +
    'event is dispatched once',
  missing: () => missingForCluster('quick') ?? missingForSessions(),
  async prove(size) {
    const engine = installedEngine();
    return outcomeOf(await tryOut({ engine, ...trials[size], pooled: true }), size);
  },
};

const missingForSessions = (): string | undefined =>
  lacking('pgbouncer') ||
  (installedEngine().versions.poolMode === 'session' ? undefined : 'the PgBouncer of Debian 12');
