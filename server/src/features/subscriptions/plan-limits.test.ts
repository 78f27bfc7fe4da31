import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channel } from 'node:diagnostics_channel';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openPlanWorld } from './plan-limits.fixture.ts';

const { service, product, enforce, subscribe, draftOf, publish, submit, offerOf } =
  await openPlanWorld(await startService());
const { q } = service.db;
const refusedWith = (
  answer: { status: number; body: { code: string; error: string } },
  sentence: RegExp,
): void => {
  assert.deepEqual(
    [answer.status, answer.body.code],
    [403, 'plan_limit'],
    JSON.stringify(answer.body),
  );
  assert.match(answer.body.error, sentence);
};

describe('subscriptions that are not enforced', () => {
  it('are required of no one, and cost no query', async () => {
    await enforce(false);
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const texts: string[] = [];
    const listen = (text: unknown): void => {
      texts.push(String(text));
    };
    channel('lavra:statement').subscribe(listen);
    assert.equal((await publish(producer, await draftOf(producer))).status, 200);
    assert.equal((await submit(supplier, await offerOf(supplier))).status, 200);
    channel('lavra:statement').unsubscribe(listen);
    assert.ok(texts.length > 10, 'the statements were seen');
    assert.deepEqual(
      texts.filter((text) => /subscriptions s|plan_features/.test(text)),
      [],
    );
  });
});

describe('the plan of a producer', () => {
  it('limits the number of open orders, in any status', async () => {
    const producer = await buildProducer(service);
    await subscribe(producer, 'producer', { 'orders.max_active': 4 });
    for (const status of [
      'pendente',
      'em_analise',
      'adjudicada',
      'finalizada',
      'cancelada',
      'expirada',
    ] as const)
      await draftOf(producer, { status });
    const [last, next] = [await draftOf(producer), await draftOf(producer)];
    assert.equal((await publish(producer, last)).status, 200);
    refusedWith(
      await publish(producer, next),
      /^Seu plano permite 4 cotações ativas ao mesmo tempo\./,
    );
    const { status } = await q
      .selectFrom('orders')
      .select('status')
      .where('id', '=', next.id)
      .executeTakeFirstOrThrow();
    assert.equal(status, 'rascunho');
    await q.updateTable('orders').set({ status: 'cancelada' }).where('id', '=', last.id).execute();
    assert.equal((await publish(producer, next)).status, 200, 'one has ended');
  });

  it('limits the number of items of an order', async () => {
    const producer = await buildProducer(service);
    await subscribe(producer, 'producer', { 'orders.max_items': 1, 'orders.max_active': null });
    refusedWith(
      await publish(
        producer,
        await draftOf(producer, { items: [{ product }, { product: await buildProduct(service) }] }),
      ),
      /^Seu plano permite 1 item por cotação\./,
    );
    assert.equal((await publish(producer, await draftOf(producer))).status, 200);
  });

  it('must be running to publish, but not to read', async () => {
    const people = [
      await buildProducer(service),
      await buildProducer(service),
      await buildProducer(service),
      await buildProducer(service),
    ];
    const states = [
      undefined,
      { status: 'expired' },
      { status: 'cancelled' },
      { status: 'active', due_date: '2027-03-30' },
    ] as const;
    for (const [index, producer] of people.entries()) {
      const state = states[index];
      if (state !== undefined) await subscribe(producer, 'producer', {}, state);
      const order = await draftOf(producer);
      refusedWith(await publish(producer, order), /assinatura não está em vigor/);
      for (const path of [
        '/producer/orders',
        `/producer/orders/${order.uuid}`,
        '/producer/dashboard',
      ])
        assert.equal(
          (await service.call('GET', `/api/v1${path}`, { token: producer.token })).status,
          200,
        );
    }
  });

  it('allows publishing on the last day of a trial', async () => {
    const producer = await buildProducer(service);
    await subscribe(producer, 'producer', {}, { status: 'trial', due_date: '2027-03-31' });
    assert.equal((await publish(producer, await draftOf(producer))).status, 200);
    service.moveClock(new Date('2027-04-01T00:00:00-03:00'));
    refusedWith(await publish(producer, await draftOf(producer)), /assinatura não está em vigor/);
  });
});

describe('the plan of a supplier', () => {
  it('limits the submitted proposals of a month, cancelled ones included; drafts are unlimited', async () => {
    const supplier = await buildSupplier(service);
    await subscribe(supplier, 'supplier', { 'proposals.max_per_month': 2 });
    await offerOf(supplier, 'cancelled');
    const [one, two] = [await offerOf(supplier), await offerOf(supplier)];
    assert.equal((await submit(supplier, one)).status, 200);
    refusedWith(await submit(supplier, two), /^Seu plano permite 2 propostas enviadas por mês\./);
    service.moveClock(new Date('2027-04-01T00:00:00-03:00'));
    assert.equal((await submit(supplier, two)).status, 200, 'another month, in São Paulo');
  });

  it('must be running to submit', async () => {
    const supplier = await buildSupplier(service);
    await subscribe(supplier, 'supplier', {}, { status: 'expired' });
    refusedWith(await submit(supplier, await offerOf(supplier)), /para enviar propostas/);
    assert.equal(
      (await service.call('GET', '/api/v1/supplier/orders', { token: supplier.token })).status,
      200,
    );
  });

  it('allows spreadsheets unless it excludes them', async () => {
    const order = await buildOrder(service, {
      producerId: (await buildProducer(service)).producerId,
      items: [{ product }],
    });
    const [without, included, silent] = [
      await buildSupplier(service),
      await buildSupplier(service),
      await buildSupplier(service),
    ];
    await subscribe(without, 'supplier', { 'proposals.spreadsheet': false });
    await subscribe(included, 'supplier', { 'proposals.spreadsheet': true }, { status: 'expired' });
    const sheet = (method: 'GET' | 'POST', { token }: TestPerson) =>
      service.call<{ code: string; error: string }>(
        method,
        `/api/v1/supplier/orders/${order.uuid}/quote-sheet`,
        {
          token,
          ...(method === 'POST'
            ? {
                payload:
                  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nItem\n\r\n--x--\r\n',
                headers: { 'content-type': 'multipart/form-data; boundary=x' },
              }
            : {}),
        },
      );
    for (const method of ['GET', 'POST'] as const)
      refusedWith(await sheet(method, without), /não inclui a proposta por planilha/);
    for (const supplier of [included, silent])
      assert.equal((await sheet('GET', supplier)).status, 200);
    assert.equal((await sheet('POST', included)).status, 422, 'it is read');
    await enforce(false);
    assert.equal((await sheet('GET', without)).status, 200);
  });
});
