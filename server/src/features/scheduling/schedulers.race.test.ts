import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createCommand } from '../../platform/db/command.ts';
import { databaseOver } from '../../platform/db/database.ts';
import { createPool } from '../../platform/db/pool.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TestOrder } from '../../../test/orders.ts';
import { startService } from '../../../test/service.ts';
import { openNegotiation, proposalCalls } from '../proposals/proposals.fixture.ts';
import { codeOf, race } from '../proposals/races.fixture.ts';
import { closePublished } from '../orders/scheduled/due-orders.ts';
import { runInSlot, type Task } from './scheduling-feature.ts';
import { neverAborted, openMarket } from './scheduling.fixture.ts';

const service = await startService({ now: new Date('2027-03-09T20:00:00-03:00') });
const { platform } = service.app;
const { build, offer, statusOf, traceOf } = await openMarket(service);
const minuteTasks = service.app.tasks.filter(
  ({ everyMs, inEveryProcess }) => everyMs === 60_000 && !inEveryProcess,
);
const minuteOf = (start: string, minutes: number): Date =>
  new Date(Date.parse(start) + minutes * 60_000);

/** Runs `work` with a second process on the same database and clock. */
async function withSecondProcess(work: (second: Platform) => Promise<void>): Promise<void> {
  const pool = createPool({
    waitMs: 60_000,
    url: service.databaseUrl,
    size: 5,
    timezone: platform.zone,
    name: 'second',
    logger: pino({ level: 'silent' }),
  });
  try {
    await work({
      ...platform,
      db: databaseOver(pool),
      command: createCommand({ pool, clock: platform.clock, strict: true }),
    });
  } finally {
    await pool.end();
  }
}

describe('several schedulers', () => {
  it('settle each order once, three of them over 500 minutes', () =>
    withSecondProcess(async (second) => {
      const start = '2027-03-09T20:00:00-03:00';
      const scheduled: TestOrder[] = [];
      const answered: TestOrder[] = [];
      const ignored: TestOrder[] = [];
      for (let n = 0; n < 25; n += 1) {
        scheduled.push(await build({ status: 'pendente', publishAt: minuteOf(start, n * 20) }));
        const order = await build({ deadline: '2027-03-09' });
        await offer(order);
        answered.push(order);
        ignored.push(await build({ deadline: '2027-03-09' }));
      }
      let runs = 0;
      for (let minute = 0; minute < 500; minute += 1) {
        service.moveClock(minuteOf(start, minute));
        const ran = await Promise.all(
          [platform, second, second].flatMap((one) =>
            minuteTasks.map((task) => runInSlot(one, task, neverAborted)),
          ),
        );
        runs += ran.filter(Boolean).length;
      }
      assert.equal(runs, 500 * minuteTasks.length, 'each slot has one run');
      for (const [orders, status, event] of [
        [scheduled, 'publicada', 'order.published'],
        [answered, 'em_analise', 'order.closed'],
        [ignored, 'expirada', 'order.expired'],
      ] as const) {
        for (const order of orders)
          assert.deepEqual(
            [await statusOf(order), await traceOf(order)],
            [status, { timeline: [event], events: [event] }],
          );
      }
    }));

  it('settle each order once even when they run at the same moment', () =>
    withSecondProcess(async (second) => {
      service.moveClock(new Date('2027-04-02T00:00:00-03:00'));
      const orders = [];
      for (let n = 0; n < 40; n += 1) orders.push(await build({ deadline: '2027-04-01' }));
      await Promise.all(
        [platform, second, platform].map((one) => closePublished(one, neverAborted)),
      );
      for (const order of orders)
        assert.deepEqual(await traceOf(order), {
          timeline: ['order.expired'],
          events: ['order.expired'],
        });
    }));

  it('lose nothing when one dies after it claimed its slot: the next minute settles what is due', async () => {
    const order = await build({ deadline: '2027-04-03' });
    const [closing] = minuteTasks as [Task]; // the first one closes
    const dying: Task = { ...closing, run: () => Promise.reject(new Error('killed')) };
    service.moveClock(new Date('2027-04-04T00:00:10-03:00'));
    await assert.rejects(runInSlot(platform, dying, neverAborted), /killed/);
    assert.equal(await runInSlot(platform, closing, neverAborted), false, 'the slot is claimed');
    assert.equal(await statusOf(order), 'publicada');
    service.moveClock(new Date('2027-04-04T00:01:00-03:00'));
    assert.equal(await runInSlot(platform, closing, neverAborted), true);
    assert.equal(await statusOf(order), 'expirada');
  });
});

describe('a proposal submitted at midnight', () => {
  it('either counts and the order goes to analysis, or is refused and the order expires', async () => {
    service.moveClock(new Date('2027-05-01T12:00:00-03:00'));
    const { saveDraft, read } = proposalCalls(service);
    const { supplier } = await openNegotiation(service);
    await race(async (_callers, index) => {
      service.moveClock(new Date('2027-05-01T23:59:59.999-03:00'));
      const order = await build({ deadline: '2027-05-01' });
      const draft = await saveDraft(supplier, order);
      const submission = service.call('POST', `/api/v1/proposals/${draft.uuid}/submit`, {
        token: supplier.token,
      });
      await sleep(index % 10);
      service.moveClock(new Date('2027-05-02T00:00:00-03:00'));
      await closePublished(platform, neverAborted);
      const { status, body } = await submission;
      const outcome = [
        status,
        codeOf(body),
        await statusOf(order),
        (await read(supplier, draft)).status,
      ].join(' ');
      assert.ok(
        ['200  em_analise submitted', '422 order_closed expirada draft'].includes(outcome),
        outcome,
      );
    });
  });
});
