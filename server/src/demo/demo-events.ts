import type { Installation } from '../app/installation.ts';
import type { Work } from '../platform/queue/job-kind.ts';
import { openWorkerRuntime } from '../platform/queue/worker-runtime.ts';
import type { DemoTime } from './demo-time.ts';

const SOON = 20_000;

/** Notifies people of what happens in the stories, when it happens there. */
export interface DemoEvents {
  /** Begins to dispatch the waiting events, each some seconds after it, beside the next steps. */
  wake(): void;
  /** Dispatches what still waits, then leaves the queue. */
  close(): Promise<void>;
}

/** Connects to the queue. The jobs that the events lead to wait for the worker. */
export async function openDemoEvents(
  { app, database, config }: Installation,
  time: DemoTime,
): Promise<DemoEvents> {
  const { platform, work } = app;
  const runtime = await openWorkerRuntime({
    platform,
    work: withoutPastDelays(work, time.realNow),
    databaseUrl: database.url,
    waitMs: config.databaseWaitMs,
  });
  const oldest = platform.db.q
    .selectFrom('events')
    .select('at')
    .where('dispatched_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('id')
    .limit(1);
  const dispatchAll = async (): Promise<void> => {
    for (;;) {
      const event = await oldest.executeTakeFirst();
      if (event === undefined) return;
      const at = new Date(new Date(event.at).getTime() + SOON);
      await time.run(at, () => runtime.dispatcher.next({ evenIfEarly: true }));
    }
  };
  let dispatching: Promise<void> | undefined;
  return {
    wake: () => {
      dispatching ??= dispatchAll()
        // what failed is tried again at the end
        .catch((error: unknown) => platform.logger.warn({ err: error }, 'demo events wait'))
        .finally(() => {
          dispatching = undefined;
        });
    },
    close: async () => {
      try {
        await dispatching;
        await dispatchAll();
      } finally {
        await runtime.close();
      }
    },
  };
}

/** A delay counts from the event: one that is over by now is none. */
const withoutPastDelays = ({ jobs, listeners }: Work, realNow: () => Date): Work => ({
  jobs,
  listeners: listeners.map((listen) => async (uow, event) => {
    const passed = (realNow().getTime() - uow.now.getTime()) / 1_000;
    return (await listen(uow, event)).map((job) => ({
      ...job,
      afterSeconds: Math.max(0, Math.ceil((job.afterSeconds ?? 0) - passed)),
    }));
  }),
});
