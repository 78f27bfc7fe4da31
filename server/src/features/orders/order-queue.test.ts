import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { LockNotAvailable } from '../../platform/db/lock-retry.ts';
import { lockOrder, lockOrderToWrite } from './order-lock.ts';
import { tryOrderQueues } from './order-queue.ts';

const service = await startService();
const { command } = service.app.platform;
const { producerId } = await buildProducer(service);

/** Returns how many transactions of this service wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`.execute(service.db.q);
  return rows[0]?.waiting ?? 0;
}

/** Starts transactions one after the other, and records in which sequence they get their lock. */
function scene(t: TestContext) {
  const got: string[] = [];
  const ends = new Map<string, () => void>();
  const running: Promise<void>[] = [];
  /** Starts a transaction that takes a lock and then waits for `end`; returns when it waits. */
  const begin = async (name: string, lock: (db: Db) => Promise<unknown>): Promise<void> => {
    const before = await countWaiting();
    const ended = new Promise<void>((resolve) => ends.set(name, resolve));
    running.push(
      command(systemActor, async ({ db }) => {
        await lock(db);
        got.push(name);
        await ended;
      }),
    );
    while (!got.includes(name) && (await countWaiting()) === before);
  };
  const end = (name: string): void => ends.get(name)?.();
  const all = async (): Promise<void> => {
    for (const name of ends.keys()) end(name);
    await Promise.all(running);
  };
  t.after(all);
  return { begin, end, all, got };
}

describe('the queue for an order', () => {
  it('serves a decision before those who come later and share the order', async (t) => {
    const { id } = await buildOrder(service, { producerId });
    const { begin, all, got } = scene(t);
    await begin('shares', (db) => lockOrder(db, id, 'share'));
    await begin('shares too', (db) => lockOrder(db, id, 'share'));
    await begin('decides', (db) => lockOrder(db, id, 'update'));
    await begin('comes later', (db) => lockOrder(db, id, 'share'));
    await begin('writes later', (db) => lockOrderToWrite(db, { orderId: id, supplierId: 1 }));
    assert.deepEqual(got, ['shares', 'shares too']);
    await all();
    assert.equal(got[2], 'decides');
  });

  it('is not entered by a supplier’s second write about the order while the first one runs', async (t) => {
    const { id } = await buildOrder(service, { producerId });
    const write = (supplierId: number) => (db: Db) =>
      lockOrderToWrite(db, { orderId: id, supplierId });
    const { begin, end, all, got } = scene(t);
    await begin('first', write(1));
    await begin('second', write(1));
    await begin('another supplier’s', write(2));
    assert.deepEqual(got, ['first', 'another supplier’s']);
    await begin('decides', (db) => lockOrder(db, id, 'update'));
    end('first');
    end('another supplier’s');
    await all();
    assert.deepEqual(got.slice(2), ['decides', 'second']);
  });

  it('refuses those who must not wait', async (t) => {
    const { id } = await buildOrder(service, { producerId });
    const { begin, all } = scene(t);
    await begin('shares', (db) => lockOrder(db, id, 'share'));
    await assert.rejects(
      command(systemActor, ({ db }) => tryOrderQueues(db, [id])),
      LockNotAvailable,
    );
    await all();
    await command(systemActor, ({ db }) => tryOrderQueues(db, [id]));
  });
});
