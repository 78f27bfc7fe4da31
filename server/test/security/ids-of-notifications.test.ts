import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { notify } from '../../src/features/notifications/notifications.fixture.ts';
import { buildOrder, type TestOrder } from '../orders.ts';
import { buildProducer } from '../people.ts';
import { startService } from '../service.ts';
import { ascents, areDistinguishable, steps } from './comparing-ids.ts';

const service = await startService();
const { q } = service.db;
const base = await service.app.http.listen({ port: 0, host: '127.0.0.1' });

/** Notifies the order's producer that it was closed. */
async function notifyOf({ id: order_id }: TestOrder): Promise<void> {
  const at = service.app.platform.clock.now();
  const { id } = await q
    .insertInto('events')
    .values({ type: 'order.closed', at, data: JSON.stringify({ order_id }), dispatched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(service, { id, type: 'order.closed', data: { order_id } });
}

const RECEIVED = 25;

describe('a producer who reads the ids of notifications', async () => {
  const [producer, neighbour] = [await buildProducer(service), await buildProducer(service)];
  const [own, theirs] = [
    await buildOrder(service, { producerId: producer.producerId }),
    await buildOrder(service, { producerId: neighbour.producerId }),
  ];
  interface Page {
    readonly data: Notification[];
    readonly meta: { readonly next_cursor: string | null };
  }
  const list = async (query = ''): Promise<Page> =>
    (await service.call<Page>('GET', `/api/v1/notifications${query}`, { token: producer.token }))
      .body;
  const stored = (): Promise<string[]> =>
    q
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', producer.userId)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ id }) => String(id)));

  /**
   * Sends notifications to the producer, with so many to another producer after each, and returns
   * their ids.
   */
  async function spell(others: number): Promise<number[]> {
    for (let turn = 0; turn < RECEIVED; turn += 1) {
      await notifyOf(own);
      for (let n = 0; n < others; n += 1) await notifyOf(theirs);
    }
    return (await list(`?per_page=${RECEIVED}`)).data.map(({ id }) => id).toReversed();
  }
  const [quiet, busy] = [await spell(0), await spell(9)];

  it('cannot detect how many others receive', () => {
    assert.equal(areDistinguishable(steps(quiet), steps(busy)), false);
    for (const ids of [quiet, busy])
      assert.ok(ascents(ids) < RECEIVED - 1 && ascents(ids) > 0, 'the ids go up and down');
  });

  it('gets distinct integers that JSON can hold, the same in every reply', async () => {
    const ids = [...quiet, ...busy];
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0 && String(id).length <= 15));
    assert.deepEqual(
      (await list(`?per_page=${2 * RECEIVED}`)).data.map(({ id }) => id).toReversed(),
      ids,
    );
    const read = await service.call<Notification>('POST', `/api/v1/notifications/${ids[3]}/read`, {
      token: producer.token,
    });
    assert.deepEqual([read.status, read.body.id], [200, ids[3]]);
    assert.equal(
      (
        await service.call('POST', `/api/v1/notifications/${(await stored())[4]}/read`, {
          token: producer.token,
        })
      ).status,
      404,
      'what is stored opens nothing',
    );
  });

  it('pages by a cursor that contains nothing else', async () => {
    const { data, meta } = await list('?per_page=7');
    assert.deepEqual(JSON.parse(Buffer.from(meta.next_cursor ?? '', 'base64url').toString()), [
      'notifications',
      data.at(-1)?.id,
    ]);
    const next = await list(`?per_page=7&cursor=${meta.next_cursor}`);
    assert.deepEqual(
      next.data.map(({ id }) => id),
      busy.toReversed().slice(7, 14),
    );
  });

  it('resumes the stream by an event id that reveals nothing', async () => {
    const placeNow = async (): Promise<string> => {
      const request = http.get(`${base}/api/v1/notifications/stream`, {
        headers: { authorization: `Bearer ${producer.token}` },
        agent: false,
      });
      const text = await new Promise<string>((resolve, reject) => {
        request.once('error', reject).once('response', (response) => {
          let received = '';
          response.on('data', (chunk: Buffer) => {
            received += chunk.toString();
            if (/^id: .+\n/m.test(received)) resolve(received);
          });
        });
      });
      request.destroy();
      return /^id: (.+)$/m.exec(text)?.[1] ?? assert.fail(text);
    };
    const places = [await placeNow(), await placeNow()];
    for (const place of places) {
      assert.match(place, /^[\w-]{40,}$/);
      assert.doesNotMatch(Buffer.from(place, 'base64url').toString('latin1'), /^[\d.]+$/);
    }
    assert.notEqual(places[0], places[1], 'one place is written otherwise each time');
  });
});
