import assert from 'node:assert/strict';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { createApplication } from '@lavra/server/app/compose';
import { createIdScatter } from '../../platform/auth/scattered-id.ts';
import { createSealer } from '../../platform/auth/sealer.ts';
import { statementChannel } from '../../platform/db/database.ts';
import {
  buildConsultant,
  buildSupplier,
  type TestPerson,
  type TestSupplier,
} from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { APP_KEY, startService, testConfig } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { notify } from './notifications.fixture.ts';
import { createPositions } from './stream-position.ts';

const service = await startService();
const { q } = service.db;
const { clock } = service.app.platform;
const producer = await buildProducer(service);
const second = await createApplication({
  config: testConfig,
  databaseUrl: service.databaseUrl,
  appKey: APP_KEY,
  logger: pino({ level: 'silent' }),
});
let secondOpen = true;
const closeSecond = async (): Promise<void> => {
  if (secondOpen) await second.close();
  secondOpen = false;
};
after(closeSecond);
const [first, other] = await Promise.all(
  [service.app, second].map((app) => app.http.listen({ port: 0, host: '127.0.0.1' })),
);

/** One open stream: the data received so far, and whether it has ended. */
interface Listening {
  readonly status: number;
  readonly received: Notification[];
  readonly lines: string[];
  lastId: string;
  ended: boolean;
  close(): void;
}

async function listen(
  { token }: Pick<TestPerson, 'token'>,
  {
    base = first,
    from,
    query = '',
  }: { base?: string | undefined; from?: string; query?: string } = {},
): Promise<Listening> {
  const headers = {
    ...(query === '' ? { authorization: `Bearer ${token}` } : {}),
    ...(from === undefined ? {} : { 'last-event-id': from }),
  };
  const request = http.get(`${base ?? ''}/api/v1/notifications/stream${query}`, {
    headers,
    agent: false,
  });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  const listening: Listening = {
    status: response.statusCode ?? 0,
    received: [],
    lines: [],
    lastId: '',
    ended: false,
    close: () => {
      request.destroy();
    },
  };
  if (listening.status !== 200) return listening;
  assert.match(response.headers['content-type'] ?? '', /^text\/event-stream/);
  void follow(response, listening)
    .catch(() => {})
    .finally(() => {
      listening.ended = true;
    });
  await until('a first place to come back to', () => listening.lastId !== '');
  return listening;
}

/** Listens as soon as the service has noticed that another stream was closed. */
async function listenWithRoom(person: Pick<TestPerson, 'token'>): Promise<Listening> {
  let listening = await listen(person);
  await until('a closed stream makes room', async () => {
    if (listening.status === 200) return true;
    listening.close();
    listening = await listen(person);
    return false;
  });
  return listening;
}

async function follow(response: http.IncomingMessage, listening: Listening): Promise<void> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    rest += String(chunk);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      listening.lines.push(line);
      if (line.startsWith('id: ')) listening.lastId = line.slice(4);
      if (line.startsWith('data: {"'))
        // The contract's own tests check it.
        listening.received.push(JSON.parse(line.slice(6)) as Notification);
    }
  }
}

/** Notifies suppliers who favorited a new order that it was cancelled. */
async function notifyOf(...suppliers: readonly TestSupplier[]): Promise<void> {
  const now = service.app.platform.clock.now();
  const order = await buildOrder(service, { producerId: producer.producerId });
  await q
    .insertInto('favorite_orders')
    .values(
      suppliers.map(({ supplierId }) => ({
        supplier_id: supplierId,
        order_id: order.id,
        created_at: now,
      })),
    )
    .execute();
  const { id } = await q
    .insertInto('events')
    .values({ type: 'order.cancelled', at: now, data: JSON.stringify({ order_id: order.id }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(service, { id, type: 'order.cancelled', data: { order_id: order.id } });
}
const scatter = createIdScatter(APP_KEY, 'notifications');
const idsOf = ({ received }: Listening): number[] => received.map(({ id }) => id);
const ownIds = async ({ userId }: TestPerson): Promise<number[]> =>
  (
    await q
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ id }) => scatter.encode(id));

/**
 * Lets the test decide when time passes. Timers that began before, such as those of idle connections,
 * can still be cleared: one that is not would keep this process from ending.
 */
function mockTimeouts({ timers }: TestContext['mock']): void {
  const clearReal = globalThis.clearTimeout;
  timers.enable({ apis: ['setTimeout'] });
  const clearMocked = globalThis.clearTimeout;
  globalThis.clearTimeout = (timer) => {
    clearMocked(timer);
    clearReal(timer);
  };
}

describe('the notification stream', () => {
  // The first test of the file, so that no stream has a timer already.
  it('sends no query without a reader', async ({ mock }) => {
    mockTimeouts(mock);
    const stream = await listen(producer);
    let asked = 0;
    const count = (): void => {
      asked += 1;
    };
    statementChannel.subscribe(count);
    mock.timers.tick(1_000);
    await until('question with one', () => asked > 0);
    stream.close();
    const open = (): Promise<number> =>
      new Promise((resolve) => {
        service.app.http.server.getConnections((_error, connections) => resolve(connections));
      });
    await until('the connection is closed', async () => (await open()) === 0);
    // A question that was due may still be asked.
    await until('five seconds without a question', async () => {
      asked = 0;
      for (let seconds = 0; seconds < 5; seconds += 1) {
        mock.timers.tick(1_000);
        await sleep(20);
      }
      return asked === 0;
    });
    statementChannel.unsubscribe(count);
  });

  it('sends a new notification within moments, as the list shows it, in every process, only to its reader', async () => {
    const [supplier, neighbour] = [await buildSupplier(service), await buildSupplier(service)];
    await notifyOf(supplier);
    const streams = [
      await listen(supplier),
      await listen(supplier, { base: other }),
      await listen(neighbour),
    ];
    await notifyOf(supplier);
    await until('notification in both processes', () =>
      streams.slice(0, 2).every(({ received }) => received.length > 0),
    );
    const { body } = await service.call<{ data: Notification[] }>('GET', '/api/v1/notifications', {
      token: supplier.token,
    });
    for (const { received } of streams.slice(0, 2))
      assert.deepEqual(received, [body.data[0]], 'what was there before is in the list');
    await notifyOf(supplier, neighbour);
    await until('later one everywhere', () =>
      streams.every(({ received }) => received.at(-1)?.id !== body.data[0]?.id),
    );
    assert.deepEqual(
      streams.map(({ received }) => received.length),
      [2, 2, 1],
      'the first came once, and not to the neighbour',
    );
    for (const stream of streams) stream.close();
  });

  it('continues after an interruption, in another process too: none is missed and none sent twice', async () => {
    const supplier = await buildSupplier(service);
    const before = await listen(supplier);
    await notifyOf(supplier);
    await until('notification', () => before.received.length === 1);
    before.close();
    await notifyOf(supplier);
    await notifyOf(supplier);
    const afterwards = await listen(supplier, { base: other, from: before.lastId });
    await notifyOf(supplier);
    await until('the missed ones and the new one', () => afterwards.received.length >= 3);
    await notifyOf(supplier);
    await until('one more, after which nothing comes', () => afterwards.received.length >= 4);
    assert.deepEqual([...idsOf(before), ...idsOf(afterwards)], await ownIds(supplier));
    afterwards.close();
  });

  it('sends each notification once, even one that commits after a higher id', async () => {
    const supplier = await buildSupplier(service);
    const [staying, leaving] = [await listen(supplier), await listen(supplier, { base: other })];
    const slow = new pg.Client({ connectionString: service.databaseUrl });
    await slow.connect();
    const event = await q
      .insertInto('events')
      .values({ type: 'order.cancelled', at: clock.now(), data: '{}', facts: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await slow.query('BEGIN');
    await slow.query(
      'INSERT INTO notifications (event_id, user_id, created_at) VALUES ($1, $2, $3)',
      [event.id, supplier.userId, clock.now()],
    );
    await notifyOf(supplier);
    await until(
      'the later one',
      () => staying.received.length === 1 && leaving.received.length === 1,
    );
    leaving.close();
    await slow.query('COMMIT');
    await slow.end();
    const back = await listen(supplier, { from: leaving.lastId });
    await until(
      'the earlier one',
      () => staying.received.length === 2 && back.received.length === 1,
    );
    await notifyOf(supplier);
    await until(
      'one more, after which nothing comes',
      () => staying.received.length >= 3 && back.received.length >= 2,
    );
    const [early, late, last] = await ownIds(supplier);
    assert.deepEqual(
      [idsOf(staying), idsOf(leaving), idsOf(back)],
      [[late, early, last], [late], [early, last]],
    );
    for (const stream of [staying, back]) stream.close();
  });

  it('refers a reader who missed many to the list', async () => {
    const supplier = await buildSupplier(service);
    const left = await listen(supplier);
    left.close();
    const events = await q
      .insertInto('events')
      .values(
        Array.from({ length: 501 }, () => ({
          type: 'order.cancelled',
          at: clock.now(),
          data: '{}',
          facts: '{}',
        })),
      )
      .returning('id')
      .execute();
    await q
      .insertInto('notifications')
      .values(
        events.map(({ id }) => ({
          event_id: id,
          user_id: supplier.userId,
          created_at: service.app.platform.clock.now(),
        })),
      )
      .execute();
    const back = await listen(supplier, { from: left.lastId });
    await until('word to read the list', () => back.lines.includes('event: reload'));
    assert.deepEqual(back.received, []);
    back.close();
  });

  it('ignores a malformed Last-Event-ID: it starts now and refers the reader to the list', async () => {
    const supplier = await buildSupplier(service);
    await notifyOf(supplier);
    const elsewhere = createPositions(createSealer('the key of another installation')).write({
      floor: 0,
      known: new Set(),
    });
    for (const from of ['nonsense', '0', '1.2.3', '-1', '9'.repeat(400), elsewhere]) {
      const stream = await listen(supplier, { from });
      await until('word to read the list', () => stream.lines.includes('event: reload'));
      assert.deepEqual([stream.status, stream.received], [200, []]);
      stream.close();
    }
  });

  it('ends when its token becomes invalid, and refuses an invalid one', async () => {
    const [supplier, consultant] = [await buildSupplier(service), await buildConsultant(service)];
    const [stream, quiet] = [await listen(supplier), await listen(consultant)];
    await service.call('POST', '/api/v1/logout', { token: supplier.token });
    await until('end after the logout', () => stream.ended);
    assert.deepEqual(
      [(await listen(supplier)).status, (await listen({ token: 'x' })).status, quiet.ended],
      [401, 401, false],
    );
    assert.equal(
      (await listen(consultant, { query: `?token=${consultant.token}` })).status,
      401,
      'a token in the address is none',
    );
    quiet.close();
  });

  it('is open at most five times per session, independently of other sessions', async () => {
    const supplier = await buildSupplier(service);
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(supplier)));
    const refused = await service.call('GET', '/api/v1/notifications/stream', {
      token: supplier.token,
    });
    assert.deepEqual(
      [refused.status, refused.body['code'], refused.headers['retry-after']],
      [429, 'too_many_streams', '5'],
    );
    const elsewhere = await listen({ token: await service.tokenFor(supplier.userId) });
    assert.equal(elsewhere.status, 200);
    streams[0]?.close();
    const again = await listenWithRoom(supplier);
    for (const stream of [...streams, elsewhere, again]) stream.close();
  });

  it('is open at most twenty times per person, over all sessions', async () => {
    const [supplier, other] = [await buildSupplier(service), await buildSupplier(service)];
    const session = (): Promise<string> => service.tokenFor(supplier.userId);
    const four = await Promise.all([1, 2, 3, 4].map(session));
    const fifth = await session();
    const twenty = [...four, ...four, ...four, ...four, ...four];
    const streams = await Promise.all(twenty.map((token) => listen({ token })));
    const refused = await service.call('GET', '/api/v1/notifications/stream', { token: fifth });
    assert.deepEqual([refused.status, refused.body['code']], [429, 'too_many_streams']);
    const elsewhere = await listen(other);
    assert.equal(elsewhere.status, 200, 'another person has their own');
    streams[0]?.close();
    const again = await listenWithRoom({ token: fifth });
    for (const stream of [...streams, elsewhere, again]) stream.close();
  });

  it('does not prevent the shutdown of a process', async () => {
    const supplier = await buildSupplier(service);
    const stream = await listen(supplier, { base: other });
    await closeSecond();
    await until('end', () => stream.ended);
  });
});
