import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { queueSummary } from '../platform/queue/queue-summary.ts';

/**
 * Registers metrics of what waits for a worker. Returns the function that refreshes them; while the
 * database is unreachable they are absent.
 */
export function measureQueue(
  registry: Registry,
  { db, clock }: { db: Db; clock: Clock },
): () => Promise<void> {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'lavra_events_waiting',
    help: 'Events not dispatched yet',
    registers,
  });
  const oldest = new Gauge({
    name: 'lavra_events_oldest_seconds',
    help: 'Age of the oldest event not dispatched yet',
    registers,
  });
  const failed = new Gauge({
    name: 'lavra_failed_jobs_open',
    help: 'Failed jobs that were not retried',
    registers,
  });
  const jobs = new Gauge({
    name: 'lavra_jobs',
    help: 'Jobs by kind and state: created, retry, active',
    labelNames: ['job', 'state'] as const,
    registers,
  });
  return async () => {
    const summary = await queueSummary(db, clock.now()).catch(() => undefined);
    jobs.reset();
    if (summary === undefined) {
      for (const gauge of [waiting, oldest, failed]) gauge.remove();
      return;
    }
    waiting.set(summary.eventsWaiting);
    oldest.set(summary.oldestEventSeconds);
    failed.set(summary.failedJobsOpen);
    for (const { name, state, count } of summary.jobs) jobs.set({ job: name, state }, count);
  };
}
