import { Counter, type Registry } from 'prom-client';
import type { ObjectStore } from '../platform/files/object-store.ts';

/** Registers metrics of the object store, where there is one. */
export function measureObjectStore(registry: Registry, { failures }: ObjectStore): void {
  registry.registerMetric(
    new Counter({
      name: 'lavra_object_store_failures_total',
      help: 'Failed operations of the object store, by reason: unavailable, refused (key, bucket)',
      labelNames: ['reason'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(failures)) this.inc({ reason }, count);
      },
    }),
  );
}
