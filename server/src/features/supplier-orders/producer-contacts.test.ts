import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { readPdf } from '../../platform/pdf/read-pdf.fixture.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';

const service = await startService();
const PHONE = '(66) 99876-5432';
const MASKED = '[contato oculto]';

describe("a producer's telephone in their own words", () => {
  const publish = async () => {
    const producer = await buildProducer(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      description: `Adubo para a safra, fale no ${PHONE}`,
      items: [{ product: await buildProduct(service), notes: `Marca X ou ${PHONE}` }],
    });
    await service.db.q
      .updateTable('orders')
      .set({ notes: `Entregar de manhã. ${PHONE}`, payment_terms: `30 dias, tratar: ${PHONE}` })
      .where('id', '=', order.id)
      .execute();
    return { producer, order };
  };

  it('is not read by suppliers, in any reply about the order or their proposal', async () => {
    const { producer, order } = await publish();
    const supplier = await buildSupplier(service);
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price: '10.00' })),
    });
    const rejected = await service.call('POST', `/api/v1/proposals/${proposal.uuid}/reject`, {
      token: producer.token,
      body: { reason: `Caro. Ligue: ${PHONE}` },
    });
    assert.equal(rejected.status, 200);
    await service.work();
    const id = order.uuid;
    const paths = [
      '/supplier/orders',
      '/supplier/orders?with_details=true',
      '/supplier/orders?q=adubo',
      `/supplier/orders/${id}`,
      '/supplier/dashboard',
      '/supplier/proposals',
      `/supplier/proposals/${proposal.uuid}`,
      `/orders/${id}/proposals`,
      `/proposals/${proposal.uuid}`,
      `/supplier/orders/${id}/quote-sheet`,
      '/notifications',
    ];
    for (const path of paths) {
      const { status, payload } = await read(path, supplier.token);
      assert.equal(status, 200, path);
      assert.ok(!payload.includes('99876'), path);
      assert.ok(payload.includes(path.endsWith('sheet') ? 'oculto' : MASKED), path);
    }
    const own = await read(`/producer/orders/${id}`, producer.token);
    assert.equal(own.payload.split(PHONE).length - 1, 4, 'its producer reads what they wrote');
  });

  it('is read in a sale beside the contact, and no more once the order is revoked', async () => {
    const { producer, order } = await publish();
    const supplier = await buildSupplier(service);
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price: '10.00' })),
    });
    const accepted = await service.call('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
      token: producer.token,
    });
    assert.equal(accepted.status, 200);
    const { token } = supplier;
    const list = await service.call<{ data: { uuid: string }[] }>(
      'GET',
      '/api/v1/supplier/purchases',
      { token },
    );
    const url = `/supplier/purchases/${list.body.data[0]?.uuid}`;
    const words = async () => [
      (await read('/supplier/purchases', token)).payload,
      (await read(url, token)).payload,
      (await readPdf((await service.call('GET', `/api/v1${url}/pdf`, { token })).raw)).text,
    ];
    for (const text of await words()) assert.ok(text.includes('99876'), text);
    await service.db.q
      .updateTable('orders')
      .set({ status: 'revogada', ended_at: new Date() })
      .where('id', '=', order.id)
      .execute();
    for (const text of await words()) {
      assert.ok(!text.includes('99876'), text);
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(MASKED), text);
    }
    const own = await read(url.replace('supplier', 'producer'), producer.token);
    assert.ok(own.payload.includes(PHONE), 'its producer reads what they wrote');
  });

  it('is found by no search of suppliers, digit by digit', async () => {
    const producer = await buildProducer(service);
    const { id: product_id } = await buildProduct(service);
    const published = async (first: string, then?: string): Promise<{ number: string }> => {
      const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
        const answer = await service.call<{ uuid: string; number: string }>(
          method,
          `/api/v1/producer/orders${url}`,
          { token: producer.token, body },
        );
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
        return answer.body;
      };
      const order = await send('POST', '', {
        description: first,
        deadline_date: '2036-12-15',
        items: [{ product_id, quantity: 10, unit: 'L' }],
      });
      if (then !== undefined) await send('PUT', `/${order.uuid}`, { description: then });
      await service.db.q
        .updateTable('orders')
        .set({ status: 'publicada', published_at: new Date() })
        .where('uuid', '=', order.uuid)
        .execute();
      return order;
    };
    const supplier = await buildSupplier(service);
    const found = async (words: string): Promise<string[]> => {
      const { body } = await service.call<{ data: { number: string }[] }>(
        'GET',
        `/api/v1/supplier/orders?q=${encodeURIComponent(words)}`,
        { token: supplier.token },
      );
      return body.data.map(({ number }) => number).toSorted();
    };
    const orders = [
      await published(`Calcário dolomítico, fone ${PHONE}`),
      await published('Calcário dolomítico', `Calcário dolomítico, fone ${PHONE}`),
    ];
    const plain = await published(`Calcário dolomítico ${PHONE}`, 'Calcário dolomítico, 99 t');
    for (const words of [PHONE, '998', 'fone (66) 9', '5432'])
      assert.deepEqual(await found(words), [], words);
    assert.deepEqual(await found('dolomítico, 99'), [plain.number]);
    assert.equal((await found('calcário dolomítico')).length, 3, 'words are found as before');
    for (const { number } of orders) assert.deepEqual(await found(number), [number]);

    const spelled = [
      await published('Gesso agrícola, escreva a joaquina arroba granjeiro ponto com ponto br'),
      await published('Gesso agrícola, escreva a joaquina [at] granjeiro . com . br'),
      await published('Gesso agrícola, escreva a joaquina no gmail'),
      await published('Gesso agrícola, veja joaquina@granjeiro,com'),
      await published('Gesso agrícola, joaquina＠granjeiro．com'),
      await published('Gesso agrícola, joaquina﹫granjeiro﹒com'),
      await published('Gesso agrícola, joaquina@granjeiro。com'),
      await published('Gesso agrícola, ligue ６６ ９９８７６ ５４３２'),
      await published('Gesso agrícola, ligue ⑥⑥ ⑨⑨⑧⑦⑥ ⑤④③②'),
      await published('Gesso agrícola, ligue ٦٦ ٩٩٨٧٦ ٥٤٣٢'),
      await published('Gesso agrícola, ligue 𝟔𝟔 𝟗𝟗𝟖𝟕𝟔 𝟓𝟒𝟑𝟐'),
    ];
    const hidden = ['joaquina', 'granjeiro', '998', '5432', '９９８', '⑨⑨⑧', '٩٩٨', '𝟗𝟗𝟖'];
    for (const words of hidden) assert.deepEqual(await found(`gesso ${words}`), [], words);
    for (const { number } of spelled) assert.deepEqual(await found(number), [number]);
    assert.equal(
      (await found('agrícola gesso')).length,
      spelled.length,
      'words beside them are found',
    );

    const [old] = spelled;
    await service.db.q
      .updateTable('orders')
      .set({ has_contacts: null, masked_search: null })
      .where('number', '=', old?.number ?? '')
      .execute();
    assert.ok(
      !(await found('gesso agrícola')).includes(old?.number ?? ''),
      'as written before it was noted',
    );
    assert.deepEqual(await found(old?.number ?? ''), [old?.number]);
  });

  it('is hidden in the longest text as well, which that makes longer', async () => {
    const { producerId, token } = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const short = (most: number): string => 'a@b.co '.repeat(most / 7).trim();
    const order = await buildOrder(service, {
      producerId,
      description: short(500),
      items: [{ product: await buildProduct(service), notes: short(1000) }],
    });
    await service.db.q
      .updateTable('orders')
      .set({ payment_terms: short(1000), notes: short(5000) })
      .where('id', '=', order.id)
      .execute();
    const { uuid } = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price: '10.00' })),
    });
    const rejected = await service.call('POST', `/api/v1/proposals/${uuid}/reject`, {
      token,
      body: { reason: short(2000) },
    });
    assert.equal(rejected.status, 200);
    for (const path of [
      'supplier/orders?with_details=true',
      `supplier/orders/${order.uuid}`,
      'supplier/dashboard',
      'supplier/proposals',
      `supplier/proposals/${uuid}`,
      'notifications',
    ]) {
      const { status, payload } = await read(`/${path}`, supplier.token);
      assert.equal(status, 200, `${path}: ${payload}`);
      assert.doesNotMatch(payload, /a@b\.co/, path);
    }
  });

  const read = async (path: string, token: string) => {
    const { statusCode: status, payload } = await service.app.http.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status, payload };
  };
});

describe("a producer's contact", () => {
  it('is none once the account is erased: its address leads nowhere', async () => {
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const order = await buildOrder(service, { producerId: producer.producerId });
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price: '10.00' })),
    });
    for (const path of [
      `proposals/${proposal.uuid}/accept`,
      `producer/orders/${order.uuid}/finalize`,
    ]) {
      const { status } = await service.call('POST', `/api/v1/${path}`, { token: producer.token });
      assert.equal(status, 200, path);
    }
    const { token } = supplier;
    const list = await service.call<{ data: { uuid: string }[] }>(
      'GET',
      '/api/v1/supplier/purchases',
      { token },
    );
    const sale = list.body.data[0]?.uuid ?? '';
    const contacts = async (): Promise<unknown[]> => {
      const paths = [`purchases/${sale}`, `orders/${order.uuid}`];
      const replies = paths.map((path) =>
        service.call<{ producer_contact: { email: string } | null }>(
          'GET',
          `/api/v1/supplier/${path}`,
          { token },
        ),
      );
      return (await Promise.all(replies)).map(({ body }) => body.producer_contact?.email ?? null);
    };
    assert.deepEqual(await contacts(), [producer.email, producer.email]);
    await eraseAccount(service, producer);
    assert.deepEqual(await contacts(), [null, null]);
    const { status, raw } = await service.call('GET', `/api/v1/supplier/purchases/${sale}/pdf`, {
      token,
    });
    assert.equal(status, 200);
    const { text } = await readPdf(raw);
    assert.doesNotMatch(text, /removida|Comprador/);
    assert.match(text, /Recebida/);
  });
});
