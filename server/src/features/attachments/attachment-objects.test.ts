import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { OrderAttachment } from '@lavra/contract/attachments/schemas';
import { fileForm, somePdf } from '../../../test/files.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startS3Double } from '../../../test/s3-double.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { checkObjects } from '../../platform/files/check-objects.ts';
import { FileDamaged, moveFiles } from '../../platform/files/move-files.ts';
import { objectNameOf } from '../../platform/files/object-name.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { noteOrphans, removeUnreferenced } from '../../platform/files/sweep-objects.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';

const DAY = 86_400_000;
const start = new Date('2027-03-09T12:00:00-03:00');
const s3 = await startS3Double(start);
after(() => s3.close());
const service = await startService({ now: start, objects: s3.config, storesObjects: true });
const { platform } = service.app;
const objects: ObjectStore = service.app.objects ?? assert.fail('no object store');
const [producer, rival, supplier] = [
  await buildProducer(service),
  await buildProducer(service),
  await buildSupplier(service),
];

const open = ({ producerId } = producer): Promise<TestOrder> => buildOrder(service, { producerId });
const at = (order: { uuid: string }, attachment = ''): string =>
  `/api/v1/orders/${order.uuid}/attachments${attachment === '' ? '' : `/${attachment}`}`;
const upload = (
  order: { uuid: string },
  content: Buffer,
  { token } = producer,
  more: Readonly<Record<string, string>> = {},
) => {
  const { payload, headers } = fileForm({ content });
  return service.call<OrderAttachment>('POST', at(order), {
    token,
    payload,
    headers: { ...headers, ...more },
  });
};
const attach = async (order: { uuid: string }, content: Buffer, by = producer) => {
  const { status, body } = await upload(order, content, by);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const read = (order: { uuid: string }, { uuid }: { uuid: string }) =>
  service.call('GET', at(order, uuid), { token: supplier.token });
const detach = (order: { uuid: string }, { uuid }: { uuid: string }, { token } = producer) =>
  service.call('DELETE', at(order, uuid), { token });
let remarks = 0;
const newPdf = (): Buffer => somePdf(`object ${(remarks += 1)}`);
const hashOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();
const namesOf = (content: Buffer): string[] =>
  [...s3.objects.keys()].filter((name) => name.startsWith(hashOf(content).toString('hex')));
const untilNames = (content: Buffer, count: number): Promise<unknown> =>
  until(`${count} objects with this content`, () => namesOf(content).length === count);
const puts = (): number => s3.requests.filter((one) => one.startsWith('PUT')).length;
/** Stores an object that no row refers to, as an upload that did not end. */
const leave = (content = newPdf()): string => {
  const name = objectNameOf(hashOf(content));
  s3.objects.set(name, { content, modifiedAt: s3.now });
  return name;
};
/** The sweeper as it runs that many days after the start, when everything here is stored. */
const sweepAt = (days: number) => ({
  platform: { db: service.db, clock: { now: () => new Date(start.getTime() + days * DAY) } },
  objects,
  stopping: neverAborted,
});
const move = (to: 's3' | 'database') =>
  moveFiles({ db: service.db, objects, clock: platform.clock }, to);
const rows = () =>
  service.db.q.selectFrom('stored_files').select(['sha256', 'content', 'object']).execute();

describe('an attachment in an object store', () => {
  it('is an object under its hash, and its row has no content', async () => {
    const [order, content] = [await open(), newPdf()];
    const attachment = await attach(order, content);
    const [name = ''] = namesOf(content);
    assert.deepEqual(s3.objects.get(name)?.content, content);
    assert.deepEqual(
      (await rows()).filter(({ sha256 }) => sha256.equals(hashOf(content))),
      [{ sha256: hashOf(content), content: null, object: name }],
    );
    const { status, raw, headers } = await read(order, attachment);
    assert.deepEqual([status, raw.equals(content)], [200, true]);
    assert.equal(headers['content-length'], String(content.length));
  });

  it('is stored once for two producers, without revealing it, and stays while one of them has it', async () => {
    const [order, other, content] = [await open(), await open(rival), newPdf()];
    const first = await attach(order, content);
    const before = s3.requests.length;
    const second = await attach(other, content, rival);
    assert.equal(
      s3.requests.slice(before).filter((one) => one.startsWith('PUT')).length,
      1,
      'sent as if it were new',
    );
    await untilNames(content, 1);
    await detach(order, first);
    await removeUnreferenced(sweepAt(2));
    assert.deepEqual((await read(other, second)).raw, content);
  });

  it('is not sent to the store when it is refused, attached already or a repetition', async () => {
    const [order, content, key] = [await open(), newPdf(), 'the-same-request'];
    const repeat = () => upload(order, content, producer, { 'idempotency-key': key });
    const first = (await repeat()).body;
    const before = puts();
    assert.deepEqual((await repeat()).body, first);
    await attach(order, content);
    await service.db.q
      .updateTable('orders')
      .set({ status: 'finalizada' })
      .where('id', '=', order.id)
      .execute();
    assertRefused(await upload(order, newPdf()), 422, 'order_attachments_fixed');
    assert.equal(puts(), before);
  });

  it('leaves no object behind when it is refused after it was sent', async () => {
    const [order, content] = [await open(), newPdf()];
    s3.silent.add('PUT');
    const before = puts();
    const late = upload(order, content);
    await until('it is on its way', () => puts() > before);
    await service.db.q
      .updateTable('orders')
      .set({ status: 'finalizada' })
      .where('id', '=', order.id)
      .execute();
    s3.release();
    assertRefused(await late, 422, 'order_attachments_fixed');
    await untilNames(content, 0);
  });

  it('is answered alike whether another account has the same content: nothing waits for the rest', async () => {
    const [order, other, content] = [await open(), await open(rival), newPdf()];
    await attach(order, content);
    for (const method of ['HEAD', 'DELETE']) s3.silent.add(method);
    await attach(other, content, rival);
    s3.release();
    await untilNames(content, 1);
  });

  it('is there again for everyone when it is sent again after the store lost it', async () => {
    const [order, other, content] = [await open(), await open(rival), newPdf()];
    const lost = await attach(order, content);
    for (const left of [undefined, Buffer.from('half')]) {
      const [name = ''] = namesOf(content);
      s3.objects.delete(name);
      if (left !== undefined) s3.objects.set(name, { content: left, modifiedAt: s3.now });
      const again = await attach(other, content, rival);
      await until('both are read', async () => (await read(order, lost)).status === 200);
      assert.deepEqual((await read(other, again)).raw, content);
      await detach(other, again, rival);
      s3.objects.delete(name);
    }
    s3.objects.delete(namesOf(content)[0] ?? '');
    assert.equal((await attach(order, content)).uuid, lost.uuid, 'sent to the same order');
    await until('it is read', async () => (await read(order, lost)).status === 200);
    assert.deepEqual((await checkObjects(service.db, objects)).missing, []);
  });

  it('keeps no other form out while the store hangs', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => buildProducer(service)));
    const orders = await Promise.all(people.map(open));
    s3.silent.add('PUT');
    const before = puts();
    let refused = 0;
    const sent = people.flatMap((person, index) =>
      [1, 2, 3, 4].map(async () => {
        const { status } = await upload(orders[index] ?? assert.fail(), newPdf(), person);
        refused += status === 429 ? 1 : 0;
        return status;
      }),
    );
    await until('each is on its way or refused', () => puts() - before + refused >= 16);
    const { status } = await upload(await open(), Buffer.alloc(0));
    s3.release();
    const ends = Map.groupBy(await Promise.all(sent), (end) => end);
    assert.equal(status, 422, 'another form is read');
    assert.deepEqual([ends.get(200)?.length, ends.get(429)?.length], [8, 8]);
  });

  it('is refused with a sentence while the store is away, with nothing lost and nothing half stored', async () => {
    const [order, content] = [await open(), newPdf()];
    const attachment = await attach(order, content);
    const before = await rows();
    for (const state of ['down', 'refusing'] as const) {
      s3.state = state;
      const answers = [await upload(order, newPdf()), await read(order, attachment)];
      s3.state = 'up';
      for (const answer of answers) {
        assertRefused(answer, 424, 'files_unavailable');
        assert.match(JSON.stringify(answer.body), /arquivos estão temporariamente indisponíveis/);
        assert.equal(answer.headers['retry-after'], '5');
      }
    }
    assert.deepEqual(await rows(), before);
    assert.deepEqual((await read(order, attachment)).raw, content);
  });

  it('is never sent when it is not what was stored, and is 404 when it is gone', async () => {
    const [order, content] = [await open(), newPdf()];
    const attachment = await attach(order, content);
    const [name = ''] = namesOf(content);
    for (const wrong of [Buffer.alloc(content.length), Buffer.concat([content, content])]) {
      s3.objects.set(name, { content: wrong, modifiedAt: s3.now });
      assert.equal((await read(order, attachment)).status, 500);
    }
    s3.objects.delete(name);
    assertRefused(await read(order, attachment), 404, 'attachment_not_found');
    assert.deepEqual(
      (await checkObjects(service.db, objects)).missing,
      [name],
      'the check names it',
    );
    s3.objects.set(name, { content, modifiedAt: s3.now });
    assert.deepEqual((await checkObjects(service.db, objects)).missing, []);
  });
});

describe('the sweeper', () => {
  it('removes an object a day after its last attachment went, not before', async () => {
    const [order, content] = [await open(), newPdf()];
    await detach(order, await attach(order, content));
    assert.equal(await removeUnreferenced(sweepAt(0.9)), 0);
    assert.equal(namesOf(content).length, 1);
    assert.equal(await removeUnreferenced(sweepAt(1.1)), 1);
    assert.deepEqual(namesOf(content), []);
  });

  it('notes an orphan older than a day, and removes it a day later', async () => {
    const name = leave();
    assert.equal(await noteOrphans(sweepAt(1)), 0, 'it may still be on its way');
    assert.equal(await noteOrphans(sweepAt(1.1)), 1);
    assert.equal(await removeUnreferenced(sweepAt(2)), 0);
    assert.equal(await noteOrphans(sweepAt(2)), 0, 'it is noted');
    assert.equal(await removeUnreferenced(sweepAt(2.2)), 1);
    assert.equal(s3.objects.has(name), false);
  });

  it('leaves alone what is referred to in between, and what this service did not name', async () => {
    const content = newPdf();
    const name = leave(content);
    s3.objects.set('notas/leia-me.txt', { content, modifiedAt: s3.now });
    assert.equal(await noteOrphans(sweepAt(1.1)), 1);
    await service.db.q
      .insertInto('stored_files')
      .values({
        sha256: hashOf(content),
        media_type: 'application/pdf',
        size: content.length,
        object: name,
        created_at: start,
      })
      .execute();
    assert.equal(await removeUnreferenced(sweepAt(2.2)), 0);
    assert.equal(s3.objects.has(name), true);
    assert.equal(s3.objects.has('notas/leia-me.txt'), true);
    await service.db.q.deleteFrom('stored_files').where('object', '=', name).execute();
    s3.objects.delete(name);
  });

  it('notes nothing in a bucket that belongs to another installation', async () => {
    const names = Array.from({ length: 120 }, () => leave());
    await assert.rejects(noteOrphans(sweepAt(1.1)), /is this its database/);
    assert.equal(await removeUnreferenced(sweepAt(3)), 0);
    for (const name of names) assert.ok(s3.objects.delete(name));
  });

  it('removes the others where the store keeps one, which it tries again', async () => {
    const names = Array.from({ length: 120 }, () => leave());
    const [kept = ''] = names.toSorted();
    s3.locked.add(kept);
    const noted = names.map((object) => ({ object, seen_at: start }));
    await service.db.q.insertInto('unreferenced_objects').values(noted).execute();
    await assert.rejects(removeUnreferenced(sweepAt(1.1)), { code: 'files_unavailable' });
    assert.equal(names.filter((name) => s3.objects.has(name)).join(), kept);
    s3.locked.clear();
    assert.equal(await removeUnreferenced(sweepAt(1.1)), 1);
  });

  it('keeps its notes while the store is away', async () => {
    leave();
    assert.equal(await noteOrphans(sweepAt(1.1)), 1);
    s3.state = 'down';
    await assert.rejects(removeUnreferenced(sweepAt(2.2)), { code: 'files_unavailable' });
    s3.state = 'up';
    assert.equal(await removeUnreferenced(sweepAt(2.2)), 1);
  });
});

describe('moving files', () => {
  it('goes to the database and back while they are read, each verified', async () => {
    const [order, content] = [await open(), newPdf()];
    const attachment = await attach(order, content);
    const { length } = await rows();
    assert.equal((await move('database')).files, length);
    assert.ok((await rows()).every(({ object }) => object === null));
    assert.deepEqual((await read(order, attachment)).raw, content);
    assert.equal((await move('database')).files, 0);
    await removeUnreferenced(sweepAt(1.1));
    assert.deepEqual(namesOf(content), [], 'the object went a day later');
    assert.equal((await move('s3')).files, length);
    assert.ok((await rows()).every((row) => row.content === null));
    assert.deepEqual((await read(order, attachment)).raw, content);
  });

  it('begins again where it was interrupted', async () => {
    await move('database');
    const { length } = await rows();
    assert.ok(length > 1);
    let puts = 0;
    const put: ObjectStore['put'] = async (name, content) => {
      if ((puts += 1) > 1) s3.state = 'down';
      await objects.put(name, content);
    };
    const half = { db: service.db, objects: { ...objects, put }, clock: platform.clock };
    await assert.rejects(moveFiles(half, 's3'), { code: 'files_unavailable' });
    s3.state = 'up';
    assert.equal((await rows()).filter(({ object }) => object !== null).length, 1);
    assert.equal((await move('s3')).files, length - 1);
  });

  it('leaves a file that the store lost, names it, and moves the others', async () => {
    await move('s3');
    const { length } = await rows();
    const held = new Map(s3.objects);
    const lost = (await rows()).flatMap(({ object }) => object ?? []).toSorted();
    const [gone = '', spoilt = ''] = lost;
    s3.objects.delete(gone);
    s3.objects.set(spoilt, { content: Buffer.alloc(100_000), modifiedAt: s3.now });
    const { files, damaged } = await move('database');
    assert.deepEqual(
      [files, damaged],
      [length - 2, [`${gone}: não está no depósito`, `${spoilt}: não é o que foi guardado`]],
    );
    for (const name of [gone, spoilt]) s3.objects.set(name, held.get(name) ?? assert.fail());
    assert.equal((await move('database')).files, 2);
  });

  it('stops at a damaged copy, and leaves the file where it is', async () => {
    await move('database');
    const put: ObjectStore['put'] = (name, content) =>
      objects.put(name, Buffer.alloc(content.length));
    const broken = { db: service.db, objects: { ...objects, put }, clock: platform.clock };
    await assert.rejects(moveFiles(broken, 's3'), FileDamaged);
    assert.ok((await rows()).every(({ content }) => content !== null));
    await move('s3');
  });
});
