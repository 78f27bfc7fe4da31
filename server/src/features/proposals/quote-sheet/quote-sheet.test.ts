import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../../test/catalogue.ts';
import { fileForm } from '../../../../test/files.ts';
import { buildOrder } from '../../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import { assertRefused, offerOf, openNegotiation, proposalCalls } from '../proposals.fixture.ts';
import {
  answersOf,
  errorsOf,
  PRICE,
  QUANTITY,
  saved,
  sheetCalls,
  urlOf,
} from './quote-sheet.fixture.ts';

const service = await startService();
const { saveDraft, submitNew } = proposalCalls(service);
const { getSheet, sendSheet, openSheet, draftsOf } = sheetCalls(service);

/** Builds a small sheet. */
const sheetOf = (heading: string, ...rows: string[]): string => [heading, ...rows].join('\n');

describe('the quote sheet of an order', () => {
  it('lists the items under Portuguese headings, with empty prices', async () => {
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const product = await buildProduct(service, {
      name: 'Glifosato; 480',
      brand: '=Marca',
      active_ingredient: 'Glifosato',
      concentration: '480 g/L',
    });
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product, quantity: '1250.5', notes: 'Galão de 20 L' }],
    });
    const { status, headers, raw } = await getSheet(supplier, order);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(
      String(headers['content-disposition']),
      new RegExp(`filename="cotacao_${order.number}\\.csv"`),
    );
    assert.equal(
      raw.toString('utf8'),
      '\uFEFFItem;Código;Produto;Marca;Ingrediente ativo;Concentração;Quantidade pedida;Unidade;Aceita similar;Observação do produtor;Preço unitário;Quantidade ofertada;Similar (sim/não);' +
        'Produto similar;Descrição do similar;Motivo (indisponível/sem estoque/logística/outro);Justificativa;Observações;Vende em parte (sim/não);Mínimo em itens (R$);Frete proporcional em compra parcial (sim/não)\r\n' +
        `1;${order.items[0]?.id ?? ''};"Glifosato; 480";'=Marca;Glifosato;480 g/L;1250,5;L;sim;Galão de 20 L;;;;;;;;;sim;;não\r\n`,
    );
  });

  it('takes accounting format and rows of sums, as a spreadsheet with a total has them', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const total = heading.map((_, at): string => (at === 7 ? 'TOTAL' : ''));
    // Zero as `-` is reported as firefly-iii #2296 and accounting.js #16.
    const { status, body } = await sendSheet(
      supplier,
      order,
      saved([
        [...heading, 'Total'],
        [...first.with(PRICE, ' R$ 25,50 '), ' R$ 7.650,00 '],
        [...second.with(PRICE, ' R$ -   '), ' R$ -   '],
        [...total, ' R$ 7.650,00 '],
        [...total.with(PRICE, 'R$ 25,50'), ''],
      ]),
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      answersOf(body).map(({ order_item_id, unit_price }) => [order_item_id, unit_price]),
      [[Number(first[1]), 25.5]],
    );
    const lost = first.with(0, '').with(1, '').with(2, '').with(PRICE, '25,50');
    assert.deepEqual(errorsOf(await sendSheet(supplier, order, saved([heading, lost]))), {
      'rows.2.code': ['Falta o código do item. Copie-o da planilha que você baixou.'],
    });
  });

  it('replaces no draft that is newer than the one it names', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = []] = await openSheet(supplier, order);
    const sheet = saved([heading, first.with(PRICE, '5')]);
    const send = (version: number) =>
      sendSheet(supplier, order, sheet, { 'if-match': `"${version}"` });
    assertRefused(await send(1), 409, 'stale_version');
    assert.deepEqual(await draftsOf(supplier), []);
    const { version } = await saveDraft(supplier, order, offerOf(order, 7));
    assert.equal((await send(version)).body.version, version + 1);
    assertRefused(await send(version), 409, 'stale_version');
    assert.equal((await draftsOf(supplier))[0]?.version, version + 1);
  });

  it('of another order is recognised as that', async () => {
    const { supplier, order } = await openNegotiation(service);
    const other = await openNegotiation(service);
    const [heading = [], ...rows] = await openSheet(other.supplier, other.order);
    const sheet = saved([heading, ...rows.map((row) => row.with(PRICE, '5'))]);
    for (const query of ['', '?only_valid=true'])
      assert.deepEqual(errorsOf(await sendSheet(supplier, order, sheet, {}, query)), {
        file: [
          'Nenhuma linha é de um item desta cotação: parece a planilha de outra. Baixe a desta e preencha nela.',
        ],
      });
  });

  it('is refused where a formula failed, in whichever column', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const notes = heading.indexOf('Observações');
    const answer = await sendSheet(
      supplier,
      order,
      saved([
        heading,
        first.with(PRICE, '25,50').with(notes, '#N/D'),
        second.with(PRICE, '#SEM VALOR!').with(QUANTITY, '####'),
      ]),
    );
    const errors = errorsOf(answer) ?? {};
    assert.deepEqual(Object.keys(errors).toSorted(), [
      'rows.2.notes',
      'rows.3.quantity',
      'rows.3.unit_price',
    ]);
    assert.match(String(errors['rows.3.unit_price']), /fórmula sem valor calculado/);
  });

  it("contains the caller's own draft and no other supplier's", async () => {
    const { supplier, order } = await openNegotiation(service);
    await saveDraft(await buildSupplier(service), order, offerOf(order, 77));
    await submitNew(supplier, order, offerOf(order, 88));
    await saveDraft(supplier, order, { items: offerOf(order, 12.5).items.slice(1) });
    const [, first, second] = await openSheet(supplier, order);
    assert.deepEqual(
      [first?.slice(PRICE, QUANTITY + 2), second?.slice(PRICE, QUANTITY + 2)],
      [
        ['', '', ''],
        ['12,50', '100', 'não'],
      ],
    );
  });

  it('becomes the draft when its prices are filled in', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const filled = [
      heading,
      first.with(PRICE, '1.234,56'),
      second.with(PRICE, '21,4892').with(QUANTITY, '3,005'),
    ];
    const { status, body, headers } = await sendSheet(supplier, order, saved(filled));
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers['etag'], '"1"');
    assert.deepEqual(
      body.items.map(({ unit_price, quantity, total_price }) => [
        unit_price,
        quantity,
        total_price,
      ]),
      [
        [1234.56, 100, 123456],
        [21.4892, 3.005, 64.58],
      ],
    );
    assert.deepEqual([body.status, body.total_amount], ['draft', 123520.58]);
  });

  it('sent back unchanged creates the same draft as JSON does', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 5 });
    const other = await buildProduct(service);
    const [one, two, three, four] = order.items;
    const item = (of: typeof one, rest: object) => ({
      order_item_id: of?.id ?? 0,
      product_id: of?.productId ?? 0,
      quantity: 100,
      ...rest,
    });
    const draft = await saveDraft(supplier, order, {
      notes: 'Frete à parte',
      validity_date: '2036-01-31',
      freight_amount: 150.55,
      allows_partial: true,
      partial_minimum: 1234.5,
      freight_rule: 'proportional',
      items: [
        item(one, {
          unit_price: 0.0001,
          quantity: 0.125,
          notes: '=HYPERLINK("x";"y")',
          offers_similar: true,
          similar_product_name: '+Forte',
          similar_product_description: 'Linha 1\nlinha "2"; fim',
        }),
        item(two, { unit_price: null, justification: "'-aspas", justification_type: 'logistics' }),
        item(three, { unit_price: 9_999_999.9999, quantity: 1_000_000, product_id: other.id }),
        item(four, { unit_price: null, quantity: 0 }),
      ],
    });
    const workbook = await service.call('GET', `${urlOf(order)}?format=xlsx`, {
      token: supplier.token,
    });
    assert.match(String(workbook.headers['content-disposition']), /\.xlsx"/);
    const fromWorkbook = await sendSheet(supplier, order, workbook.raw);
    assert.deepEqual(answersOf(fromWorkbook.body), answersOf(draft));
    const { raw } = await getSheet(supplier, order);
    const { status, body, headers } = await sendSheet(supplier, order, raw);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers['etag'], '"3"');
    assert.deepEqual(answersOf(body), answersOf(draft));
    assert.deepEqual(
      { ...body, items: [], version: 0, updated_at: '' },
      { ...draft, items: [], version: 0, updated_at: '' },
    );
  });

  it('is read in any order of columns and rows, with any separator and in Windows-1252', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [one, two] = order.items;
    const rows = [
      ['MOTIVO', 'preco unitario', 'Código', 'minha margem', 'Justificativa'],
      ['Sem estoque', '', String(two?.id), '10', 'só em março'],
      ['', 'R$ 10', String(one?.id), '5', ''],
    ];
    for (const file of [saved(rows, '\t'), saved(rows, ','), Buffer.from(saved(rows), 'latin1')]) {
      const { status, body } = await sendSheet(supplier, order, file);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        body.items.map(({ unit_price, quantity, justification, justification_label }) => [
          unit_price,
          quantity,
          justification,
          justification_label,
        ]),
        [
          [10, 100, null, null],
          [null, 100, 'só em março', 'Sem estoque'],
        ],
      );
    }
    assert.equal((await draftsOf(supplier)).length, 1);
  });

  it('omits items that it does not answer, whole rows included', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    assert.deepEqual(
      (
        await sendSheet(supplier, order, saved([heading, first, second.with(PRICE, '5')]))
      ).body.items.map(({ unit_price }) => unit_price),
      [5],
    );
    assert.deepEqual((await sendSheet(supplier, order, saved([heading]))).body.items, []);
  });

  it('causes warnings for texts that identify the supplier', async () => {
    const { supplier, order } = await openNegotiation(service);
    const { body } = await sendSheet(
      supplier,
      order,
      sheetOf('Código;Preço unitário;Observações', `${order.items[0]?.id};5;Ligue (65) 99999-8888`),
    );
    assert.deepEqual(body.identity_warnings, [
      { path: 'items.0.notes', kind: 'phone', excerpt: '(65) 99999-8888' },
    ]);
  });
});

describe('the sale in part of a quote sheet', () => {
  const heading =
    'Código;Preço unitário;Vende em parte (sim/não);Mínimo em itens (R$);Frete proporcional em compra parcial (sim/não)';
  const termsOf = ({ allows_partial, partial_minimum, freight_rule }: Proposal) => [
    allows_partial,
    partial_minimum,
    freight_rule,
  ];

  it('begins as the producer means to buy, and is the draft’s afterwards', async () => {
    const { supplier, order } = await openNegotiation(service);
    const termCells = async () =>
      (await openSheet(supplier, order)).slice(1).map((row) => row.slice(-3));
    assert.deepEqual(await termCells(), [
      ['sim', '', 'não'],
      ['', '', ''],
    ]);
    await service.db.q
      .updateTable('orders')
      .set({ split_award: false })
      .where('id', '=', order.id)
      .execute();
    assert.deepEqual((await termCells())[0], ['não', '', 'não']);
    await saveDraft(
      supplier,
      order,
      offerOf(order, 5, { allows_partial: true, partial_minimum: 300 }),
    );
    assert.deepEqual((await termCells())[0], ['sim', '300,00', 'não']);
  });

  it('is what any row says of it; what no row says stays', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [one, two] = order.items.map(({ id }) => String(id));
    const send = async (...rows: string[]) => {
      const { status, body } = await sendSheet(supplier, order, sheetOf(heading, ...rows));
      assert.equal(status, 200, JSON.stringify(body));
      return termsOf(body);
    };
    assert.deepEqual(await send(`${one};5;;;`, `${two};5;sim;R$ 1.500,50;sim`), [
      true,
      1500.5,
      'proportional',
    ]);
    assert.deepEqual(await send(`${one};6;;;`), [true, 1500.5, 'proportional']);
    assert.deepEqual(await send(`${one};6;Sim;;`), [true, null, 'proportional']);
    assert.deepEqual(await send(`${one};6;não;;não`, `${two};6;não;;não`), [false, null, 'full']);
    const { body } = await sendSheet(supplier, order, sheetOf('Código;Preço unitário', `${one};7`));
    assert.deepEqual(termsOf(body), [false, null, 'full']);
  });

  it('is refused where rows differ, or say a minimum without the consent', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [one, two] = order.items.map(({ id }) => String(id));
    const refuse = async (...rows: string[]) =>
      errorsOf(await sendSheet(supplier, order, sheetOf(heading, ...rows)));
    assert.deepEqual(await refuse(`${one};5;sim;;`, `${two};5;não;;`), {
      'rows.3.allows_partial': [
        '“não”: Vale para a proposta inteira, e a linha 2 diz outra coisa.',
      ],
    });
    assert.deepEqual(await refuse(`${one};5;não;10;`), {
      'rows.2.partial_minimum': [
        '“10”: O mínimo vale para quem aceita vender em parte: marque essa opção.',
      ],
    });
    assert.deepEqual(await refuse(`${one};5;talvez;muito;`), {
      'rows.2.allows_partial': ['“talvez”: Escreva sim ou não.'],
      'rows.2.partial_minimum': ['“muito”: Deve ser um número.'],
    });
    assert.deepEqual(await draftsOf(supplier), []);
  });
});

describe('a product that stands in two rows', () => {
  it('keeps the price of each', async () => {
    const { supplier, order } = await openNegotiation(service); // two items of one product
    const rows = order.items.map(({ id }, index) => `${id};${index + 1}0,50`);
    const { status, body } = await sendSheet(
      supplier,
      order,
      sheetOf('Código;Preço unitário', ...rows),
    );
    assert.deepEqual(
      [status, body.items.map(({ product_id, unit_price }) => [product_id, unit_price])],
      [200, order.items.map(({ productId }, index) => [productId, (index + 1) * 10 + 0.5])],
    );
  });
});

describe('a quote sheet with errors', () => {
  it('is refused at a similar product for an item that takes none', async () => {
    const product = await buildProduct(service, { name: 'Glifosato 648' });
    const { supplier, order } = await openNegotiation(service, {
      items: [
        { product, allowSimilar: false },
        { product, allowSimilar: true },
      ],
    });
    const [strict, open] = order.items.map(({ id }) => id);
    const sheet = sheetOf(
      'Código;Produto;Preço unitário;Similar (sim/não)',
      `${strict};Glifosato 648;22,00;sim`,
      `${open};Glifosato 648;22,00;sim`,
    );
    assert.deepEqual(errorsOf(await sendSheet(supplier, order, sheet)), {
      'rows.2.offers_similar': [
        'Glifosato 648, “sim”: O produtor não aceita similar neste item: ofereça o produto pedido ou diga por que não cota.',
      ],
    });
  });

  it('is refused row by row, and nothing of it is stored', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 4 });
    const other = await openNegotiation(service);
    const kept = await saveDraft(supplier, order);
    const [heading = [], one = [], two = [], three = [], four = []] = await openSheet(
      supplier,
      order,
    );
    const errors = errorsOf(
      await sendSheet(
        supplier,
        order,
        saved([
          heading,
          one.with(PRICE, '1.500'),
          two
            .with(PRICE, '-1')
            .with(QUANTITY + 1, 'talvez')
            .with(QUANTITY + 4, 'preguiça'),
          three.with(6, '99').with(0, '7'),
          four.with(PRICE, '1,23456'),
          one,
          one.with(1, String(other.order.items[0]?.id)),
          one.with(1, ''),
        ]),
      ),
    );
    const product = one[2] ?? '';
    assert.deepEqual(errors, {
      'rows.2.unit_price': [
        `${product}, “1.500”: Não dá para saber se o ponto separa milhares ou decimais. Escreva 1234 ou 1,234.`,
      ],
      'rows.3.unit_price': [`${product}, “-1”: Não pode ser negativo.`],
      'rows.3.offers_similar': [`${product}, “talvez”: Escreva sim ou não.`],
      'rows.3.justification_type': [
        `${product}, “preguiça”: Escreva indisponível, sem estoque, logística ou outro.`,
      ],
      'rows.4.item': [
        `${product}, “7”: Esta coluna não pode ser alterada: o valor da cotação é 3.`,
      ],
      'rows.4.requested_quantity': [
        `${product}, “99”: Esta coluna não pode ser alterada: o valor da cotação é 100.`,
      ],
      'rows.5.unit_price': [`${product}, “1,23456”: Use no máximo 4 casas decimais.`],
      'rows.6.code': [`${product}, “${one[1]}”: Este item já está na linha 2.`],
      'rows.7.code': [
        `${product}, “${other.order.items[0]?.id}”: Este código não é de um item desta cotação.`,
      ],
      'rows.8.code': [`${product}: Falta o código do item. Copie-o da planilha que você baixou.`],
    });
    assert.deepEqual(
      (
        await service.call<Proposal>('GET', `/api/v1/proposals/${kept.uuid}`, {
          token: supplier.token,
        })
      ).body,
      kept,
    );
  });

  it('is subject to the same limits as JSON, reported by row', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [one, two] = order.items;
    const errors = errorsOf(
      await sendSheet(
        supplier,
        order,
        sheetOf(
          'Código;Preço unitário;Produto similar;Justificativa',
          `${one?.id};1;${'x'.repeat(301)};${'y'.repeat(2001)}`,
          `${two?.id};9999999999999;;`,
        ),
      ),
    );
    assert.deepEqual(Object.keys(errors ?? {}), [
      'rows.2.similar_product_name',
      'rows.2.justification',
      'rows.3.unit_price',
    ]);
    assert.deepEqual(
      Object.keys(
        errorsOf(
          await sendSheet(
            supplier,
            order,
            sheetOf('Código;Preço unitário', `${one?.id};1`, '', `${two?.id};9999999999999`),
          ),
        ) ?? {},
      ),
      ['rows.4.unit_price'],
    );
    assert.deepEqual(
      Object.keys(
        errorsOf(
          await sendSheet(
            supplier,
            order,
            sheetOf('Código;Preço unitário', `${one?.id};9999999999999,9999`),
          ),
        ) ?? {},
      ),
      ['rows.2.unit_price'],
    );
    assert.deepEqual(await draftsOf(supplier), []);
  });

  it('is refused as a whole when it is no sheet of quotes', async () => {
    const { supplier, order } = await openNegotiation(service);
    for (const file of [
      '',
      '\uFEFF',
      'Item;Preço unitário\n1;2',
      'Código;Quantidade\n1;2',
      'Código;Código;Preço unitário',
      Buffer.from('PK\x03\x04\0\0', 'latin1'),
    ]) {
      assert.deepEqual(
        Object.keys(errorsOf(await sendSheet(supplier, order, file)) ?? {}),
        ['file'],
        JSON.stringify(String(file)),
      );
    }
    const form = fileForm({ content: Buffer.from('x'), field: 'planilha' });
    assertRefused(
      await service.call('POST', urlOf(order), { token: supplier.token, ...form }),
      422,
      'validation_failed',
    );
    assertRefused(
      await service.call('POST', urlOf(order), { token: supplier.token, body: { items: [] } }),
      415,
      'upload_expected',
    );
    assertRefused(
      await sendSheet(supplier, order, 'x'.repeat(1024 * 1024 + 1)),
      413,
      'body_too_large',
    );
  });

  it('stores hostile text as plain text', async () => {
    const { supplier, order } = await openNegotiation(service);
    const hostile = `=cmd|' /C calc'!A0 <script>alert(1)</script> '; DROP TABLE proposals;--`;
    const { body } = await sendSheet(
      supplier,
      order,
      sheetOf('Código;Preço unitário;Observações', `${order.items[0]?.id};5;"${hostile}"`),
    );
    assert.equal(body.items[0]?.notes, hostile);
    assert.ok((await getSheet(supplier, order)).raw.includes("'=cmd|"));
  });
});

describe('access to the quote sheet', () => {
  it('is given only to suppliers who see the order', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const pending = await openNegotiation(service, { status: 'pendente' });
    const file = sheetOf('Código;Preço unitário', `${order.items[0]?.id};5`);
    for (const call of [
      getSheet,
      (person: { token?: string }, of: { uuid: string }) => sendSheet(person, of, file),
    ]) {
      assertRefused(await call({}, order), 401, 'unauthenticated');
      assertRefused(await call(producer, order), 403, 'forbidden');
      assertRefused(await call(supplier, pending.order), 404, 'order_not_found');
      assertRefused(await call(supplier, { uuid: String(order.id) }), 404, 'order_not_found');
      assert.equal((await call(supplier, order)).status, 200);
    }
  });

  it('is refused for an upload to a closed, suspended or declined order', async () => {
    const closed = await openNegotiation(service, { status: 'em_analise' });
    await service.db.q
      .insertInto('favorite_orders')
      .values({
        supplier_id: closed.supplier.supplierId,
        order_id: closed.order.id,
        created_at: new Date(),
      })
      .execute();
    const late = await openNegotiation(service, { deadline: '2020-01-01' });
    const suspended = await openNegotiation(service, { suspended: true });
    for (const [{ supplier, order }, code] of [
      [closed, 'order_closed'],
      [late, 'order_closed'],
      [suspended, 'order_suspended'],
    ] as const) {
      assert.equal((await getSheet(supplier, order)).status, 200);
      assertRefused(
        await sendSheet(
          supplier,
          order,
          sheetOf('Código;Preço unitário', `${order.items[0]?.id};5`),
        ),
        422,
        code,
      );
      assert.deepEqual(await draftsOf(supplier), []);
    }
  });

  it('has one effect for the same key and file', async () => {
    const { supplier, order } = await openNegotiation(service);
    const file = sheetOf('Código;Preço unitário', `${order.items[0]?.id};5`);
    const key = { 'idempotency-key': 'planilha-1' };
    const first = await sendSheet(supplier, order, file, key);
    assert.deepEqual((await sendSheet(supplier, order, file, key)).body, first.body);
    assertRefused(await sendSheet(supplier, order, `${file}5`, key), 409, 'idempotency_conflict');
    assert.deepEqual(
      (await draftsOf(supplier)).map(({ version }) => version),
      [1],
    );
  });
});
