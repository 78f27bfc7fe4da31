import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import { FAILED_QUEUE } from './queues.ts';

/** What waits for a worker, at one instant. */
export interface QueueSummary {
  readonly eventsWaiting: number;
  /** Age in seconds of the oldest waiting event; 0 without any. */
  readonly oldestEventSeconds: number;
  readonly failedJobsOpen: number;
  readonly jobs: readonly {
    readonly name: string;
    readonly state: string;
    readonly count: number;
  }[];
}

const counts = statement({
  name: 'queue-counts',
  params: params<{ now: Date }>(),
  columns: { waiting: col.int, oldest_seconds: col.float, failed: col.int },
  text: `
    SELECT count(*) AS waiting,
      coalesce(extract(epoch FROM :now::timestamptz - min(e.at)), 0)::float8 AS oldest_seconds,
      (SELECT count(*) FROM failed_jobs f WHERE f.retried_at IS NULL) AS failed
    FROM events e WHERE e.dispatched_at IS NULL AND e.failed_at IS NULL`,
});

const jobStates = statement({
  name: 'queue-job-states',
  params: params<{ failed_queue: string }>(),
  columns: { name: col.text, state: col.text, count: col.int },
  text: `
    SELECT j.name, j.state::text, count(*) AS count FROM pgboss.job j
    WHERE j.state < 'completed' AND j.name <> :failed_queue
    GROUP BY j.name, j.state ORDER BY j.name, j.state`,
});

/** Counts what waits: two statements over open rows, not over completed ones. */
export async function queueSummary(db: Db, now: Date): Promise<QueueSummary> {
  const [row, jobs] = await Promise.all([
    db.row(counts, { now }),
    db.rows(jobStates, { failed_queue: FAILED_QUEUE }),
  ]);
  return {
    eventsWaiting: row?.waiting ?? 0,
    oldestEventSeconds: Math.max(0, row?.oldest_seconds ?? 0),
    failedJobsOpen: row?.failed ?? 0,
    jobs,
  };
}
