import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from '../platform/db/replica.ts';

/** Registers metrics of the replica, where there is one. */
export function measureReplica(registry: Registry, replica: Replica): void {
  registry.registerMetric(
    new Gauge({
      name: 'lavra_replica_lag_seconds',
      help: 'Seconds by which the replica is behind its primary, or has not been usable',
      registers: [],
      collect() {
        this.set(replica.lagSeconds());
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'lavra_long_reads_total',
      help: 'Reads that may go to the replica, by the server they were sent to: replica, primary',
      labelNames: ['server'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(replica.reads)) this.inc({ server }, count);
      },
    }),
  );
}
