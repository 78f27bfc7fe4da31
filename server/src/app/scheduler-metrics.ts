import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { col, orNull, params, statement } from '../platform/db/statement.ts';

const lastRun = statement({
  name: 'scheduler-last-run',
  params: params<{ now: Date }>(),
  columns: { seconds: orNull(col.float) },
  text: 'SELECT extract(epoch FROM :now::timestamptz - max(t.ran_at))::float8 AS seconds FROM scheduler_ticks t',
});

/**
 * Registers a metric of the seconds since a scheduler of any process last ran a task. Returns the
 * function that refreshes it; while the database is unreachable, or before the first run, it is
 * absent.
 */
export function measureScheduler(
  registry: Registry,
  { db, clock }: { db: Db; clock: Clock },
): () => Promise<void> {
  const age = new Gauge({
    name: 'lavra_scheduler_last_run_age_seconds',
    help: 'Seconds since any scheduler last ran a task',
    registers: [registry],
  });
  return async () => {
    const row = await db.row(lastRun, { now: clock.now() }).catch(() => undefined);
    if (row === undefined || row.seconds === null) age.remove();
    else age.set(Math.max(0, row.seconds));
  };
}
