import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { systemActor } from '../platform/db/command.ts';
import { buildOrder } from '../../test/orders.ts';
import { buildProducer } from '../../test/people.ts';
import { startService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { runPeriodically, startScheduler } from './scheduler.ts';

const service = await startService();
const { platform } = service.app;

/** Returns a logger, and the lines it has written. */
function listening() {
  const lines: { level: number; msg: string; task?: string; head?: string }[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
      },
    },
  ); // written by pino itself
  return { logger, lines };
}

describe('the scheduler', () => {
  it('seals new audit rows within two seconds, logs the head, and stops when aborted', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { logger, lines } = listening();
    let runs = 0;
    const tasks = service.app.tasks.map((task) => ({
      ...task,
      run: (...about: Parameters<typeof task.run>) => {
        runs += 1;
        return task.run(...about);
      },
    }));
    const scheduler = startScheduler({ ...platform, logger }, tasks);
    await platform.command(systemActor, async (uow) =>
      uow.audit({ action: 'created', resourceType: 'product', resourceId: 1 }),
    );
    const seals = async (): Promise<number> =>
      (await service.db.q.selectFrom('audit_seals').select('sequence').execute()).length;
    mock.timers.tick(1_000);
    await until('the row is sealed', async () => (await seals()) === 1);
    await until('the head is logged', () => lines.length > 0);
    assert.match(lines[0]?.head ?? '', /^1:[\da-f]{64}$/);
    await scheduler.stop();
    await platform.command(systemActor, async (uow) =>
      uow.audit({ action: 'updated', resourceType: 'product', resourceId: 1 }),
    );
    const before = runs;
    mock.timers.tick(5_000); // begins a run at once, where there is one
    assert.deepEqual([runs - before, await seals()], [0, 1]);
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['audit head'],
    );
  });

  it('runs its tasks: an order whose deadline is over expires', async () => {
    const { producerId } = await buildProducer(service);
    const { id } = await buildOrder(service, { producerId, deadline: '2020-01-31' });
    service.moveClock(new Date(platform.clock.now().getTime() + 7_200_000)); // to slots that no process has taken yet
    const scheduler = startScheduler(platform, service.app.tasks);
    const status = async (): Promise<string> =>
      (
        await service.db.q
          .selectFrom('orders')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;
    await until('the order expires', async () => (await status()) === 'expirada');
    const taken = async () =>
      new Set(
        (await service.db.q.selectFrom('scheduler_ticks').select('task').execute()).map(
          ({ task }) => task,
        ),
      );
    const tasks = new Set(
      service.app.tasks.flatMap(({ name, inEveryProcess }) => (inEveryProcess ? [] : name)),
    );
    await until('every task has run', async () => (await taken()).size >= tasks.size);
    await scheduler.stop();
    assert.deepEqual(await taken(), tasks, 'every task has run, those of the features too');
  });

  it('has no slot longer than an hour, since a crash costs one', () => {
    for (const { name, everyMs } of service.app.tasks) assert.ok(everyMs <= 3_600_000, name);
  });

  it('runs a task once at a time, and waits for it when it stops', async () => {
    let [running, most, runs] = [0, 0, 0];
    const slow = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await sleep(40);
      running -= 1;
      runs += 1;
    };
    const scheduler = runPeriodically(listening().logger, [
      { name: 'slow', everyMs: 5, run: slow },
    ]);
    await until('two runs', () => runs >= 2);
    await scheduler.stop();
    assert.deepEqual([most, running], [1, 0]);
  });

  it('continues after a failure, and logs the first of several', async () => {
    const { logger, lines } = listening();
    let runs = 0;
    const scheduler = runPeriodically(logger, [
      {
        name: 'fragile',
        everyMs: 5,
        run: async () => {
          runs += 1;
          if (runs !== 3) throw new Error('no database');
        },
      },
    ]);
    await until('five runs', () => runs >= 5);
    await scheduler.stop();
    assert.deepEqual(
      lines.map(({ level, task }) => [level, task]),
      [
        [40, 'fragile'],
        [40, 'fragile'],
      ],
    );
  });
});
