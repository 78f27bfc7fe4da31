import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileForm } from '../files.ts';
import { buildOrder } from '../orders.ts';
import { buildProducer, buildSupplier } from '../people.ts';
import { buildProduct } from '../catalogue.ts';
import { startService } from '../service.ts';

const service = await startService();
const [producer, supplier, product] = [
  await buildProducer(service),
  await buildSupplier(service),
  await buildProduct(service),
];
const order = await buildOrder(service, { producerId: producer.producerId, items: [{ product }] });
const [item = assert.fail()] = order.items;

type Refusal = { errors?: Record<string, string[]> };
const SENTENCE = 'Use no máximo 15 algarismos: mais do que isso não se guarda com exatidão.';

/** Saves a proposal; `others` stand before the items, each with its comma. */
const quote = (fields: string, others = '') =>
  service.call<Refusal & { items: { unit_price: number; quantity: number }[] }>(
    'POST',
    `/api/v1/orders/${order.uuid}/proposals`,
    {
      token: supplier.token,
      payload: `{${others}"items":[{"order_item_id":${item.id},"product_id":${product.id},${fields}}]}`,
    },
  );
const ask = (quantity: string) =>
  service.call<Refusal>('POST', '/api/v1/producer/orders', {
    token: producer.token,
    payload: `{"description":"Insumos","deadline_date":"2036-12-15","items":[{"product_id":${product.id},"unit":"${product.unit}","quantity":${quantity}}]}`,
  });

describe('an amount that no JSON number can hold', () => {
  for (const raw of [
    '100.00000000000000001',
    '0.1000000000000000055',
    '1e-400',
    '1234567890123.456',
    '123456789012.3456',
  ]) {
    it(`is refused under the name of its field: ${raw}`, async () => {
      for (const [field, answer] of [
        ['items.0.quantity', await ask(raw)],
        ['items.0.quantity', await quote(`"unit_price":1,"quantity":${raw}`)],
        ['items.0.unit_price', await quote(`"unit_price":${raw},"quantity":1`)],
      ] as const) {
        assert.equal(answer.status, 422, raw);
        assert.ok(answer.body.errors?.[field] !== undefined, JSON.stringify(answer.body));
        if (raw !== '123456789012.3456' && raw !== '1234567890123.456')
          assert.ok(answer.body.errors[field].includes(SENTENCE), JSON.stringify(answer.body));
      }
    });
  }

  it('is refused for its digits where its scale would allow them', async () => {
    assert.deepEqual((await quote('"unit_price":123456789012.3456,"quantity":0')).body.errors, {
      'items.0.unit_price': [SENTENCE],
    });
    assert.deepEqual((await ask('1234567890123.456')).body.errors, {
      'items.0.quantity': [SENTENCE],
    });
  });

  it('is refused whatever else precedes it in the body', async () => {
    const line = '"unit_price":10.00000000000000001,"quantity":1';
    for (const others of ['', `"x":[${Array(100).fill('12345678901234567').join(',')}],`]) {
      const { status, body } = await quote(line, others);
      assert.deepEqual(
        [status, body.errors?.['items.0.unit_price']?.includes(SENTENCE)],
        [422, true],
        others.slice(0, 20),
      );
    }
  });

  it('is refused in a spreadsheet as well', async () => {
    const { raw } = await service.call('GET', `/api/v1/supplier/orders/${order.uuid}/quote-sheet`, {
      token: supplier.token,
    });
    const [head = '', row = ''] = raw
      .toString()
      .replace(/^\uFEFF/, '')
      .split('\r\n');
    const cells = row.split(';');
    cells[head.split(';').findIndex((name) => name.includes('Preço unitário'))] =
      '123456789012,3456';
    const form = fileForm({
      content: Buffer.from(`${head}\r\n${cells.join(';')}\r\n`),
      filename: 'precos.csv',
    });
    const { status, body } = await service.call<Refusal>(
      'POST',
      `/api/v1/supplier/orders/${order.uuid}/quote-sheet`,
      { token: supplier.token, ...form },
    );
    assert.equal(status, 422);
    const [sentence = ''] = body.errors?.['rows.2.unit_price'] ?? [];
    assert.ok(sentence.endsWith(`, “123456789012,3456”: ${SENTENCE}`), sentence);
  });
});

describe('an amount of fifteen digits', () => {
  it('is returned as it was sent', async () => {
    const { status, body } = await quote('"unit_price":12345678901.2345,"quantity":0.001');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.items[0]?.unit_price, body.items[0]?.quantity],
      [12345678901.2345, 0.001],
    );
    assert.equal((await quote('"unit_price":100.0000000000000000,"quantity":1.0e2')).status, 200);
  });

  it('is not required of coordinates, which may have more digits', async () => {
    const { status } = await service.call('PUT', '/api/v1/user/profile', {
      token: producer.token,
      payload:
        '{"addresses":[{"kind":"farm","name":"Sede","postal_code":"78890-000","street":"BR-163","number":"S/N","city":"Sorriso","state":"MT","latitude":-12.54250000000000042633,"longitude":-55.72110000000000269}]}',
    });
    assert.equal(status, 200);
  });
});
