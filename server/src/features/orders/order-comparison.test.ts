import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { ProducerDashboard, ProducerOrder, Timeline } from '@lavra/contract/orders/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestProducer,
  type TestSupplier,
} from '../../../test/people.ts';
import {
  buildProposal,
  type OfferFields,
  type ProposalFields,
  type TestProposal,
} from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';

interface Refusal {
  error: string;
  code: string;
}
type Row = OrderComparison['rows'][number];
type Cell = Row['cells'][number];

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const orders = '/api/v1/producer/orders';
// Ids that no other table uses, so that a reply can be searched for them.
await sql`ALTER TABLE suppliers ALTER COLUMN id RESTART WITH 7770001`.execute(service.db.q);

const producer = await buildProducer(service);
const compare = <B = OrderComparison>(
  order: TestOrder,
  uuids: readonly string[],
  token = producer.token,
) =>
  service.call<B>(
    'GET',
    `${orders}/${order.uuid}/comparison?${uuids.map((uuid) => `proposals[]=${uuid}`).join('&')}`,
    { token },
  );

async function offer(
  order: TestOrder,
  items: readonly OfferFields[],
  more: Partial<ProposalFields> & { supplier?: TestSupplier } = {},
): Promise<TestProposal> {
  const { supplierId } = more.supplier ?? (await buildSupplier(service));
  return buildProposal(service, { ...more, orderId: order.id, supplierId, items });
}

/**
 * Four items with quantities of 100, 10, 2.5 and 50; three proposals, each with prices for three
 * items.
 */
async function negotiation(owner: TestProducer = producer) {
  const products = [
    await buildProduct(service, { active_ingredient: 'Glifosato', concentration: '480 g/L' }),
    await buildProduct(service),
    await buildProduct(service, { active_ingredient: 'Mancozebe', concentration: '800 g/kg' }),
    await buildProduct(service),
  ];
  const quantities = ['100', '10', '2.5', '50'];
  const order = await buildOrder(service, {
    producerId: owner.producerId,
    items: products.map((product, index) => ({ product, quantity: quantities[index] ?? '1' })),
  });
  const [first, second, third, fourth] = order.items;
  assert.ok(first && second && third && fourth);
  const stronger = await buildProduct(service, {
    name: 'Glifosato Forte',
    active_ingredient: 'glifosato',
    concentration: '500 g/L',
  });
  const twin = await buildProduct(service, {
    name: 'Mancozebe Gêmeo',
    active_ingredient: 'MANCOZEBE',
    concentration: '800g/kg',
  });
  const one = await offer(
    order,
    [
      { item: first, price: '10' },
      { item: second, price: '5.5555' },
      { item: third, price: '100' },
      { item: fourth, justification: 'Não trabalhamos com este', justificationType: 'unavailable' },
    ],
    { freight: '100', validity: '2026-11-19' },
  );
  const two = await offer(
    order,
    [
      { item: first, price: '10', similar: { name: 'Genérico 480' } },
      { item: second, price: '5' },
      { item: third, price: '101.05', productId: twin.id },
    ],
    { partialFrom: '750.50', freightRule: 'proportional' },
  );
  const three = await offer(order, [
    { item: first, price: '11', productId: stronger.id, similar: { description: 'Mais forte' } },
    { item: second },
    { item: third, price: '99.99' },
    { item: fourth, price: '2', quantity: '40' },
  ]);
  return { order, one, two, three };
}

const cellsOf = (body: OrderComparison, proposal: TestProposal): Cell[] =>
  body.rows
    .map((row) => row.cells.find((cell) => cell.proposal === proposal.uuid))
    .filter((cell) => cell !== undefined);
const columnOf = (body: OrderComparison, proposal: TestProposal) =>
  body.proposals.find((column) => column.proposal === proposal.uuid);

describe('the best price of an item', () => {
  it('is that of an offer of all that is asked for, not of one litre of 300', async () => {
    const product = await buildProduct(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product, quantity: '300' }],
    });
    const [item] = order.items;
    assert.ok(item);
    const whole = await offer(order, [{ item, price: '25' }]);
    const litre = await offer(order, [{ item, price: '20', quantity: '1' }]);
    const { body } = await compare(order, [whole.uuid, litre.uuid]);
    assert.deepEqual([body.best_total, body.rows[0]?.best_unit_price], [7500, 25]);
    assert.deepEqual(
      [whole, litre].map((each) => {
        const [cell] = cellsOf(body, each);
        return [
          columnOf(body, each)?.best_prices,
          cell?.is_best,
          cell?.difference_percent,
          cell?.aside_reason,
        ];
      }),
      [
        [1, true, 0, null],
        [0, false, null, 'less_than_requested'],
      ],
    );
  });

  it('is not that of a similar product where the item takes none', async () => {
    const product = await buildProduct(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product, quantity: '300', allowSimilar: false }],
    });
    const [item] = order.items;
    assert.ok(item);
    const same = await offer(order, [{ item, price: '25' }]);
    // Sent before such an offer was refused.
    const other = await offer(order, [{ item, price: '22', similar: { name: 'Genérico' } }]);
    const { body } = await compare(order, [same.uuid, other.uuid]);
    assert.deepEqual([body.best_total, body.common_items], [7500, 0]);
    assert.deepEqual(
      [same, other].map((each) => {
        const [cell] = cellsOf(body, each);
        return [cell?.is_best, cell?.aside_reason];
      }),
      [
        [true, null],
        [false, 'similar_not_accepted'],
      ],
    );
  });
});

describe('the comparison of three proposals', async () => {
  const { order, one, two, three } = await negotiation();
  const { status, body } = await compare(order, [three.uuid, one.uuid, two.uuid]);

  it('orders columns and rows by the letters of the proposals', () => {
    assert.equal(status, 200);
    assert.deepEqual(
      body.proposals.map((column) => column.label),
      ['Proposta A', 'Proposta B', 'Proposta C'],
    );
    for (const row of body.rows)
      assert.deepEqual(
        row.cells.map((cell) => cell.proposal),
        body.proposals.map((column) => column.proposal),
      );
    assert.deepEqual(
      body.rows.map((row) => [row.item.position, row.item.quantity]),
      [
        [1, 100],
        [2, 10],
        [3, 2.5],
        [4, 50],
      ],
    );
    assert.deepEqual([body.order.id, body.order.total_itens], [order.id, 4]);
  });

  it('has totals that equal those computed by hand', () => {
    const sums = [one, two, three].map((proposal) => {
      const column = columnOf(body, proposal);
      return [
        column?.total_amount,
        column?.common_total,
        column?.landed_total,
        column?.freight_amount,
        column?.landed_unknown,
        column?.is_lowest_common_total,
      ];
    });
    // 1000 + 55.555 rounded up + 250; 1000 + 50 + 252.625 rounded up; 1100 + 249.975 rounded up +
    // 80. All proposals price items 1 and 3.
    assert.deepEqual(sums, [
      [1305.56, 1250, 1405.56, 100, null, true],
      [1302.63, 1252.63, 1302.63, null, 'freight_unknown', false],
      [1429.98, 1349.98, 1429.98, null, 'freight_unknown', false],
    ]);
    assert.equal(body.common_items, 2);
    assert.deepEqual(
      body.rows.map((row) => row.is_common),
      [true, false, true, false],
    );
  });

  it('says which of them are sold in part, and on which terms', () => {
    assert.deepEqual(
      [one, two].map((proposal) => {
        const column = columnOf(body, proposal);
        return [column?.allows_partial, column?.partial_minimum, column?.freight_rule];
      }),
      [
        [false, null, 'full'],
        [true, 750.5, 'proportional'],
      ],
    );
  });

  it('marks every best price in a tie, and shows how much more the others cost', () => {
    assert.deepEqual(
      body.rows.map((row) => row.best_unit_price),
      [10, 5, 99.99, null],
    );
    const marks = [one, two, three].map((proposal) =>
      cellsOf(body, proposal).map((cell) => [cell.is_best, cell.difference_percent]),
    );
    assert.deepEqual(marks, [
      [
        [true, 0],
        [false, 11.1],
        [false, 0],
        [false, null],
      ],
      [
        [true, 0],
        [true, 0],
        [false, 1.1],
        [false, null],
      ],
      [
        [false, 10],
        [false, null],
        [true, 0],
        [false, null],
      ],
    ]);
    assert.deepEqual(
      [one, two, three].map((proposal) => columnOf(body, proposal)?.best_prices),
      [1, 2, 1],
    );
    // The last item has one price alone, for 40 of 50.
    assert.deepEqual(
      cellsOf(body, three).map(({ is_only, aside_reason }) => [is_only, aside_reason]),
      [
        [false, null],
        [false, null],
        [false, null],
        [false, 'less_than_requested'],
      ],
    );
    assert.ok([one, two].every((each) => cellsOf(body, each).every(({ is_only }) => !is_only)));
  });

  it('contains the best combination: each item from the cheapest proposal that supplies it', () => {
    // 1000 + 50 + 249.98; of the last item only 40 of 50 are offered
    assert.equal(body.best_total, 1299.98);
  });

  it('shows how many items each proposal covers, and why an item has no price', () => {
    for (const proposal of [one, two, three]) {
      const column = columnOf(body, proposal);
      assert.deepEqual(
        [column?.priced_items, column?.total_items, column?.coverage_label],
        [3, 4, '3 de 4 itens'],
      );
    }
    const [unpriced, absent] = [cellsOf(body, one)[3], cellsOf(body, two)[3]];
    assert.deepEqual(
      [
        unpriced?.is_priced,
        unpriced?.unit_price,
        unpriced?.total_price,
        unpriced?.quantity,
        unpriced?.justification,
        unpriced?.justification_label,
      ],
      [false, null, null, 50, 'Não trabalhamos com este', 'Produto indisponível'],
    );
    assert.deepEqual(
      [absent?.is_priced, absent?.quantity, absent?.quantity_differs, absent?.justification],
      [false, null, false, null],
    );
    const partial = cellsOf(body, three)[3];
    assert.deepEqual(
      [partial?.quantity, partial?.quantity_differs, partial?.total_price],
      [40, true, 80],
    );
  });

  it('distinguishes similar products by active ingredient and concentration', () => {
    assert.deepEqual(cellsOf(body, three)[0]?.similar, {
      name: 'Glifosato Forte',
      description: 'Mais forte',
      equivalence: 'different_concentration',
      equivalence_label: 'Concentração diferente',
    });
    assert.deepEqual(cellsOf(body, two)[0]?.similar, {
      name: 'Genérico 480',
      description: null,
      equivalence: 'unknown',
      equivalence_label: 'Equivalência não verificada',
    });
    assert.equal(
      cellsOf(body, two)[2]?.similar?.equivalence,
      'same',
      'another product is shown as one even where the supplier did not call it similar',
    );
    assert.equal(cellsOf(body, one)[0]?.similar, null);
  });

  it('shows an expired validity without changing the status', () => {
    const column = columnOf(body, one);
    assert.deepEqual(
      [column?.status, column?.display_status, column?.validity_date],
      ['submitted', 'expired', '2026-11-19'],
    );
  });

  it('keeps the letters in every comparison of the session', async () => {
    const label = (each: OrderComparison, proposal: TestProposal) =>
      columnOf(each, proposal)?.label;
    const pair = await compare(order, [two.uuid, three.uuid]);
    for (const proposal of [two, three])
      assert.equal(label(pair.body, proposal), label(body, proposal));
    assert.equal(pair.body.common_items, 2);
    assert.deepEqual(
      pair.body.rows.map((row) => row.best_unit_price),
      [10, 5, 99.99, null],
    );
  });

  it('accepts a single proposal, which is not marked as the cheapest', async () => {
    const { body: alone } = await compare(order, [one.uuid]);
    assert.deepEqual(
      [alone.common_items, alone.best_total, columnOf(alone, one)?.is_lowest_common_total],
      [3, 1305.56, false],
    );
  });

  it('accepts both names of the parameter, and counts a repeated proposal once', async () => {
    const { status: ok, body: both } = await service.call<OrderComparison>(
      'GET',
      `${orders}/${order.id}/comparison?proposals=${one.uuid}&proposals=${two.uuid}&proposals[]=${one.uuid.toUpperCase()}`,
      { token: producer.token },
    );
    assert.deepEqual([ok, both.proposals.length], [200, 2]);
  });

  it('accepts one to three proposals of the same order', async () => {
    const four = await offer(order, []);
    const sizes = [[], [one, two, three, four]];
    for (const chosen of sizes) {
      const { status: refused, body: refusal } = await compare<Refusal>(
        order,
        chosen.map(({ uuid }) => uuid),
      );
      assert.deepEqual([refused, refusal.code], [422, 'comparison_size']);
    }
    const other = await negotiation();
    const draft = await offer(order, [], { status: 'draft' });
    for (const foreign of [
      other.one.uuid,
      draft.uuid,
      '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
      `urn:uuid:${one.uuid}`,
    ]) {
      const { status: refused, body: refusal } = await compare<Refusal>(order, [one.uuid, foreign]);
      assert.deepEqual([refused, refusal.code], [422, 'comparison_foreign'], foreign);
    }
    assert.equal((await compare(order, ['abc'])).status, 422);
    assert.equal(
      (
        await service.call(
          'GET',
          `${orders}/${order.id}/comparison?proposals=${one.uuid}&colour=x`,
          { token: producer.token },
        )
      ).status,
      422,
    );
  });
});

describe('proposals with equal prices and unequal quantities', () => {
  it('are best only in the full quantity, and have no ranked common total', async () => {
    const order = await buildOrder(service, { producerId: producer.producerId });
    const [item] = order.items;
    assert.ok(item);
    const [whole, part] = [
      await offer(order, [{ item, price: '3' }]),
      await offer(order, [{ item, price: '3', quantity: '60' }]),
    ];
    const { body } = await compare(order, [whole.uuid, part.uuid]);
    assert.deepEqual(
      [
        body.best_total,
        body.common_items,
        ...[whole, part].flatMap((each) => cellsOf(body, each).map(({ is_best }) => is_best)),
      ],
      [300, 1, true, false],
    );
    assert.deepEqual(
      body.proposals.map((column) => column.is_lowest_common_total),
      [false, false],
    );
  });
});

describe('the supplier of a proposal', () => {
  const name = 'Agro Canário Ltda';
  const secrets = (supplier: TestSupplier): string[] => [
    supplier.name,
    'Agro Canário',
    'agrocanario',
    supplier.email,
    supplier.document ?? '',
    supplier.uuid,
    String(supplier.supplierId),
    '99876-5432',
  ];
  const assertAnonymous = (supplier: TestSupplier, reply: unknown): void => {
    const text = JSON.stringify(reply);
    for (const secret of secrets(supplier))
      assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${secret} in ${text}`);
    assert.doesNotMatch(text, /supplier|fornecedor_id/);
  };

  it('appears nowhere in the comparison, the timeline or the dashboard, free text included', async () => {
    const mine = await buildProducer(service);
    const supplier = await buildSupplier(service, { name, email: 'vendas@agrocanario.com.br' });
    const order = await buildOrder(service, { producerId: mine.producerId });
    const [item] = order.items;
    assert.ok(item);
    const revealing = `Aqui é a Agro Canário, vendas@agrocanario.com.br, (66) 99876-5432, www.agrocanario.com.br`;
    const proposal = await offer(
      order,
      [
        {
          item,
          price: '1',
          notes: revealing,
          justification: revealing,
          similar: { name: revealing, description: revealing },
        },
      ],
      { supplier, notes: revealing, paymentTerms: revealing },
    );
    await service.db.q
      .insertInto('order_events')
      .values({
        order_id: order.id,
        at: service.app.platform.clock.now(),
        event: 'proposal.submitted',
        actor_type: 'fornecedor',
        actor_id: supplier.userId,
        data: JSON.stringify({
          proposal_id: proposal.id,
          supplier_id: supplier.supplierId,
          note: revealing,
        }),
      })
      .execute();
    const replies = await Promise.all([
      compare(order, [proposal.uuid], mine.token),
      service.call('GET', `${orders}/${order.id}/timeline`, { token: mine.token }),
      service.call('GET', '/api/v1/producer/dashboard', { token: mine.token }),
      service.call('GET', `${orders}/${order.id}`, { token: mine.token }),
      service.call('GET', orders, { token: mine.token }),
    ]);
    for (const { status, body, headers } of replies) {
      assert.equal(status, 200);
      assertAnonymous(supplier, [body, headers]);
    }
    const [comparison] = replies;
    assert.match(String(comparison.body.proposals[0]?.notes), /^Aqui é a \[contato oculto\]/);
  });
});

describe('the timeline of an order', () => {
  it('shows the events with the role that caused them, the oldest first', async () => {
    const { body: order } = await service.call<ProducerOrder>('POST', orders, {
      token: producer.token,
      body: {
        description: 'Insumos',
        deadline_date: '2036-12-15',
        items: [{ product_id: (await buildProduct(service)).id, quantity: 1, unit: 'L' }],
      },
    });
    await service.call('POST', `${orders}/${order.id}/publish`, { token: producer.token });
    await service.db.q
      .insertInto('order_events')
      .values(
        [
          { event: 'proposal.submitted', actor_type: 'fornecedor' },
          { event: 'order.suspended', actor_type: 'admin' },
          { event: 'unheard.of', actor_type: 'system' },
          { event: 'order.expired', actor_type: 'system' },
        ].map((event) => ({ ...event, order_id: order.id, at: service.app.platform.clock.now() })),
      )
      .execute();
    const { status, body } = await service.call<Timeline>(
      'GET',
      `${orders}/${order.uuid}/timeline`,
      { token: producer.token },
    );
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ event, label, actor }) => [event, label, actor]),
      [
        ['order.created', 'Cotação criada', 'Produtor'],
        ['order.published', 'Cotação publicada', 'Produtor'],
        ['proposal.submitted', 'Proposta recebida', 'Fornecedor'],
        ['order.suspended', 'Cotação suspensa', 'Administração'],
        ['order.expired', 'Expirada sem propostas', 'Sistema'],
      ],
    );
    assert.match(body.data[0]?.at ?? '', /^2026-11-20 12:\d\d:\d\d$/);
  });
});

describe("an order in its producer's list", () => {
  it('shows the number of unread proposals, and the first day on which one expires', async () => {
    const mine = await buildProducer(service);
    const { order, one, two } = await negotiation(mine);
    const counted = async () => {
      const { body } = await service.call<ProducerOrder>('GET', `${orders}/${order.uuid}`, {
        token: mine.token,
      });
      return [body.proposals_count, body.new_proposals_count, body.next_validity_date];
    };
    assert.deepEqual(await counted(), [3, 3, '2026-11-19']);
    for (const [proposal, state] of [
      [one, 'viewed'],
      [two, 'shortlisted'],
    ] as const) {
      assert.equal(
        (
          await service.call('PUT', `/api/v1/producer/proposals/${proposal.uuid}/review`, {
            token: mine.token,
            body: { state },
          })
        ).status,
        200,
      );
    }
    assert.deepEqual(await counted(), [3, 1, '2026-11-19']);
    assert.equal(
      (
        await service.call('POST', `/api/v1/proposals/${one.uuid}/reject`, {
          token: mine.token,
          body: { reason: 'Validade curta' },
        })
      ).status,
      200,
    );
    assert.deepEqual(await counted(), [3, 1, null]);
  });
});

describe('large comparisons', () => {
  it('take turns, at most four of one producer, and leave small ones alone', async () => {
    const product = await buildProduct(service);
    const many = Array.from({ length: 101 }, () => ({ product }));
    const order = await buildOrder(service, { producerId: producer.producerId, items: many });
    const small = await negotiation();
    const [one, two] = [
      await offer(
        order,
        order.items.map((item) => ({ item, price: '10' })),
      ),
      await offer(
        order,
        order.items.map((item) => ({ item, price: '11' })),
      ),
    ];
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        compare<OrderComparison & Refusal>(order, [one.uuid, two.uuid]),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length <= 8, `${refused.length} refused`);
    for (const { status, body } of refused)
      assert.deepEqual([status, body.code], [429, 'proposals_busy_own']);
    const [again, beside] = await Promise.all([
      compare(order, [one.uuid, two.uuid]),
      ...Array.from({ length: 8 }, () => compare(small.order, [small.one.uuid])),
    ]);
    assert.deepEqual([again.status, beside?.status], [200, 200]);
  });
});

describe("the producer's dashboard", () => {
  const dashboard = async (token: string) =>
    service.call<ProducerDashboard>('GET', '/api/v1/producer/dashboard', { token });

  it('shows the numbers of orders and proposals, and what needs attention by nearest deadline', async () => {
    const mine = await buildProducer(service);
    const build = (fields: Partial<OrderFields>) =>
      buildOrder(service, { producerId: mine.producerId, ...fields });
    const [calm, near, offered, waiting, empty, drafted] = [
      await build({ deadline: '2026-11-24' }),
      await build({ deadline: '2026-11-23' }),
      await build({ deadline: '2027-01-10' }),
      await build({ status: 'em_analise', deadline: '2026-11-10' }),
      await build({ status: 'em_analise', deadline: '2027-02-01' }),
      await build({ status: 'rascunho', deadline: '2026-11-21' }),
    ];
    await offer(offered, []);
    await offer(waiting, []);
    await offer(empty, [], { status: 'cancelled' });
    await offer(near, [], { status: 'draft' });
    const { status, body } = await dashboard(mine.token);
    assert.equal(status, 200);
    assert.deepEqual(body.metrics, {
      orders_by_status: {
        rascunho: 1,
        pendente: 0,
        publicada: 3,
        em_analise: 2,
        adjudicada: 0,
        finalizada: 0,
        cancelada: 0,
        revogada: 0,
        expirada: 0,
      },
      proposals_received: 3,
      open_orders: 3,
      awaiting_decision: 1,
    });
    assert.deepEqual(
      body.attention.map((order) => order.id),
      [waiting, near, offered].map((order) => order.id),
    );
    assert.deepEqual(
      body.latest_orders.map((order) => order.id),
      [drafted, empty, waiting, offered, near].map((order) => order.id),
    );
    assert.ok(!body.attention.some((order) => order.id === calm.id));
  });

  it('is empty for a producer without orders, and visible only to producers', async () => {
    const { body } = await dashboard((await buildProducer(service)).token);
    assert.deepEqual(
      [body.attention, body.latest_orders, body.metrics.proposals_received],
      [[], [], 0],
    );
    assert.equal((await service.call('GET', '/api/v1/producer/dashboard')).status, 401);
    for (const other of [await buildSupplier(service), await buildAdmin(service)])
      assert.equal((await dashboard(other.token)).status, 403);
  });
});
