import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../../../test/service.ts';
import type { TestOrder } from '../../../../test/orders.ts';
import { remindOfAwards, remindOfDeadlines } from './reminders.ts';
import { neverAborted, openMarket } from '../../scheduling/scheduling.fixture.ts';

const service = await startService({ now: new Date('2027-03-01T12:00:00-03:00') });
const { platform } = service.app;
const { build, traceOf } = await openMarket(service);

/** Moves the clock to a time of 2027 in São Paulo and sends the reminders that are due then. */
async function remindAt(local: string): Promise<void> {
  service.moveClock(new Date(`2027-${local}-03:00`));
  await remindOfDeadlines(platform, neverAborted);
  await remindOfAwards(platform, neverAborted);
}
const remindersOf = async (order: TestOrder): Promise<number> =>
  (await traceOf(order)).events.length;
const change = (
  order: TestOrder,
  values: {
    status?: string;
    deadline_date?: string;
    closed_at?: Date | null;
    suspended_at?: Date | null;
  },
) => service.db.q.updateTable('orders').set(values).where('id', '=', order.id).execute();

/** Creates an order that has been in analysis for an hour. */
async function inAnalysis(local: string): Promise<TestOrder> {
  const order = await build({ status: 'em_analise' });
  await change(order, { closed_at: new Date(`2027-${local}-03:00`) });
  return order;
}

describe('the reminder of a near deadline', () => {
  it('is emitted once, two calendar days before it, from 08:00 in São Paulo', async () => {
    const order = await build({ deadline: '2027-03-10' });
    await remindAt('03-08T07:59:59');
    assert.equal(await remindersOf(order), 0);
    await remindAt('03-08T08:00:00');
    assert.deepEqual(await traceOf(order), { timeline: [], events: ['order.deadline_near'] });
    for (const later of ['03-08T08:01:00', '03-09T23:00:00', '03-10T12:00:00'])
      await remindAt(later);
    assert.equal(await remindersOf(order), 1);
  });

  it('is emitted late when no task ran, but not after the day is over', async () => {
    const createdAt = new Date('2027-03-02T12:00:00-03:00');
    const [seen, missed] = [
      await build({ deadline: '2027-03-12', createdAt }),
      await build({ deadline: '2027-03-11', createdAt }),
    ];
    await remindAt('03-12T09:00:00');
    assert.deepEqual([await remindersOf(seen), await remindersOf(missed)], [1, 0]);
  });

  it('is not emitted for an order published later, or while it is suspended or closed', async () => {
    service.moveClock(new Date('2027-03-14T10:00:00-03:00'));
    const [late, suspended, closed] = [
      await build({ deadline: '2027-03-16' }),
      await build({ deadline: '2027-03-17', suspended: true }),
      await build({ deadline: '2027-03-17' }),
    ];
    await change(closed, { status: 'cancelada' });
    await remindAt('03-15T10:00:00');
    assert.deepEqual(
      [await remindersOf(late), await remindersOf(suspended), await remindersOf(closed)],
      [0, 0, 0],
    );
    await change(suspended, { suspended_at: null });
    await remindAt('03-15T10:01:00');
    assert.equal(await remindersOf(suspended), 1, 'suppliers may send again');
  });

  it('is emitted again when the deadline was moved', async () => {
    const order = await build({ deadline: '2027-03-20' });
    await remindAt('03-18T08:00:00');
    await change(order, { deadline_date: '2027-03-25' });
    await remindAt('03-22T08:00:00');
    assert.equal(await remindersOf(order), 1);
    await remindAt('03-23T08:00:00');
    assert.equal(await remindersOf(order), 2);
  });
});

describe('the reminder of a pending decision', () => {
  it('is emitted after 48 hours and again after 7 days, once each', async () => {
    const order = await inAnalysis('04-01T10:00:00');
    const seen: number[] = [];
    for (const hour of [
      '04-03T09:59:59',
      '04-03T10:00:00',
      '04-07T10:00:00',
      '04-08T09:59:59',
      '04-08T10:00:00',
      '04-12T10:00:00',
    ]) {
      await remindAt(hour);
      seen.push(await remindersOf(order));
    }
    assert.deepEqual(seen, [0, 1, 1, 1, 2, 2]);
    assert.deepEqual((await traceOf(order)).events, ['award.pending', 'award.pending']);
  });

  it('is not emitted once the decision was made', async () => {
    const order = await inAnalysis('04-15T10:00:00');
    await change(order, { status: 'adjudicada' });
    await remindAt('04-18T10:00:00');
    assert.equal(await remindersOf(order), 0);
  });

  it('is emitted once where both times passed without a run, and never when they are long past', async () => {
    const [week, old] = [await inAnalysis('05-01T10:00:00'), await inAnalysis('03-20T10:00:00')];
    await remindAt('05-10T10:00:00');
    await remindAt('05-10T10:01:00');
    assert.deepEqual([await remindersOf(week), await remindersOf(old)], [1, 0]);
  });
});

describe('several schedulers', () => {
  it('emit each reminder once, concurrently or one after the other, and stop when aborted', async () => {
    service.moveClock(new Date('2027-06-01T12:00:00-03:00'));
    const orders: TestOrder[] = [];
    for (let n = 0; n < 20; n += 1)
      orders.push(await build({ deadline: '2027-06-10' }), await inAnalysis('06-06T09:00:00'));
    service.moveClock(new Date('2027-06-08T10:00:00-03:00'));
    await remindOfDeadlines(platform, AbortSignal.abort());
    await remindOfAwards(platform, AbortSignal.abort());
    const reminders = () => Promise.all(orders.map(remindersOf));
    assert.deepEqual(new Set(await reminders()), new Set([0]));
    await Promise.all(
      [1, 2, 3].flatMap(() => [
        remindOfDeadlines(platform, neverAborted),
        remindOfAwards(platform, neverAborted),
      ]),
    );
    assert.deepEqual(new Set(await reminders()), new Set([1]));
  });
});
