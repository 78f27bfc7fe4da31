import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startDeliveryWorld } from './deliveries.fixture.ts';

const { service, mail, whatsapp, set, setMail, setWhatsapp } = await startDeliveryWorld();
const { q } = service.db;
const producer = await buildProducer(service);
await q
  .updateTable('users')
  .set({ email_verified_at: new Date() })
  .where('id', '=', producer.userId)
  .execute();
const supplier = await buildSupplier(service, { name: 'Revenda do Cerrado' });
const product = await buildProduct(service);

/** Publishes an order and dispatches its notifications at once. */
async function publish(description = 'Defensivos para a soja', by = producer): Promise<TestOrder> {
  const order = await buildOrder(service, {
    producerId: by.producerId,
    status: 'rascunho',
    description,
    items: [{ product }],
  });
  const { status, body } = await service.call(
    'POST',
    `/api/v1/producer/orders/${order.uuid}/publish`,
    { token: by.token },
  );
  assert.equal(status, 200, JSON.stringify(body));
  await service.work();
  return order;
}
const minutesLater = (minutes: number): void => {
  const then = service.app.platform.clock.now().getTime() + minutes * 60_000;
  service.moveClock(new Date(then));
};
const states = async (channel: 'email' | 'whatsapp' = 'email') =>
  (
    await q
      .selectFrom('deliveries')
      .select('state')
      .where('user_id', '=', supplier.userId)
      .where('channel', '=', channel)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state);
const all = { evenIfEarly: true } as const;

beforeEach(async () => {
  await setMail();
  await set({ 'orders.require_verified_email': false });
  await q.deleteFrom('deliveries').execute();
  mail.received.length = 0;
  mail.answers.length = 0;
  whatsapp.messages.length = 0;
});

describe('orders published within minutes of each other', () => {
  it('reach a supplier as one mail for the first and one for the rest, but one notification each', async () => {
    const inside = async () =>
      (
        await q
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', supplier.userId)
          .execute()
      ).length;
    const before = await inside();
    const orders = [await publish(), await publish(), await publish(), await publish()];
    assert.equal(mail.received.length, 1, 'the first goes at once');
    await service.work(all);
    assert.equal(mail.received.length, 2);
    const text = mail.received[1]?.text ?? '';
    for (const { number } of orders.slice(1)) assert.ok(text.includes(number), number);
    assert.ok(!text.includes(orders[0]?.number ?? '?'), 'the first has gone');
    assert.match(text, /3 novas cotações para o seu perfil/);
    assert.ok(text.includes('https://lavra.example/fornecedor/cotacoes'));
    assert.deepEqual(
      [await states(), (await inside()) - before],
      [['sent', 'sent', 'sent', 'sent'], 4],
    );
    await service.work(all);
    assert.equal(mail.received.length, 2, 'nothing goes twice');
  });

  it('start a new mail once the minutes are over', async () => {
    await publish();
    minutesLater(6);
    await publish();
    assert.equal(mail.received.length, 2);
    await publish();
    minutesLater(3);
    await publish();
    assert.equal(mail.received.length, 2);
    await service.work(all);
    assert.equal(mail.received.length, 3);
  });

  it('are gathered for WhatsApp too', async () => {
    await setWhatsapp();
    await q
      .updateTable('users')
      .set({ mobile: '65999998888' })
      .where('id', '=', supplier.userId)
      .execute();
    await q
      .insertInto('notification_channels')
      .values({
        profile: 'supplier',
        event: 'order.published',
        channel: 'whatsapp',
        enabled: true,
        updated_at: new Date(),
      })
      .execute();
    for (let n = 0; n < 3; n += 1) await publish();
    await service.work(all);
    assert.deepEqual(
      [whatsapp.messages.length, whatsapp.messages[1]?.parameters[0]],
      [2, '2 novas cotações para o seu perfil'],
    );
    await q.deleteFrom('notification_channels').execute();
  });

  it('are all retried under one Message-ID when the mail fails', async () => {
    await publish();
    await publish();
    await publish();
    mail.answers.push({ code: 451, text: 'busy' });
    await service.work(all);
    await service.work(all);
    assert.deepEqual([await states(), mail.received.length], [['sent', 'sent', 'sent'], 2]);
  });

  it('are mailed one by one when an administrator sets it so', async () => {
    await set({ 'orders.digest_minutes': 0 });
    for (let n = 0; n < 3; n += 1) await publish();
    assert.equal(mail.received.length, 3);
    await set({ 'orders.digest_minutes': null });
  });
});

describe('proposals for one order within minutes of each other', () => {
  const submit = async ({ uuid, items }: TestOrder): Promise<void> => {
    const { token } = await buildSupplier(service, { name: 'Revenda Canário' });
    const draft = await service.call<{ uuid: string }>('POST', `/api/v1/orders/${uuid}/proposals`, {
      token,
      body: {
        items: items.map(({ id }) => ({
          order_item_id: id,
          product_id: product.id,
          unit_price: 10,
          quantity: 1,
        })),
      },
    });
    const sent = await service.call('POST', `/api/v1/proposals/${draft.body.uuid}/submit`, {
      token,
    });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    await service.work();
  };
  const toProducer = () => mail.received.filter(({ text }) => text.includes('/produtor/'));

  it('reach their producer as one mail for the first and one for the rest, which names no supplier', async () => {
    const [order, other] = [await publish(), await publish()];
    for (const to of [order, order, other, order]) await submit(to);
    assert.equal(toProducer().length, 2, 'the first of each order goes at once');
    await service.work(all);
    const [, , rest, ...more] = toProducer();
    assert.equal(more.length, 0);
    const text = rest?.text ?? '';
    assert.match(text, /recebeu 2 propostas/);
    const marks = [...text.matchAll(/Proposta (.{3,20}?) de R\$/g)].map(([, mark]) => mark);
    assert.equal(new Set(marks).size, 2, `each by its mark: ${marks.join(', ')}`);
    assert.ok(text.includes(`https://lavra.example/produtor/cotacoes/${order.uuid}/propostas`));
    assert.doesNotMatch(text, /Canário/);
  });
});

describe("a producer's words in a mail", () => {
  it('are included when the address is confirmed, without links or phone numbers', async () => {
    minutesLater(60);
    await publish('Adubo, veja https://golpe.example ou (66) 99999-1234');
    const text = mail.received[0]?.text ?? '';
    assert.match(text, /Adubo/);
    assert.doesNotMatch(text, /golpe|99999/);
  });

  it('are omitted while the address is unconfirmed: the mail names the order by its number', async () => {
    minutesLater(60);
    const order = await publish('Ganhe dinheiro agora', await buildProducer(service));
    const text = mail.received[0]?.text ?? '';
    assert.ok(text.includes(order.number));
    assert.doesNotMatch(
      text,
      /dinheiro|Revenda do Cerrado/,
      'nor is a reader called by an unconfirmed name',
    );
  });
});
