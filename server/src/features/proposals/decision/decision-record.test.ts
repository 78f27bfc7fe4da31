import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import { letterOf, proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf, withMark } from '@lavra/domain/proposal/mark';
import { buildProduct } from '../../../../test/catalogue.ts';
import { readPdf } from '../../../platform/pdf/read-pdf.fixture.ts';
import { buildProducer, buildSupplier, type TestProducer } from '../../../../test/people.ts';
import {
  buildProposal,
  type OfferFields,
  type ProposalFields,
} from '../../../../test/proposals.ts';
import type { TestOrder } from '../../../../test/orders.ts';
import { startService } from '../../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  openNegotiation,
  proposalCalls,
} from '../proposals.fixture.ts';
import type { DecisionContent } from './decision-content.ts';
import { ranges } from './decision-pdf-remarks.ts';

const service = await startService();
const { cancel } = proposalCalls(service);

const urlOf = ({ uuid }: { readonly uuid: string }): string =>
  `/api/v1/producer/orders/${uuid}/decision-record`;
const getRecord = ({ token }: { readonly token?: string }, order: { readonly uuid: string }) =>
  service.call('GET', urlOf(order), { token });
const acceptWith = ({ token }: TestProducer, { uuid }: { readonly uuid: string }, body?: unknown) =>
  service.call('POST', `/api/v1/proposals/${uuid}/accept`, { token, body });

async function printedRecord(producer: TestProducer, order: { readonly uuid: string }) {
  const { status, raw, headers } = await getRecord(producer, order);
  assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
  return readPdf(raw);
}

async function contentOf({ id }: { readonly id: number }): Promise<DecisionContent> {
  await service.work();
  const { content } = await service.db.q
    .selectFrom('decision_records')
    .select('content')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  return content as DecisionContent; // what the job wrote there
}

/** Submits a proposal of a new supplier; one price for each item, null for none. */
async function bid(
  order: TestOrder,
  prices: readonly (string | null)[],
  fields: Partial<ProposalFields> & { supplierId?: number; first?: Partial<OfferFields> } = {},
) {
  const { first, ...rest } = fields;
  const items = prices.flatMap((price, index): OfferFields[] => {
    const item = order.items[index];
    return item === undefined ? [] : [{ item, price, ...(index === 0 ? first : {}) }];
  });
  return buildProposal(service, {
    orderId: order.id,
    supplierId: (await buildSupplier(service)).supplierId,
    items,
    ...rest,
  });
}
const chosenOf = ({ proposals, chosen }: DecisionContent) =>
  proposals.find(({ letter }) => letter === chosen);
const byTotal = (content: DecisionContent, total: string) =>
  content.proposals.find(({ total_amount }) => total_amount === total);

describe('the decision record of an award', () => {
  it('contains every submitted proposal under its letter and mark, every price, and the choice', async () => {
    const { producer, order } = await openNegotiation(service);
    const [cheap, chosen] = [
      await bid(order, ['10', '20'], { freight: '50.5' }),
      await bid(order, ['11', '19.5']),
    ];
    await bid(order, ['9', null]);
    await bid(order, ['1', '1'], { status: 'draft' });
    await acceptWith(producer, chosen, { reason: ' Entrega antes \n do plantio. ' });
    const content = await contentOf(order);
    assert.deepEqual(
      content.proposals.map(({ letter }) => letter),
      [0, 1, 2],
    );
    assert.deepEqual(
      content.proposals
        .map((row) => [
          row.status,
          row.priced_items,
          row.best_prices,
          row.total_amount,
          row.landed_total,
        ])
        .toSorted((a, b) => String(a[3]).localeCompare(String(b[3]))),
      [
        ['submitted', 2, 0, '3000.00', '3050.50'],
        ['accepted', 2, 1, '3050.00', '3050.00'],
        ['submitted', 1, 1, '900.00', '900.00'],
      ],
    );
    assert.equal(chosenOf(content)?.total_amount, '3050.00');
    assert.deepEqual(
      [content.comparable, content.cheaper, content.is_cheapest],
      [1, [byTotal(content, '3000.00')?.letter], false],
    );
    assert.equal(content.reason, 'Entrega antes \n do plantio.');
    assert.deepEqual(
      content.items.map(({ position, best_unit_price, answers }) => [
        position,
        best_unit_price,
        answers.length,
      ]),
      [
        [1, '9.0000', 3],
        [2, '19.5000', 3],
      ],
    );
    assert.equal(content.order.number, order.number);
    assert.ok(!JSON.stringify(content).includes(cheap.uuid));
  });

  it('ranks no totals of different coverage: pricing more items is not more expensive', async () => {
    const { producer, order } = await openNegotiation(service);
    const chosen = await bid(order, ['10', '20']);
    await bid(order, ['9', null]);
    await bid(order, ['9', '9'], { first: { quantity: '50' } });
    await acceptWith(producer, chosen);
    const { comparable, is_cheapest, cheaper, reason } = await contentOf(order);
    assert.deepEqual(
      { comparable, is_cheapest, cheaper, reason },
      { comparable: 0, is_cheapest: true, cheaper: [], reason: null },
    );
    assert.match((await printedRecord(producer, order)).text, /os totais não são comparáveis/);
  });

  it('compares a rival that prices more items over the shared items', async () => {
    const { producer, order } = await openNegotiation(service);
    const chosen = await bid(order, ['10', null]);
    await bid(order, ['9', '1000']);
    await acceptWith(producer, chosen);
    const { comparable, cheaper } = await contentOf(order);
    assert.deepEqual([comparable, cheaper.length], [1, 1]);
  });

  it('gives no best price to less than was asked, nor to a similar product where none is taken', async () => {
    const product = await buildProduct(service);
    const { producer, order } = await openNegotiation(service, {
      items: [{ product, quantity: '300', allowSimilar: false }],
    });
    const chosen = await bid(order, ['25']);
    await bid(order, ['22'], { first: { similar: { name: 'Genérico' } } }); // as it once was sent
    await bid(order, ['20'], { first: { quantity: '1' } });
    await acceptWith(producer, chosen);
    const content = await contentOf(order);
    const [item] = content.items;
    assert.equal(item?.best_unit_price, '25.0000');
    assert.deepEqual(
      item.answers
        .map(({ unit_price, is_best, unwanted }) => [unit_price, is_best, unwanted])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
      [
        ['20.0000', false, false],
        ['22.0000', false, true],
        ['25.0000', true, false],
      ],
    );
    assert.deepEqual(
      ['7500.00', '6600.00', '20.00'].map((total) => byTotal(content, total)?.best_prices),
      [1, 0, 0],
    );
    assert.deepEqual(
      [content.comparable, content.cheaper, content.is_cheapest],
      [0, [], true],
      'its total is that of another product',
    );
    assert.match((await printedRecord(producer, order)).text, /Similar, não aceito/);
  });

  it('shows a rejected rival that was cheaper, and compares with no cancelled one', async () => {
    const { producer, order } = await openNegotiation(service);
    const chosen = await bid(order, ['10', '20']);
    await bid(order, ['9', '9'], { status: 'rejected' });
    await bid(order, ['12', '20']);
    await bid(order, ['99', null]);
    const supplier = await buildSupplier(service);
    await cancel(supplier, await bid(order, ['1', '1'], { supplierId: supplier.supplierId }));
    await acceptWith(producer, chosen);
    const content = await contentOf(order);
    assert.deepEqual(
      [content.comparable, content.cheaper, content.items[0]?.best_unit_price],
      [2, [byTotal(content, '1800.00')?.letter], '9.0000'],
    );
    const { text } = await printedRecord(producer, order);
    assert.match(
      text.replaceAll('\u00A0', ' '),
      /R\$ 200,00 abaixo da mais cara · R\$ 1\.200,00 acima da mais barata\./,
    );
    const cheaper = byTotal(content, '1800.00');
    const { name } = markOf(cheaper?.mark ?? -1);
    assert.match(
      text,
      new RegExp(`a Proposta ${letterOf(cheaper?.letter ?? -1)} · ${name} pede menos`),
    );
    assert.match(text, /Recusada/);
    assert.match(text, /Retirada/);
  });

  it('contains the letters of the session that decides, and the marks of the order', async () => {
    const { producer, order } = await openNegotiation(service);
    const bids = [];
    for (const price of ['10', '11', '12', '13', '14', '15'])
      bids.push(await bid(order, [price, price]));
    const [chosen] = bids;
    assert.ok(chosen);
    const shown = await service.call<AnonymousProposal[]>(
      'GET',
      `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
      { token: producer.token },
    );
    await acceptWith(producer, chosen);
    const content = await contentOf(order);
    assert.deepEqual(
      content.proposals.map(({ letter, mark, total_amount }) => [
        proposalLabel(letter),
        markOf(mark ?? -1),
        Number(total_amount),
      ]),
      shown.body.map(({ label, mark, total_amount }) => [label, mark, total_amount]),
    );
    const winner = shown.body.find(({ uuid }) => uuid === chosen.uuid);
    assert.ok(winner);
    const { text } = await printedRecord(producer, order);
    assert.ok(text.includes(`Proposta escolhida ${withMark(winner.label, winner.mark)}`), text);
  });

  it('draws letters where the session has none: over many awards the first proposal is not always A', async () => {
    const letters = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { producer, order } = await openNegotiation(service);
        const first = await bid(order, ['10', '20']);
        for (const price of ['11', '12', '13']) await bid(order, [price, price]);
        await acceptWith(producer, first);
        return (await contentOf(order)).chosen;
      }),
    );
    assert.ok(new Set(letters).size > 1, String(letters));
  });

  it('never changes, whatever happens to the proposals later', async () => {
    const { producer, order } = await openNegotiation(service);
    const [chosen, other] = [await bid(order, ['10', '20']), await bid(order, ['9', '9'])];
    await acceptWith(producer, chosen);
    const before = await contentOf(order);
    await service.call('POST', `/api/v1/proposals/${other.uuid}/reject`, {
      token: producer.token,
      body: { reason: 'Depois' },
    });
    assert.deepEqual(await contentOf(order), before);
    await assert.rejects(
      service.db.q
        .updateTable('decision_records')
        .set({ recorded_at: new Date() })
        .where('order_id', '=', order.id)
        .execute(),
    );
  });

  it('is not stored when the award fails', async () => {
    const { producer, order } = await openNegotiation(service);
    const [chosen, other] = [await bid(order, ['10', '20']), await bid(order, ['9', '9'])];
    await acceptWith(producer, chosen);
    const before = await contentOf(order);
    assertRefused(await acceptWith(producer, other), 500, 'accept_order_awarded');
    assert.deepEqual(await contentOf(order), before);
  });
});

describe('the printed record', () => {
  it('shows what was requested, offered and chosen, and why', async () => {
    const { producer, order } = await openNegotiation(service, {
      description: 'Insumos da safrinha',
    });
    await service.db.q
      .updateTable('orders')
      .set({ has_pesticide: true })
      .where('id', '=', order.id)
      .execute();
    const chosen = await bid(order, ['1234.5', '20'], {
      freight: '150',
      first: { similar: { name: 'Outro', description: 'parecido' }, quantity: '50' },
      paymentTerms: '30 dias',
    });
    await bid(order, ['10', null]);
    await acceptWith(producer, chosen, { reason: 'Entrega mais cedo.' });
    const { text, pages, info, isTagged } = await printedRecord(producer, order);
    for (const said of [
      'Registro da decisão',
      `Cotação ${order.number}`,
      'Insumos da safrinha',
      producer.name,
      'R$ 63.725,00',
      'Cota 2 de 2 itens. Frete R$ 150,00, total com frete R$ 63.875,00.',
      'Motivo da escolha: Entrega mais cedo.',
      '1.234,50',
      '61.725,00',
      'Ofertado 50 L',
      'Similar',
      'Não cotado Sem estoque',
      '1 de 2',
      'Pagamento: 30 dias',
      'similar: Outro — parecido',
      'não cotado. Sem estoque: Sem estoque no momento',
      'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).',
      'O nome de árvore de cada proposta é o mesmo em todas as telas',
    ])
      assert.ok(text.replaceAll('\u00a0', ' ').includes(said), `missing: ${said}\n${text}`);
    for (const [index, page] of pages.entries())
      assert.ok(page.text.includes(`Página ${index + 1} de ${pages.length}`));
    assert.deepEqual([info['Title'], isTagged], ['Registro da decisão', true]);
  });

  it('names no supplier, in the file or in the stored record', async () => {
    const { producer, order } = await openNegotiation(service);
    const supplier = await buildSupplier(service, {
      name: 'Canário do Cerrado Insumos Ltda',
      email: 'vendas@canario-insumos.com.br',
      phone: '65987654321',
    });
    const say =
      'A Canário do Cerrado agradece, vendas@canario-insumos.com.br, CNPJ ' +
      `${supplier.document ?? ''}, (65) 98765-4321, www.canario-insumos.com.br`;
    const chosen = await bid(order, ['10', null], {
      supplierId: supplier.supplierId,
      notes: say,
      paymentTerms: say,
      first: {
        notes: say,
        similar: { name: 'Adubo Canário', description: say },
        justification: say,
      },
    });
    await service.db.q
      .updateTable('proposals')
      .set({ supplier_reference: 'REF-CANARIO' })
      .where('id', '=', chosen.id)
      .execute();
    await acceptWith(producer, chosen);
    const { text, raw } = await printedRecord(producer, order);
    const stored = JSON.stringify(await contentOf(order));
    for (const canary of [
      'Canário',
      'CANARIO',
      'Cerrado',
      'canario',
      supplier.document ?? '?',
      supplier.document?.slice(0, 8) ?? '?',
      '98765',
      supplier.uuid,
      chosen.uuid,
    ]) {
      for (const [place, content] of Object.entries({ text, raw, stored }))
        assert.ok(!content.includes(canary), `${canary} in ${place}`);
    }
    assert.match(text, /contato oculto/);
  });

  it('masks a name that lies across the point where a long text is truncated', async () => {
    const { producer, order } = await openNegotiation(service);
    const supplier = await buildSupplier(service, { name: 'Canário do Cerrado' });
    for (const at of [480, 495, 790, 799]) {
      await bid(order, ['10', '20'], {
        supplierId: supplier.supplierId,
        first: { notes: `${'x '.repeat(at / 2)}Canário do Cerrado ${'y '.repeat(300)}` },
      });
    }
    await acceptWith(producer, await bid(order, ['9', '9']));
    assert.doesNotMatch(JSON.stringify(await contentOf(order)), /can[aá]|cerr/i);
  });

  for (const [itemCount, count] of [
    [1, 1],
    [14, 5],
    [104, 33],
  ] as const) {
    it(`stays readable with ${itemCount} items and ${count} proposals: at most four side by side, every price once`, async () => {
      const { producer, order } = await openNegotiation(service, { itemCount });
      const bids = [];
      for (let place = 0; place < count; place += 1)
        bids.push(
          await bid(
            order,
            order.items.map((_, index) => `${place + 1}.${1001 + 2 * index}`),
          ),
        );
      const [chosen] = bids;
      assert.ok(chosen);
      assert.equal((await acceptWith(producer, chosen)).status, 200);
      const { pages } = await printedRecord(producer, order);
      const prices = pages.flatMap(({ runs }) =>
        runs.filter(({ text }) => /^(•\s+)?\d+,\d{4}$/.test(text)),
      );
      assert.equal(prices.length, itemCount * count);
      for (const { runs } of pages) {
        for (const { x, width, text } of runs) assert.ok(x >= 42 && x + width <= 595.28 - 42, text);
        for (const { y } of runs.filter(({ text }) => text === 'Pedido')) {
          const side = runs.filter(
            (run) => run.y === y && /^Proposta [A-Z]{1,2}$/.test(run.text),
          ).length;
          assert.ok(side >= 1 && side <= 4, `${side} side by side`);
        }
      }
    });
  }

  it('lists items in ranges', () => {
    assert.equal(ranges([14, 3, 5, 6, 7, 9, 8]), '3, 5–9, 14');
    assert.equal(ranges([1, 2]), '1, 2');
  });
});

describe('the decision record of an order', () => {
  it("is readable by the order's producer, once there is an award", async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const chosen = await bid(order, ['10', '20']);
    assertRefused(await getRecord({}, order), 401, 'unauthenticated');
    assertRefused(await getRecord(supplier, order), 403, 'forbidden');
    assertRefused(await getRecord(await buildProducer(service), order), 403, 'not_yours');
    assertRefused(
      await getRecord(producer, { uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11' }),
      404,
      'order_not_found',
    );
    assertRefused(await getRecord(producer, order), 422, 'order_not_awarded');
    await acceptWith(producer, chosen);
    const { status, headers } = await getRecord(producer, { uuid: String(order.id) });
    assert.equal(status, 200);
    assert.match(
      String(headers['content-disposition']),
      new RegExp(`registro-da-decisao_${order.number}\\.pdf`),
    );
  });

  it('accepts a reason of up to 2,000 characters at the award, and ignores unknown fields', async () => {
    const { producer, order } = await openNegotiation(service);
    const chosen = await bid(order, ['10', '20']);
    assertInvalid(await acceptWith(producer, chosen, { reason: 5 }), {
      reason: 'Deve ser um texto.',
    });
    assertInvalid(await acceptWith(producer, chosen, { reason: 'x'.repeat(2001) }), {
      reason: 'Use no máximo 2000 caracteres.',
    });
    assert.equal(
      (await acceptWith(producer, chosen, { reason: ' \n ', winner: true })).status,
      200,
    );
    assert.equal((await contentOf(order)).reason, null);
    assert.match((await printedRecord(producer, order)).text, /Motivo da escolha: não informado\./);
  });
});
