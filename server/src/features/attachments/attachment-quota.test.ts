import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileForm, somePdf } from '../../../test/files.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
const MB = 1024 * 1024;

let ordinal = 0;
/** Returns a unique PDF of about that size. */
const pdf = (bytes: number): Buffer => somePdf(`${(ordinal += 1)}`, bytes);
const attach = (token: string, uuid: string, content: Buffer) =>
  service.call<{ code: string; error: string }>('POST', `/api/v1/orders/${uuid}/attachments`, {
    token,
    ...fileForm({ content }),
  });
const limitTo = (megabytes: number) =>
  service.db.q
    .insertInto('settings')
    .values({ key: 'orders.attachments_mb', value: String(megabytes), updated_at: new Date() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(megabytes) }))
    .execute();

describe("the storage quota of a producer's attachments", () => {
  it('covers all their orders together, also for concurrent uploads', async () => {
    await limitTo(20);
    const producer = await buildProducer(service);
    const orders = [];
    for (let n = 0; n < 6; n += 1)
      orders.push(
        await buildOrder(service, { producerId: producer.producerId, status: 'rascunho' }),
      );
    const answers = await Promise.all(
      orders.map(({ uuid }) => attach(producer.token, uuid, pdf(6 * MB))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual([refused?.status, refused?.body.code], [422, 'attachments_quota']);
    assert.match(refused?.body.error ?? '', /19 dos 20 MB/);
    const other = await buildProducer(service);
    const { uuid } = await buildOrder(service, {
      producerId: other.producerId,
      status: 'rascunho',
    });
    assert.equal(
      (await attach(other.token, uuid, pdf(6 * MB))).status,
      200,
      'others have their own',
    );
  });

  it('counts the same content only once', async () => {
    await limitTo(20);
    const producer = await buildProducer(service);
    const content = pdf(9 * MB);
    for (let n = 0; n < 4; n += 1) {
      const { uuid } = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'rascunho',
      });
      assert.equal((await attach(producer.token, uuid, content)).status, 200);
    }
  });
});
