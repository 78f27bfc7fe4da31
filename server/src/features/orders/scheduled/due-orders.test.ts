import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemActor } from '../../../platform/db/command.ts';
import { countStatements } from '../../../../test/count-statements.ts';
import { buildOrder } from '../../../../test/orders.ts';
import { buildProducer } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import { approveOrder } from '../orders-feature.ts';
import { closePublished, settlePending } from './due-orders.ts';
import { neverAborted, openMarket } from '../../scheduling/scheduling.fixture.ts';

const service = await startService();
const { platform } = service.app;
const { build, offer, statusOf, traceOf } = await openMarket(service);

/** Moves the clock to a time of 2027 in São Paulo and runs what is due then. */
async function settleAt(local: string): Promise<void> {
  service.moveClock(new Date(`2027-${local}-03:00`));
  await closePublished(platform, neverAborted);
  await settlePending(platform, neverAborted);
}

const requireApproval = (value: boolean) =>
  service.db.q
    .insertInto('settings')
    .values({
      key: 'orders.require_approval',
      value: JSON.stringify(value),
      updated_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

describe('the deadline of a published order', () => {
  it('ends after 23:59:59 in São Paulo; then the order is in analysis, or expired without proposals', async () => {
    const deadline = '2027-03-09';
    const [answered, drafted, withdrawn, ignored, tomorrows] = [
      await build({ deadline }),
      await build({ deadline }),
      await build({ deadline }),
      await build({ deadline }),
      await build({ deadline: '2027-03-10' }),
    ];
    await offer(answered);
    await offer(drafted, 'draft');
    await offer(withdrawn, 'cancelled');
    const statuses = () =>
      Promise.all([answered, drafted, withdrawn, ignored, tomorrows].map(statusOf));
    await settleAt('03-09T23:59:59.999');
    assert.deepEqual(await statuses(), [
      'publicada',
      'publicada',
      'publicada',
      'publicada',
      'publicada',
    ]);
    await settleAt('03-10T00:00:00');
    assert.deepEqual(await statuses(), [
      'em_analise',
      'expirada',
      'expirada',
      'expirada',
      'publicada',
    ]);
    assert.deepEqual(await traceOf(answered), {
      timeline: ['order.closed'],
      events: ['order.closed'],
    });
    assert.deepEqual(await traceOf(ignored), {
      timeline: ['order.expired'],
      events: ['order.expired'],
    });
  });

  it('also ends while the order is suspended', async () => {
    const [answered, ignored] = [
      await build({ deadline: '2027-04-01', suspended: true }),
      await build({ deadline: '2027-04-01', suspended: true }),
    ];
    await offer(answered);
    await settleAt('04-02T00:00:30');
    assert.deepEqual(
      [await statusOf(answered), await statusOf(ignored)],
      ['em_analise', 'expirada'],
    );
    const flags = await service.db.q
      .selectFrom('orders')
      .select('suspended_at')
      .where('id', 'in', [answered.id, ignored.id])
      .orderBy('id')
      .execute();
    // An order in analysis stays suspended until it is resumed; an expired one is over.
    assert.deepEqual(
      flags.map(({ suspended_at }) => suspended_at === null),
      [false, true],
    );
  });

  it('is handled for more orders than one batch holds, however long no task ran', async () => {
    const many = [];
    for (let n = 0; n < 205; n += 1) many.push(await build({ deadline: '2027-04-10' }));
    await settleAt('06-01T12:00:00');
    assert.deepEqual(new Set(await Promise.all(many.map(statusOf))), new Set(['expirada']));
  });
});

describe('a pending order', () => {
  it('is published at its scheduled time, and not before', async () => {
    const order = await build({
      status: 'pendente',
      publishAt: new Date('2027-06-02T08:00:00-03:00'),
    });
    await settleAt('06-02T07:59:59.999');
    assert.equal(await statusOf(order), 'pendente');
    await settleAt('06-02T08:00:00');
    assert.equal(await statusOf(order), 'publicada');
    assert.deepEqual(await traceOf(order), {
      timeline: ['order.published'],
      events: ['order.published'],
    });
  });

  it('waits for its approval where one is required, and then for its scheduled time', async () => {
    await requireApproval(true);
    const publishAt = new Date('2027-06-03T08:00:00-03:00');
    const [approved, waiting] = [
      await build({ status: 'pendente', publishAt }),
      await build({ status: 'pendente', publishAt }),
    ];
    service.moveClock(new Date('2027-06-02T10:00:00-03:00'));
    await platform.command(systemActor, (uow) =>
      approveOrder(uow, approved.id, { zone: platform.zone }),
    );
    await settleAt('06-03T07:59:00');
    assert.deepEqual([await statusOf(approved), await statusOf(waiting)], ['pendente', 'pendente']);
    await settleAt('06-03T08:00:00');
    assert.deepEqual(
      [await statusOf(approved), await statusOf(waiting)],
      ['publicada', 'pendente'],
    );
    await requireApproval(false);
    await settleAt('06-03T08:01:00');
    assert.equal(await statusOf(waiting), 'publicada', 'nothing holds it back any more');
  });

  it('waits for its owner to return, and is not tried again and again meanwhile', async () => {
    const { producerId, userId } = await buildProducer(service);
    const wait = (deadline: string) =>
      buildOrder(service, { producerId, deadline, status: 'pendente' });
    const owner = (status: 'ativo' | 'bloqueado') =>
      service.db.q.updateTable('users').set({ status }).where('id', '=', userId).execute();
    const turn = () => settlePending(platform, neverAborted);
    await owner('bloqueado');
    await turn();
    const [waiting, late] = [await wait('2027-12-20'), await wait('2027-12-10')];
    service.moveClock(new Date('2027-12-01T12:00:00-03:00'));
    const statements = await countStatements(turn);
    await wait('2027-12-20');
    assert.equal(await countStatements(turn), statements);
    assert.deepEqual([await statusOf(waiting), await statusOf(late)], ['pendente', 'pendente']);
    await settleAt('12-11T00:00:00');
    assert.deepEqual([await statusOf(waiting), await statusOf(late)], ['pendente', 'expirada']);
    await owner('ativo');
    await turn();
    assert.equal(await statusOf(waiting), 'publicada');
  });

  it('expires when its deadline comes first', async () => {
    await requireApproval(true);
    const order = await build({ status: 'pendente', deadline: '2027-06-04' });
    await settleAt('06-04T23:59:59');
    assert.equal(await statusOf(order), 'pendente');
    await settleAt('06-05T00:00:00');
    assert.equal(await statusOf(order), 'expirada');
    assert.deepEqual(await traceOf(order), {
      timeline: ['order.expired'],
      events: ['order.expired'],
    });
    await requireApproval(false);
  });
});

describe('the scheduled task of due orders', () => {
  it('continues after an order that fails, logs it, and retries it in the next run', async () => {
    const [before, broken, after] = [
      await build({ deadline: '2027-07-01' }),
      await build({ deadline: '2027-07-01' }),
      await build({ deadline: '2027-07-01' }),
    ];
    await sql
      .raw(
        `
          CREATE TRIGGER broken BEFORE UPDATE ON orders FOR EACH ROW
            WHEN (OLD.id = ${broken.id}) EXECUTE FUNCTION forbid_change()`,
      )
      .execute(service.db.q);
    const lines: { level: number; order: number }[] = [];
    const logger = pino(
      { level: 'info' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as (typeof lines)[number]);
        },
      },
    ); // a log line of pino
    service.moveClock(new Date('2027-07-02T00:01:00-03:00'));
    await closePublished({ ...platform, logger }, neverAborted);
    assert.deepEqual(await Promise.all([before, broken, after].map(statusOf)), [
      'expirada',
      'publicada',
      'expirada',
    ]);
    assert.deepEqual(
      lines.map(({ level, order }) => [level, order]),
      [[50, broken.id]],
    );
    await sql.raw('DROP TRIGGER broken ON orders').execute(service.db.q);
    await settleAt('07-02T00:02:00');
    assert.equal(await statusOf(broken), 'expirada');
  });

  it('stops before the next order when aborted', async () => {
    const order = await build({ deadline: '2027-07-10' });
    service.moveClock(new Date('2027-07-11T00:01:00-03:00'));
    await closePublished(platform, AbortSignal.abort());
    assert.equal(await statusOf(order), 'publicada');
  });
});
