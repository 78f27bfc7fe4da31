import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { cleanUp } from './cleaning.ts';
import { neverAborted } from './scheduling.fixture.ts';

const service = await startService({ now: new Date('2027-03-09T12:00:00-03:00') });
const { platform } = service.app;
const { q } = service.db;
const { userId, supplierId } = await buildSupplier(service);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number): Date => new Date(platform.clock.now().getTime() - ms);
const hash = (name: string): Buffer => createHash('sha256').update(name).digest();

async function openSession(
  name: string,
  { expired, revoked }: { expired: number; revoked?: number },
): Promise<void> {
  const { id } = await q
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hash(name),
      auth_version: 1,
      created_at: ago(100 * DAY),
      expires_at: ago(expired),
      revoked_at: revoked === undefined ? null : ago(revoked),
      ip: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await q
    .insertInto('rotated_tokens')
    .values({ token_hash: hash(`${name}, before`), session_id: id, rotated_at: ago(99 * DAY) })
    .execute();
}

describe('the cleaning task', () => {
  it('deletes sessions that cannot be renewed, with their used tokens, and keeps the others', async () => {
    await openSession('alive', { expired: -HOUR });
    await openSession('can be renewed', { expired: 7 * DAY - HOUR });
    await openSession('just revoked', { expired: -HOUR, revoked: DAY });
    await openSession('long expired', { expired: 8 * DAY + HOUR });
    await openSession('long revoked', { expired: -HOUR, revoked: 8 * DAY + HOUR });
    assert.equal(await cleanUp(platform, neverAborted), 2);
    const left = await q
      .selectFrom('rotated_tokens as r')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select('s.ip')
      .orderBy('s.id')
      .execute();
    assert.deepEqual(
      left.map(({ ip }) => ip),
      ['alive', 'can be renewed', 'just revoked'],
    );
    assert.equal((await q.selectFrom('rotated_tokens').selectAll().execute()).length, 3);
  });

  it('deletes stored replies after a day and an hour', async () => {
    const ages = { fresh: HOUR, 'a day old': DAY, stale: 26 * HOUR };
    for (const [key, age] of Object.entries(ages))
      await q
        .insertInto('idempotency_keys')
        .values({
          user_id: userId,
          route: 'POST /x',
          key,
          body_hash: hash(key),
          created_at: ago(age),
        })
        .execute();
    assert.equal(await cleanUp(platform, neverAborted), 1);
    assert.deepEqual(
      (await q.selectFrom('idempotency_keys').select('key').orderBy('key').execute()).map(
        ({ key }) => key,
      ),
      ['a day old', 'fresh'],
    );
  });

  it('deletes links a month after they expired, and scheduler runs after two days', async () => {
    for (const [name, expired] of [
      ['good', -HOUR],
      ['lately', 29 * DAY],
      ['long ago', 31 * DAY],
    ] as const) {
      await q
        .insertInto('account_tokens')
        .values({
          token_hash: hash(name),
          user_id: userId,
          purpose: 'password_reset',
          email_key: name,
          created_at: ago(60 * DAY),
          expires_at: ago(expired),
        })
        .execute();
    }
    for (const age of [HOUR, 3 * DAY])
      await q
        .insertInto('scheduler_ticks')
        .values({ task: 'pending orders', slot: ago(age), ran_at: ago(age) })
        .execute();
    assert.equal(await cleanUp(platform, neverAborted), 2);
    assert.deepEqual(
      (await q.selectFrom('account_tokens').select('email_key').orderBy('email_key').execute()).map(
        (token) => token.email_key,
      ),
      ['good', 'lately'],
    );
    assert.equal((await q.selectFrom('scheduler_ticks').selectAll().execute()).length, 1);
  });

  it('deletes mails after a month, and test sends after two days', async () => {
    for (const age of [0, 29 * DAY, 31 * DAY]) {
      await q
        .insertInto('mails')
        .values({
          user_id: userId,
          to_address: 'a@b.example',
          template: 'password_changed',
          data: '{}',
          created_at: ago(age),
        })
        .execute();
      await q
        .insertInto('test_sends')
        .values({ user_id: userId, channel: 'email', at: ago(age) })
        .execute();
    }
    assert.equal(await cleanUp(platform, neverAborted), 3);
    assert.deepEqual(
      [
        (await q.selectFrom('mails').select('id').execute()).length,
        (await q.selectFrom('test_sends').select('id').execute()).length,
      ],
      [2, 1],
    );
  });

  it('deletes sent notifications after half a year, and never an undispatched event', async () => {
    for (const age of [181 * DAY, 179 * DAY]) {
      const closing = { type: 'order.closed', data: '{}', at: ago(age) };
      await q
        .insertInto('events')
        .values({ ...closing, data: '{"order_id":1}' })
        .execute();
      const event = await q
        .insertInto('events')
        .values({ ...closing, dispatched_at: ago(age) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await q
        .insertInto('notifications')
        .values({ event_id: event.id, user_id: userId, created_at: ago(age) })
        .execute();
      await q
        .insertInto('deliveries')
        .values({
          event_id: event.id,
          user_id: userId,
          channel: 'email',
          created_at: ago(age),
          updated_at: ago(age),
        })
        .execute();
      await q
        .insertInto('reminders')
        .values({
          kind: 'award.pending',
          subject_id: age,
          due: '2027-01-01',
          reminded_at: ago(age),
        })
        .execute();
    }
    assert.equal(await cleanUp(platform, neverAborted), 4);
    const left = await Promise.all(
      (['notifications', 'deliveries', 'reminders', 'events'] as const).map(
        async (table) =>
          (
            await q
              .selectFrom(table)
              .select((eb) => eb.lit(1).as('one'))
              .execute()
          ).length,
      ),
    );
    assert.deepEqual(left, [1, 1, 1, 3]);
  });

  it('deletes who opened an order half a year after its deadline', async () => {
    const { producerId } = await buildProducer(service);
    const dayOf = (age: number): string => ago(age).toISOString().slice(0, 10);
    const left: number[] = [];
    for (const age of [-10, 179, 182, 239]) {
      const { id } = await buildOrder(service, { producerId, deadline: dayOf(age * DAY) });
      await q.insertInto('order_views').values({ order_id: id, supplier_id: supplierId }).execute();
      if (age < 180) left.push(id);
    }
    assert.equal(await cleanUp(platform, neverAborted), 2);
    const views = await q
      .selectFrom('order_views')
      .select('order_id')
      .orderBy('order_id')
      .execute();
    assert.deepEqual(
      views.map(({ order_id }) => order_id),
      left,
    );
  });

  it('deletes failed jobs after half a year, but none that was just asked for again', async () => {
    for (const [name, failed, retried] of [
      ['open', 179],
      ['open and old', 181],
      ['asked for again', 181, 1],
      ['settled long ago', 190, 181],
    ] as const)
      await q
        .insertInto('failed_jobs')
        .values({
          name,
          data: '{}',
          failure: 'x',
          attempts: 1,
          failed_at: ago(failed * DAY),
          retried_at: retried === undefined ? null : ago(retried * DAY),
        })
        .execute();
    assert.equal(await cleanUp(platform, neverAborted), 2);
    const left = await q.selectFrom('failed_jobs').select('name').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ name }) => name),
      ['open', 'asked for again'],
    );
  });

  it('deletes any number of old login attempts, and stops between batches when aborted', async () => {
    const attempt = (age: number) => ({
      at: ago(age),
      account_key: 'a@b.example',
      ip: '::1',
      outcome: 'refused',
    });
    await q
      .insertInto('login_attempts')
      .values([
        ...Array.from({ length: 2_300 }, () => attempt(91 * DAY)),
        attempt(89 * DAY),
        attempt(0),
      ])
      .execute();
    assert.equal(await cleanUp(platform, AbortSignal.abort()), 0);
    assert.equal(await cleanUp(platform, neverAborted), 2_300);
    assert.equal((await q.selectFrom('login_attempts').selectAll().execute()).length, 2);
    assert.equal(await cleanUp(platform, neverAborted), 0, 'nothing is left to clean');
  });
});
