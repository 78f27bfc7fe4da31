import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import { readEnv } from '@lavra/server/platform/config/env';
import { systemActor } from '@lavra/server/platform/db/command';
import { knownEvent } from '@lavra/server/platform/queue/event-store';

// A worker written without regard to kill -9: it dispatches an event and marks it as dispatched in
// two transactions.

const { app } = await openInstallation(configOf(readEnv()));
const { db, command, clock } = app.platform;

for (;;) {
  const row = await db.q
    .selectFrom('events')
    .select(['id', 'type', 'data'])
    .where('dispatched_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) {
    await sleep(5);
    continue;
  }
  const event = knownEvent({
    ...row,
    at: clock.now(),
    requestId: null,
    data: row.data as Readonly<Record<string, number>>,
  }); // the data maps names to ids
  const notify = () =>
    command(systemActor, async (uow) => {
      for (const listen of app.work.listeners) await listen(uow, event);
    });
  const mark = () =>
    command(systemActor, async (uow) => {
      await uow.db.q
        .updateTable('events')
        .set({ dispatched_at: uow.now })
        .where('id', '=', row.id)
        .execute();
    });
  for (const step of process.argv[2] === 'marks before it notifies'
    ? [mark, notify]
    : [notify, mark])
    await step();
}
