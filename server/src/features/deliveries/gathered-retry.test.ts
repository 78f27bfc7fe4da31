import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startDeliveryWorld } from './deliveries.fixture.ts';

const { service, mail, admin, setMail } = await startDeliveryWorld();
const { q } = service.db;

/**
 * Retried by an administrator one after the other, and processed concurrently as by two consumers
 * of the queue.
 */
it('publications gathered into a failed mail are sent once each when an administrator retries them all', async () => {
  const producer = await buildProducer(service);
  await q
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', producer.userId)
    .execute();
  const supplier = await buildSupplier(service);
  const product = await buildProduct(service);
  await setMail();
  const orders = [];
  for (let n = 0; n < 4; n += 1) {
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'rascunho',
      items: [{ product }],
    });
    assert.equal(
      (
        await service.call('POST', `/api/v1/producer/orders/${order.uuid}/publish`, {
          token: producer.token,
        })
      ).status,
      200,
    );
    await service.work();
    orders.push(order);
  }
  assert.equal(mail.received.length, 1);
  mail.answers.push({ code: 550, text: 'no' });
  await service.work({ evenIfEarly: true });
  const failed = await q
    .selectFrom('deliveries')
    .select(['id', 'state'])
    .where('user_id', '=', supplier.userId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    failed.map(({ state }) => state),
    ['sent', 'failed', 'failed', 'failed'],
  );
  for (const { id } of failed.slice(1)) {
    const { status, body } = await service.call('POST', `/api/v1/admin/deliveries/${id}/retry`, {
      token: admin.token,
    });
    assert.equal(status, 200, JSON.stringify(body));
  }
  await service.work({ evenIfEarly: true });
  for (const { number } of orders) {
    const times = mail.received.filter(({ text }) => text.includes(number)).length;
    assert.equal(times, 1, `${number} was mailed ${times} times`);
  }
});
