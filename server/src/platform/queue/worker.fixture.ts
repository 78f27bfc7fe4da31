import { after, beforeEach } from 'node:test';
import { sql } from 'kysely';
import type { TestService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import type { Work } from './job-kind.ts';
import { startWorker, type Worker } from './worker.ts';

export const published = { type: 'order.published', data: { order_id: 1 } } as const;

/** Starts workers over a test's service; each test begins with none, and with no job. */
export function workersOf(service: TestService) {
  const workers: Worker[] = [];
  const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));
  after(stopAll);
  beforeEach(async () => {
    await stopAll();
    await sql`TRUNCATE events, failed_jobs CASCADE`.execute(service.db.q);
    await sql`DELETE FROM pgboss.job`.execute(service.db.q);
  });
  return {
    start: async (
      work: Work,
      options: Partial<Parameters<typeof startWorker>[0]> = {},
    ): Promise<Worker> => {
      const worker = await startWorker({
        platform: service.app.platform,
        databaseUrl: service.databaseUrl,
        work,
        takeOver: { heartbeatSeconds: 10, superviseSeconds: 1 },
        waitMs: 60_000,
        stopTimeoutMs: 120_000,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    /** Waits until jobs without a heartbeat have been looked for, in a pass that begins from now on. */
    supervised: async (queue: string): Promise<void> => {
      const pass = async (): Promise<string | undefined> =>
        (
          await sql<{ pass: string }>`
            SELECT monitor_claim_on::text AS pass FROM pgboss.queue WHERE name = ${queue}`.execute(
            service.db.q,
          )
        ).rows[0]?.pass;
      for (let n = 0; n < 2; n += 1) {
        const before = await pass();
        await until('a pass over the jobs', async () => (await pass()) !== before);
      }
    },
    /** Returns the states of the jobs of a kind. */
    statesOf: async (name: string): Promise<string[]> =>
      (
        await sql<{ state: string }>`
          SELECT state::text FROM pgboss.job WHERE name = ${name}`.execute(service.db.q)
      ).rows.map(({ state }) => state),
  };
}
