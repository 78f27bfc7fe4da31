import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localDate } from '@lavra/domain/calendar/calendar';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { errorsOf, importDesk } from './imports.fixture.ts';

const service = await startService();
service.moveClock(new Date());
const { q } = service.db;
const desk = await importDesk(service);
const today = localDate(service.app.platform.clock.now(), service.app.platform.zone);
const producer = await buildProducer(service);
const supplier = await buildSupplier(service);
const rival = await buildSupplier(service);
const urea = await buildProduct(service, { name: 'Ureia 46%', unit: 'KG' });
const herbicide = await buildProduct(service, {
  name: 'Herbicida Alfa',
  unit: 'L',
  is_pesticide: true,
});
const [twinA, twinB] = [
  await buildProduct(service, { name: 'Gêmeo', unit: 'L' }),
  await buildProduct(service, { name: 'Gêmeo', unit: 'L' }),
];

const ORDERS =
  'Cotação;Produtor (CPF ou CNPJ);Descrição;Prazo;Status;Fechamento;Município de entrega;UF de entrega;Publicada em;Adjudicada em;Finalizada em;Produto;Subtipo;Quantidade;Unidade';
const order = (
  number: string,
  {
    status = 'finalizada',
    deadline = '15/09/2025',
    closure = 'aberta',
    published = '04/08/2025',
    product = 'Ureia 46%',
    subtype = '',
    quantity = '1.500,5',
    unit = 'Kg.',
    awarded = '18/09/2025',
    finished = '05/10/2025',
  } = {},
): string =>
  `${number};${producer.document};Insumos da safra;${deadline};${status};${closure};sorriso;MT;${published};${awarded};${finished};${product};${subtype};${quantity};${unit}`;
const more = (number: string, product: string, quantity: string, unit = ''): string =>
  `${number};;;;;;;;;;;${product};;${quantity};${unit}`;

const PROPOSALS =
  'Cotação;CNPJ do fornecedor;Referência;Status;Enviada em;Decidida em;Motivo;Item;Produto;Preço unitário;Quantidade;Motivo do item sem preço;Justificativa;Frete';
const offer = (
  number: string,
  {
    from = supplier,
    reference = 'ORC-1',
    status = 'enviada',
    item = '1',
    product = '',
    price = '3,2155',
    quantity = '',
    why = '',
    justification = '',
    sent = '10/09/2025',
    decided = '',
    reason = '',
    freight = '',
  } = {},
): string =>
  `${number};${from.document};${reference};${status};${sent};${decided};${reason};${item};${product};${price};${quantity};${why};${justification};${freight}`;

const orderBy = (number: string) =>
  q.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst();

describe('a file of orders', () => {
  it('creates orders with number, status and history, one for all rows of a number, and notifies no one', async () => {
    const events = await q
      .selectFrom('events')
      .select('id')
      .where('type', 'like', 'order.%')
      .execute();
    const done = await desk.store(
      'orders',
      ORDERS,
      order('2025-001'),
      order('2025-002', { status: 'cancelada', awarded: '', finished: '' }),
      more('2025-001', 'herbicida alfa', '200', 'litros'),
    );
    assert.deepEqual(
      [done.created, done.summary.total, done.rows[0]?.warnings],
      [2, 3, ['Unidade: "Kg." foi lida como KG.']],
    );
    const stored = await orderBy('2025-001');
    assert.deepEqual(
      [
        stored?.status,
        stored?.producer_id,
        stored?.items_count,
        stored?.has_pesticide,
        stored?.delivery_city_id,
        stored?.deadline_date,
      ],
      ['finalizada', producer.producerId, 2, true, 5107925, '2025-09-15'],
    );
    assert.deepEqual(
      [stored?.published_at, stored?.awarded_at, stored?.finished_at].map((time) =>
        String(time).slice(0, 16),
      ),
      ['2025-08-04 12:00', '2025-09-18 12:00', '2025-10-05 12:00'],
    );
    const items = await q
      .selectFrom('order_items')
      .select(['position', 'product_id', 'quantity', 'unit'])
      .where('order_id', '=', stored?.id ?? 0)
      .orderBy('position')
      .execute();
    assert.deepEqual(items, [
      { position: 1, product_id: urea.id, quantity: '1500.500', unit: 'KG' },
      { position: 2, product_id: herbicide.id, quantity: '200.000', unit: 'L' },
    ]);
    const { body } = await service.call<{ data: { label: string; actor: string }[] }>(
      'GET',
      `/api/v1/producer/orders/${stored?.uuid}/timeline`,
      { token: producer.token },
    );
    assert.deepEqual(
      body.data.map(({ label, actor }) => [label, actor]),
      [['Cotação importada pela administração', 'Administração']],
    );
    assert.equal(
      (
        await service.call('GET', `/api/v1/producer/orders/${stored?.uuid}`, {
          token: producer.token,
        })
      ).status,
      200,
    );
    assert.equal(
      (await q.selectFrom('events').select('id').where('type', 'like', 'order.%').execute()).length,
      events.length,
    );
    assert.equal(
      (
        await desk.preview(
          'orders',
          ORDERS,
          order('2025-001'),
          order('2025-002', { status: 'cancelada', awarded: '', finished: '' }),
        )
      ).rows.every(({ action }) => action === 'skip'),
      true,
    );
  });

  it('reports what is wrong with each row, and which rows wait for another row of the same order', async () => {
    const preview = await desk.preview(
      'orders',
      ORDERS,
      order('E-1', { product: 'Nada' }),
      more('E-1', 'Ureia 46%', '10'),
      order('E-2', { product: 'Gêmeo' }),
      order('E-3', { quantity: '0', unit: 'balde' }),
      order('E-4', { status: 'publicada', deadline: '15/09/2025', awarded: '', finished: '' }),
      order('E-5', { deadline: '31/02/2025', status: 'perdida' }),
      order('E-6', { published: '01/10/2025' }),
      order('E-7', { finished: '01/01/2099' }),
      order('E-8').replace('Insumos da safra', ''),
      order('E-8').replace('MT', 'GO'),
      order('2025-001').replace(producer.document ?? '', '529.982.247-25'),
    );
    assert.deepEqual(errorsOf(preview), {
      2: ['Produto: Este produto não existe.'],
      3: ['Cotação: A linha 2, do mesmo registro, tem erro.'],
      4: ['Produto: Há mais de um produto com este nome. Informe também o subtipo.'],
      5: ['Quantidade: Deve ser maior que zero.', 'Unidade: Esta unidade não existe.'],
      6: ['Prazo: O prazo já passou: uma cotação publicada precisa de um prazo de hoje em diante.'],
      7: [
        'Prazo: Use uma data válida, por exemplo 31/12/2026.',
        'Status: Use um destes valores: rascunho, pendente, publicada, em análise, adjudicada, finalizada, cancelada, revogada, expirada.',
      ],
      8: ['Adjudicada em: Esta data vem antes de Publicada em.'],
      9: ['Finalizada em: Esta data ainda não chegou.'],
      10: ['Descrição: Preencha este campo.'],
      11: [
        'Descrição: Está diferente da linha 10, do mesmo registro.',
        'UF de entrega: Está diferente da linha 10, do mesmo registro.',
      ],
      12: ['Produtor (CPF ou CNPJ): Este produtor não existe.'],
    });
  });

  it('distinguishes products of the same name by their subtype', async () => {
    const { name } = await q
      .selectFrom('product_subtypes')
      .select('name')
      .where('id', '=', twinB.subtypeId)
      .executeTakeFirstOrThrow();
    await desk.store(
      'orders',
      ORDERS,
      order('2025-003', { product: 'GEMEO', subtype: name, unit: '' }),
    );
    const item = await q
      .selectFrom('order_items as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['i.product_id', 'i.unit'])
      .where('o.number', '=', '2025-003')
      .executeTakeFirst();
    assert.deepEqual(
      [item, twinA.id === item?.product_id],
      [{ product_id: twinB.id, unit: 'L' }, false],
    );
  });

  it('reserves its numbers, so that they are never assigned again', async () => {
    const year = today.slice(0, 4);
    await desk.store('orders', ORDERS, order(`COT-${year}-000041`));
    const { body } = await service.call<{ number: string }>('POST', '/api/v1/producer/orders', {
      token: producer.token,
      body: { description: 'Nova', deadline_date: today, items: [] },
    });
    assert.equal(body.number, `COT-${year}-000042`);
  });

  it('may contain an open order, on which suppliers can bid', async () => {
    await desk.store(
      'orders',
      ORDERS,
      order('ABERTA-1', {
        status: 'publicada',
        deadline: today,
        published: '',
        awarded: '',
        finished: '',
      }),
    );
    const stored = await orderBy('ABERTA-1');
    const { body } = await service.call<{ data: { number: string }[]; meta: { total: number } }>(
      'GET',
      '/api/v1/supplier/orders',
      { token: supplier.token },
    );
    assert.deepEqual(
      [body.data.map(({ number }) => number), body.meta.total, stored?.status],
      [['ABERTA-1'], 1, 'publicada'],
    );
  });
});

describe('a file of proposals', () => {
  it('creates proposals with their items and exact totals, accepted and rejected ones', async () => {
    await desk.store('orders', ORDERS, order('P-1'), more('P-1', 'Herbicida Alfa', '200'));
    const done = await desk.store(
      'proposals',
      PROPOSALS,
      offer('P-1', { status: 'aceita', decided: '18/09/2025', freight: '1.200,00' }),
      offer('P-1', { item: '', product: 'herbicida alfa', price: '', why: 'sem estoque' }).replace(
        'enviada',
        '',
      ),
      offer('P-1', {
        from: rival,
        reference: '',
        status: 'recusada',
        decided: '18/09/2025',
        reason: 'Caro',
        price: '4',
        quantity: '1000',
      }),
    );
    assert.deepEqual([done.created, done.rows[0]?.data['total_price']], [2, 4824.86]);
    const stored = await q
      .selectFrom('proposals as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select([
        'p.id',
        'p.uuid',
        'p.status',
        'p.total_amount',
        'p.freight_amount',
        'p.supplier_reference',
        'p.rejection_reason',
        'p.submitted_at',
        'p.accepted_at',
        'o.uuid as order_uuid',
      ])
      .where('o.number', '=', 'P-1')
      .orderBy('p.status')
      .execute();
    assert.deepEqual(
      stored.map(
        ({ status, total_amount, freight_amount, supplier_reference, rejection_reason }) => [
          status,
          total_amount,
          freight_amount,
          supplier_reference,
          rejection_reason,
        ],
      ),
      [
        ['accepted', '4824.86', '1200.00', 'ORC-1', null],
        ['rejected', '4000.00', null, null, 'Caro'],
      ],
    );
    assert.deepEqual(
      [stored[0]?.submitted_at, stored[0]?.accepted_at].map((time) => String(time).slice(0, 10)),
      ['2025-09-10', '2025-09-18'],
    );
    const items = await q
      .selectFrom('proposal_items')
      .select(['unit_price', 'quantity', 'total_price', 'justification_type', 'justification'])
      .where('proposal_id', '=', stored[0]?.id ?? 0)
      .orderBy('id')
      .execute();
    assert.deepEqual(items, [
      {
        unit_price: '3.2155',
        quantity: '1500.500',
        total_price: '4824.86',
        justification_type: null,
        justification: null,
      },
      {
        unit_price: null,
        quantity: '200.000',
        total_price: '0.00',
        justification_type: 'out_of_stock',
        justification: 'Sem estoque',
      },
    ]);
    const received = await service.call<unknown[]>(
      'GET',
      `/api/v1/orders/${stored[0]?.order_uuid}/proposals/received`,
      { token: producer.token },
    );
    assert.deepEqual([received.status, received.body.length], [200, 2]);
    assert.equal(
      (await service.call('GET', `/api/v1/proposals/${stored[0]?.uuid}`, { token: supplier.token }))
        .status,
      200,
    );
    const notices = await q
      .selectFrom('events')
      .select('id')
      .where('type', 'like', 'proposal.%')
      .execute();
    assert.equal(notices.length, 0, 'history causes no notification');
  });

  it('creates nothing when it is sent again', async () => {
    const preview = await desk.preview(
      'proposals',
      PROPOSALS,
      offer('P-1', { status: 'aceita', decided: '18/09/2025', freight: '1.200,00' }),
      offer('P-1', { from: rival, reference: '', status: 'recusada', price: '4' }),
      offer('P-1', { from: rival, reference: 'OUTRA', price: '5' }),
    );
    assert.deepEqual(
      [preview.summary.invalid, preview.rows.map(({ action }) => action)],
      [0, ['skip', 'skip', 'create']],
    );
  });

  const TERMS =
    'Cotação;CNPJ do fornecedor;Referência;Status;Enviada em;Item;Preço unitário;Frete;Validade;Similar (sim/não)';
  const termed = (reference: string, rest: string): string =>
    `P-2;${supplier.document};${reference};enviada;10/09/2025;1;3,20;${rest}`;

  it('reads a freight in words, as suppliers write it', async () => {
    await desk.store('orders', ORDERS, order('P-2'));
    await desk.store(
      'proposals',
      TERMS,
      termed('CIF', 'Incluso;;'),
      termed('FOB', 'por conta do produtor;;'),
      termed('VALOR', 'R$ 1.200,00;;'),
      termed('NADA', ';;'),
    );
    const stored = await q
      .selectFrom('proposals as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .where('o.number', '=', 'P-2')
      .select(['p.supplier_reference', 'p.freight_kind', 'p.freight_amount'])
      .orderBy('p.supplier_reference')
      .execute();
    assert.deepEqual(
      stored.map((one) => Object.values(one)),
      [
        ['CIF', 'included', null],
        ['FOB', 'by_producer', null],
        ['NADA', null, null],
        ['VALOR', null, '1200.00'],
      ],
    );
    assert.deepEqual(
      errorsOf(await desk.preview('proposals', TERMS, termed('TALVEZ', 'talvez;;'))),
      {
        2: [
          'Frete (valor ou incluso): Use um destes valores: 1.200,00, incluso, por conta do produtor.',
        ],
      },
    );
  });

  it('dates no proposal before its order was published', async () => {
    const published = new Date(service.app.platform.clock.now().getTime() + 1000);
    await desk.store(
      'orders',
      ORDERS,
      order('P-4', { status: 'expirada', awarded: '', finished: '' }),
    );
    await q
      .updateTable('orders')
      .set({ published_at: published })
      .where('number', '=', 'P-4')
      .execute();
    const day = today.split('-').toReversed().join('/');
    const dated = (reference: string, sent: string): string =>
      termed(reference, ';;').replace('P-2', 'P-4').replace('10/09/2025', sent);
    assert.deepEqual(errorsOf(await desk.preview('proposals', TERMS, dated('A', '10/09/2025'))), {
      2: [`Enviada em: A cotação só foi publicada em ${day}.`],
    });
    await desk.store('proposals', TERMS, dated('B', day));
    const { submitted_at } = await q
      .selectFrom('proposals')
      .select('submitted_at')
      .where('supplier_reference', '=', 'B')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.equal(new Date(String(submitted_at)).getTime(), published.getTime());
  });

  it('refuses a similar product where the item takes none', async () => {
    await desk.store('orders', `${ORDERS};Aceita similar`, `${order('P-3')};não`);
    const row = (reference: string, similar: string) =>
      termed(reference, `;;${similar}`).replace('P-2', 'P-3');
    assert.deepEqual(
      errorsOf(await desk.preview('proposals', TERMS, row('A', 'não'), row('B', 'sim'))),
      {
        3: [
          'Similar (sim/não): O produtor não aceita similar neste item: ofereça o produto pedido ou diga por que não cota.',
        ],
      },
    );
  });

  it('refuses a validity that ended before the proposal was sent', async () => {
    await desk.store('orders', ORDERS, order('P-5'));
    const row = (reference: string, validity: string) =>
      termed(reference, `;${validity};`).replace('P-2', 'P-5');
    assert.deepEqual(
      errorsOf(
        await desk.preview('proposals', TERMS, row('A', '09/09/2025'), row('B', '10/09/2025')),
      ),
      { 2: ['Validade: A validade é anterior ao dia do envio da proposta.'] },
    );
  });

  it('reports values that contradict each other', async () => {
    await desk.store(
      'orders',
      ORDERS,
      order('R-1', {
        status: 'rascunho',
        deadline: today,
        published: '',
        awarded: '',
        finished: '',
      }),
      order('R-2', { status: 'expirada', awarded: '', finished: '' }),
      order('R-3', { closure: 'fechada' }),
      more('R-3', 'Herbicida Alfa', '5'),
    );
    const preview = await desk.preview(
      'proposals',
      PROPOSALS,
      offer('NADA-1'),
      offer('P-1').replace(supplier.document ?? '', '11.222.333/0001-81'),
      offer('R-1'),
      offer('R-2', { status: 'aceita' }),
      offer('P-1', { from: rival, reference: 'B', status: 'aceita' }),
      offer('R-2', { reference: 'C', item: '9' }),
      offer('R-2', { reference: 'D', price: '' }),
      offer('R-3'),
      offer('R-2', { reference: 'E' }),
      offer('R-2', { reference: 'E' }),
      offer('R-2', { reference: 'F', price: '9999999999999' }),
      offer('R-2', { reference: 'G', status: 'rascunho', sent: '' }),
      offer('R-2', { reference: 'H', price: '1,23456', freight: '1e400' }),
    );
    assert.deepEqual(errorsOf(preview), {
      2: ['Cotação: Esta cotação não existe.'],
      3: ['Fornecedor (CNPJ): Este fornecedor não existe.'],
      4: ['Status: Uma cotação com status rascunho não tem propostas.'],
      5: ['Status: Uma cotação com status expirada não tem proposta aceita.'],
      6: [
        'Status: Já foi comprado de outra proposta desta cotação: marque em “Comprado” só os itens comprados desta.',
      ],
      7: ['Item: Este item não está na cotação.'],
      8: ['Preço unitário: Informe o preço unitário ou uma justificativa.'],
      9: ['Cotação: A cotação é fechada: todos os itens precisam de preço.'],
      10: ['Cotação: A linha 11, do mesmo registro, tem erro.'],
      11: ['Produto: Este item já está na linha 10.'],
      12: ['Preço unitário: O total (preço × quantidade) passa do máximo de 9.999.999.999.999,99.'],
      13: ['Status: Só uma cotação publicada tem rascunhos de proposta.'],
      14: [
        'Frete (valor ou incluso): Informe um número, por exemplo 1234,56.',
        'Preço unitário: Use no máximo 4 casas decimais.',
      ],
    });
  });
});

describe('a file of proposals that were bought in part', () => {
  const PARTS =
    'Cotação;CNPJ do fornecedor;Referência;Status;Decidida em;Item;Preço unitário;Frete;Aceita parte;Mínimo;Frete proporcional;Comprado';
  interface Part {
    readonly from?: { readonly document: string | null };
    readonly reference?: string;
    readonly status?: string;
    readonly item?: string;
    readonly price?: string;
    readonly freight?: string;
    readonly terms?: string;
    readonly bought?: string;
  }
  /** The terms are `aceita parte;mínimo;frete proporcional`. */
  const part = (
    number: string,
    {
      from = supplier,
      reference = 'A',
      status = 'aceita',
      item = '1',
      price = '10',
      freight = '',
      terms = ';;',
      bought = '',
    }: Part = {},
  ): string =>
    `${number};${from.document};${reference};${status};18/09/2025;${item};${price};${freight};${terms};${bought}`;
  const open = { status: 'adjudicada', finished: '' };
  const purchasesOf = (number: string) =>
    q
      .selectFrom('purchases as s')
      .innerJoin('orders as o', 'o.id', 's.order_id')
      .innerJoin('proposals as p', 'p.id', 's.proposal_id')
      .select([
        'p.supplier_reference as reference',
        'p.allows_partial',
        'p.partial_minimum',
        'p.freight_rule',
        'p.awarded_whole',
        's.kind',
        's.state',
        's.items_count',
        's.items_amount',
        's.freight_amount',
        's.awarded_at',
      ])
      .where('o.number', '=', number)
      .orderBy('p.supplier_reference')
      .execute();

  it('stores a purchase of the marked items for each, as of the decision', async () => {
    for (const [number, fields] of [
      ['C-1', open],
      ['C-2', {}],
    ] as const) {
      await desk.store(
        'orders',
        ORDERS,
        order(number, fields),
        more(number, 'Herbicida Alfa', '200'),
      );
      const done = await desk.store(
        'proposals',
        PARTS,
        part(number, { freight: '100', terms: 'sim;500;sim', bought: 'sim' }),
        part(number, { item: '2', freight: '100', terms: 'sim;500;sim', bought: 'não' }),
        part(number, { from: rival, reference: 'B', item: '2', terms: ';;', bought: 'sim' }),
        part(number, { from: rival, reference: 'C', status: 'enviada' }),
      );
      assert.equal(done.created, 3, JSON.stringify(done.rows.map(({ errors }) => errors)));
    }
    const [first, second, ...others] = await purchasesOf('C-1');
    assert.deepEqual(
      [first, second].map((one) => [one?.reference, one?.kind, one?.state, one?.items_count]),
      [
        ['A', 'partial', 'awarded', 1],
        ['B', 'whole', 'awarded', 1],
      ],
    );
    // 15.005,00 of 17.005,00.
    assert.deepEqual(
      [first?.items_amount, first?.freight_amount, second?.items_amount, second?.freight_amount],
      ['15005.00', '88.24', '2000.00', null],
    );
    assert.deepEqual(
      [first?.allows_partial, first?.partial_minimum, first?.freight_rule, first?.awarded_whole],
      [true, '500.00', 'proportional', false],
    );
    assert.equal(String(first?.awarded_at).slice(0, 10), '2025-09-18');
    assert.deepEqual(others, []);
    assert.deepEqual(
      (await purchasesOf('C-2')).map(({ state }) => state),
      ['received', 'received'],
    );
    const settled = await q
      .selectFrom('purchase_items as i')
      .innerJoin('purchases as s', 's.id', 'i.purchase_id')
      .innerJoin('orders as o', 'o.id', 's.order_id')
      .select('i.settlement')
      .where('o.number', '=', 'C-2')
      .execute();
    assert.deepEqual(
      settled.map(({ settlement }) => settlement),
      ['unrecorded', 'unrecorded'],
    );
  });

  it('refuses what cannot have been bought', async () => {
    await desk.store('orders', ORDERS, order('C-3', open), more('C-3', 'Herbicida Alfa', '200'));
    await desk.store('proposals', PARTS, part('C-3', { terms: 'sim;;', bought: 'sim' }));
    const taken =
      'Já foi comprado de outra proposta desta cotação: marque em “Comprado” só os itens comprados desta.';
    const as = { from: rival, item: '2' };
    const preview = await desk.preview(
      'proposals',
      PARTS,
      part('C-3', { ...as, reference: 'B', item: '1', bought: 'sim' }),
      part('C-3', { ...as, reference: 'C', item: '1' }),
      part('C-3', { ...as, reference: 'D', status: 'enviada', bought: 'sim' }),
      part('C-3', { ...as, reference: 'E', bought: 'não' }),
      part('C-3', { ...as, reference: 'F', terms: 'não;10;', bought: 'sim' }),
      part('C-3', { ...as, reference: 'G', item: '1', terms: 'não;;', bought: 'não' }),
      part('C-3', { ...as, reference: 'G', terms: 'não;;', bought: 'sim' }),
      part('C-3', { ...as, reference: 'H', terms: 'talvez;;', bought: 'sim' }),
      part('C-3', { ...as, reference: 'I', bought: 'sim' }),
      part('C-3', { ...as, reference: 'J', bought: 'sim' }),
      part('C-3', { ...as, reference: 'K', status: 'enviada', terms: 'não;;sim' }),
    );
    assert.deepEqual(errorsOf(preview), {
      2: [`Comprado (sim/não): ${taken}`],
      3: [`Status: ${taken}`],
      4: ['Comprado (sim/não): Só se compra de uma proposta aceita.'],
      5: ['Comprado (sim/não): Uma proposta aceita tem pelo menos um item comprado.'],
      6: ['Mínimo: O mínimo vale para quem aceita vender em parte: marque essa opção.'],
      7: [
        'Comprado (sim/não): A proposta não aceita vender em parte: marque todos os itens com preço, ou escreva sim em “Aceita parte”.',
      ],
      8: ['Cotação: A linha 7, do mesmo registro, tem erro.'],
      9: ['Aceita parte (sim/não): Escreva sim ou não.'],
      11: [`Comprado (sim/não): ${taken}`],
      12: [
        'Frete proporcional (sim/não): O frete proporcional vale para quem aceita vender em parte: escreva sim em “Aceita parte”.',
      ],
    });
    await desk.store('orders', ORDERS, order('C-4', open), more('C-4', 'Herbicida Alfa', '200'));
    const below = await desk.preview(
      'proposals',
      PARTS,
      part('C-4', { terms: 'sim;15.005,01;', bought: 'sim' }),
      part('C-4', { item: '2', terms: 'sim;15.005,01;', bought: 'não' }),
      part('C-4', { from: rival, reference: 'B', item: '2', terms: 'sim;90000;', bought: 'sim' }),
    );
    assert.deepEqual(errorsOf(below), {
      2: [
        'Mínimo: Os itens comprados somam menos que o mínimo: corrija o mínimo ou os itens marcados.',
      ],
      3: ['Cotação: A linha 2, do mesmo registro, tem erro.'],
    });
  });
});

describe('a file of products', () => {
  it('follows the rules of the catalogue, and states how a unit was read', async () => {
    const [type, subtype] = await Promise.all([
      q
        .selectFrom('product_types')
        .select('name')
        .where('id', '=', urea.typeId)
        .executeTakeFirstOrThrow(),
      q
        .selectFrom('product_subtypes')
        .select('name')
        .where('id', '=', urea.subtypeId)
        .executeTakeFirstOrThrow(),
    ]);
    const done = await desk.store(
      'products',
      'Tipo;Subtipo;Produto;Unidade de medida;Status',
      `${type.name};${subtype.name};MAP 11-52;Kg.;ativo`,
      `${type.name};${subtype.name};UREIA 46%;KG;`,
    );
    assert.deepEqual(
      [done.created, done.skipped, done.rows[0]?.warnings],
      [1, 1, ['Unidade: "Kg." foi lida como KG.']],
    );
    assert.deepEqual(
      await q
        .selectFrom('products')
        .select(['unit', 'active'])
        .where('name', '=', 'MAP 11-52')
        .executeTakeFirst(),
      { unit: 'KG', active: true },
    );
  });
});
