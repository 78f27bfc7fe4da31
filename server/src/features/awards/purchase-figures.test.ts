import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminDashboard, AdminPeriod, AdminWork } from '@lavra/contract/admin/dashboard';
import type { AdminProducer, PersonOrder } from '@lavra/contract/admin/producers';
import type { ReportSizes } from '@lavra/contract/admin/reports';
import type { AdminSupplier } from '@lavra/contract/admin/suppliers';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestSupplier,
} from '../../../test/people.ts';
import { buildProposal, type ProposalFields, type TestProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { readSheet, type Sheet } from '../reports/reports.fixture.ts';

// Orders of one producer, bought whole and by item. Each figure is computed by hand.

const service = await startService({ now: new Date('2027-03-17T15:00:00Z') });
const { q } = service.db;
const admin = await buildAdmin(service);
const producer = await buildProducer(service);
const product = await buildProduct(service);
const [ana, bia, caio] = [
  await buildSupplier(service, { name: 'Ana' }),
  await buildSupplier(service, { name: 'Bia' }),
  await buildSupplier(service, { name: 'Caio' }),
];

/** An order of so many items, each of 100 units. */
const ordered = (items: number): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: Array.from({ length: items }, () => ({ product })),
  });
const offered = (
  order: TestOrder,
  { supplierId }: TestSupplier,
  prices: readonly (string | null)[],
  fields: Partial<ProposalFields> = {},
): Promise<TestProposal> =>
  buildProposal(service, {
    orderId: order.id,
    supplierId,
    items: order.items.map((item, index) => ({ item, price: prices[index] ?? null })),
    ...fields,
  });

async function ok<B>(
  method: 'GET' | 'POST',
  url: string,
  { token }: { readonly token: string },
  body?: unknown,
): Promise<B> {
  const answer = await service.call<B>(method, `/api/v1/${url}`, { token, body });
  assert.equal(answer.status, 200, `${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const accept = ({ uuid }: TestProposal) => ok('POST', `proposals/${uuid}/accept`, producer);
const award = (order: TestOrder, ...choices: readonly (readonly [number, TestProposal])[]) =>
  ok('POST', `producer/orders/${order.uuid}/award`, producer, {
    items: choices.map(([index, { uuid }]) => ({
      order_item_id: order.items[index]?.id,
      proposal: uuid,
    })),
  });
const finalize = ({ uuid }: TestOrder) => ok('POST', `producer/orders/${uuid}/finalize`, producer);
const inPart = { partialFrom: '0' } as const;

// Two suppliers, one item each; the third item is not bought. Finished.
const split = await ordered(3);
const splitByAna = await offered(split, ana, ['10', '25', '30'], { ...inPart, freight: '90' });
const splitByBia = await offered(split, bia, ['12', '20', null], inPart);
await award(split, [0, splitByAna], [1, splitByBia]); // 1,000.00 and 2,000.00
await finalize(split);
// A whole accept, not finished.
const whole = await ordered(2);
const wholeByAna = await offered(whole, ana, ['1', '2']);
await accept(wholeByAna); // 300.00
// A whole accept, revoked.
const revoked = await ordered(1);
await accept(await offered(revoked, bia, ['7'])); // 700.00
await ok('POST', `admin/orders/${revoked.id}/revoke`, admin, { reason: 'Engano' });
// A second round, from another supplier.
const later = await ordered(2);
const laterByBia = await offered(later, bia, ['5', null], inPart);
const laterByCaio = await offered(later, caio, [null, '6'], inPart);
await award(later, [0, laterByBia]); // 500.00
await award(later, [1, laterByCaio]); // 600.00
// A second round, from the same proposal. Finished.
const again = await ordered(2);
const againByAna = await offered(again, ana, ['3', '4'], inPart);
await award(again, [0, againByAna]); // 300.00
await award(again, [1, againByAna]); // 400.00
await finalize(again);
// Nothing is decided.
const open = await ordered(4);
await offered(open, caio, ['9', '9', '9', '9']);

const dashboard = () => ok<AdminDashboard>('GET', 'admin/dashboard', admin);
const ofSupplier = async ({ supplierId }: TestSupplier): Promise<AdminSupplier['kpis']> =>
  (await ok<AdminSupplier>('GET', `admin/suppliers/${supplierId}`, admin)).kpis;
const own = async (supplier: TestSupplier): Promise<SupplierDashboard['metricas']> =>
  (await ok<SupplierDashboard>('GET', 'supplier/dashboard', supplier)).metricas;
async function sheet(view: string): Promise<Sheet['rows']> {
  const { raw } = await service.call('GET', `/api/v1/admin/reports/export/csv?view=${view}`, {
    token: admin.token,
  });
  return readSheet(raw).rows;
}
/** Returns the named cells of a report's rows. */
const cellsOf = async (view: string, ...headings: readonly string[]) =>
  (await sheet(view)).map((row) => headings.map((heading) => row[heading]));

describe('figures of orders bought whole and by item', () => {
  it('of the administration: amounts are bought, acceptances are counted', async () => {
    const { proposals, accepted_amount, items_bought_percent } = await dashboard();
    assert.deepEqual(proposals, { total: 8, accepted: 7 });
    assert.deepEqual(accepted_amount, { total: 5100, growth_percent: null });
    assert.equal(items_bought_percent, 88.9, '8 of the 9 items of four orders');
  });

  it('of a period and of a week', async () => {
    const period = await ok<AdminPeriod>(
      'GET',
      'admin/dashboard/period?start_date=2027-03-17&end_date=2027-03-17',
      admin,
    );
    assert.deepEqual([period.proposals_accepted, period.accepted_amount], [7, 5100]);
    const { figures } = await ok<AdminWork>('GET', 'admin/dashboard/work', admin);
    assert.deepEqual(
      figures
        .find(({ figure }) => figure === 'accepted_amount')
        ?.weeks.filter(({ value }) => value !== 0),
      [{ week: '2027-03-15', value: 5100 }],
    );
  });

  it('of the producer', async () => {
    const { kpis } = await ok<AdminProducer>(
      'GET',
      `admin/producers/${producer.producerId}`,
      admin,
    );
    const { orders_by_status: _, ...figures } = kpis;
    assert.deepEqual(figures, {
      savings: 3700, // 1,000 + 2,000 and 300 + 400
      proposals_received: 8,
      distinct_suppliers: 3,
      items_bought: 8,
      items_bought_percent: 88.9,
    });
    const { data } = await ok<{ data: PersonOrder[] }>(
      'GET',
      `admin/producers/${producer.producerId}/orders?sort=created_at`,
      admin,
    );
    assert.deepEqual(
      [split, whole, revoked, later, again, open].map(
        ({ id }) => data.find((order) => order.id === id)?.accepted_amount,
      ),
      [3000, 300, 700, 1100, 700, null],
      'of the revoked one, what it was',
    );
  });

  it('of each supplier, the same for the administration and for itself', async () => {
    assert.deepEqual(await ofSupplier(ana), {
      proposals: { total: 3, pending: 0, accepted: 3, rejected: 0 },
      orders_participated: 3,
      orders_won: 3, // one of them in two rounds
      negotiated_volume: 2000, // 1,000 + 300 + 300 + 400
      distinct_producers: 1,
      items_bought: 5,
      items_bought_percent: 71.4, // of 3 + 2 + 2
    });
    assert.deepEqual(await ofSupplier(bia), {
      proposals: { total: 3, pending: 0, accepted: 3, rejected: 0 },
      orders_participated: 3,
      orders_won: 3, // the revoked one was won
      negotiated_volume: 2500, // 2,000 + 500
      distinct_producers: 1,
      items_bought: 2,
      items_bought_percent: 40, // of 3 + 2
    });
    assert.deepEqual(await ofSupplier(caio), {
      proposals: { total: 2, pending: 1, accepted: 1, rejected: 0 },
      orders_participated: 2,
      orders_won: 1,
      negotiated_volume: 600,
      distinct_producers: 1,
      items_bought: 1,
      items_bought_percent: 50,
    });
    for (const [supplier, accepted, amount] of [
      [ana, 3, 2000],
      [bia, 3, 2500],
      [caio, 1, 600],
    ] as const) {
      const { propostas_aceitas, valor_aceito } = await own(supplier);
      assert.deepEqual([propostas_aceitas, valor_aceito], [accepted, amount]);
    }
  });

  it('of the report of orders: one row an order, whoever it bought from', async () => {
    assert.deepEqual(
      await cellsOf(
        'orders',
        'Código',
        'Código da proposta aceita',
        'Fornecedor vencedor',
        'Total aceito (R$)',
        'Frete aceito',
        'Frete aceito (R$)',
        'Itens comprados',
        'Total comprado (R$)',
      ),
      [
        [
          String(split.id),
          `${splitByAna.id}, ${splitByBia.id}`,
          'Ana, Bia',
          '3000,00',
          'Valor à parte, –',
          '90,00',
          '2',
          '3000,00',
        ],
        [String(whole.id), String(wholeByAna.id), 'Ana', '300,00', '', '', '2', '300,00'],
        [
          String(revoked.id),
          (await sheet('orders'))[2]?.['Código da proposta aceita'],
          'Bia',
        ].concat(['700,00', '', '', '', '']),
        [
          String(later.id),
          `${laterByBia.id}, ${laterByCaio.id}`,
          'Bia, Caio',
          '1100,00',
          '–, –',
          '',
          '2',
          '1100,00',
        ],
        [String(again.id), String(againByAna.id), 'Ana', '700,00', '', '', '2', '700,00'],
        [String(open.id), '', '', '', '', '', '', ''],
      ],
    );
  });

  it('of the reports of people', async () => {
    assert.deepEqual(
      await cellsOf(
        'producers',
        'Total aceito em cotações finalizadas (R$)',
        'Propostas recebidas',
      ),
      [['3700,00', '8']],
    );
    assert.deepEqual(
      await cellsOf('suppliers', 'Nome', 'Propostas aceitas', 'Total negociado (R$)'),
      [
        ['Ana', '3', '2000,00'],
        ['Bia', '3', '2500,00'],
        ['Caio', '1', '600,00'],
      ],
    );
  });

  it('of the report of purchases: one row a purchase', async () => {
    assert.deepEqual(
      await cellsOf(
        'purchases',
        'Código da cotação',
        'Fornecedor',
        'Rodada',
        'Tipo',
        'Situação',
        'Itens comprados',
        'Total dos itens (R$)',
      ),
      [
        [split.id, 'Ana', '1', 'Parte da proposta', 'Recebida', '1', '1000,00'],
        [split.id, 'Bia', '1', 'Parte da proposta', 'Recebida', '1', '2000,00'],
        [whole.id, 'Ana', '1', 'Proposta inteira', 'Entrega a combinar', '2', '300,00'],
        [revoked.id, 'Bia', '1', 'Proposta inteira', 'Cancelada', '1', '700,00'],
        [later.id, 'Bia', '1', 'Proposta inteira', 'Entrega a combinar', '1', '500,00'],
        [later.id, 'Caio', '2', 'Proposta inteira', 'Entrega a combinar', '1', '600,00'],
        [again.id, 'Ana', '1', 'Parte da proposta', 'Recebida', '1', '300,00'],
        [again.id, 'Ana', '2', 'Parte da proposta', 'Recebida', '1', '400,00'],
      ].map(([id, ...cells]) => [String(id), ...cells]),
    );
    const { data } = await ok<ReportSizes>('GET', 'admin/reports/sizes', admin);
    assert.deepEqual(data.at(-1), { view: 'purchases', rows: 8 });
  });
});

describe('what is released', () => {
  it('counts in no figure, an item alone and a whole purchase', async () => {
    await sql`
      WITH released AS (
        UPDATE purchase_items i SET released_at = s.awarded_at FROM purchases s
        WHERE s.id = i.purchase_id AND (s.proposal_id = ${laterByCaio.id}
          OR s.proposal_id = ${wholeByAna.id} AND i.order_item_id = ${whole.items[1]?.id})
        RETURNING i.purchase_id, i.total_price
      )
      UPDATE purchases s SET items_amount = s.items_amount - released.total_price,
        state = CASE s.items_amount WHEN released.total_price THEN 'released' ELSE s.state END
      FROM released WHERE s.id = released.purchase_id`.execute(q);
    const { accepted_amount, items_bought_percent } = await dashboard();
    assert.deepEqual([accepted_amount.total, items_bought_percent], [4300, 66.7]); // 6 of 9
    const { kpis } = await ok<AdminProducer>(
      'GET',
      `admin/producers/${producer.producerId}`,
      admin,
    );
    assert.deepEqual([kpis.savings, kpis.items_bought], [3700, 6]);
    const sold = async (supplier: TestSupplier) => {
      const {
        orders_won,
        negotiated_volume,
        items_bought,
        items_bought_percent: percent,
      } = await ofSupplier(supplier);
      const { valor_aceito } = await own(supplier);
      return [orders_won, negotiated_volume, valor_aceito, items_bought, percent];
    };
    assert.deepEqual(await sold(ana), [3, 1800, 1800, 4, 57.1]);
    assert.deepEqual(await sold(caio), [0, 0, 0, 0, null]);
    const rows = await cellsOf(
      'orders',
      'Fornecedor vencedor',
      'Itens comprados',
      'Total comprado (R$)',
    );
    assert.deepEqual(rows[1], ['Ana', '1', '100,00']);
    assert.deepEqual(rows[3], ['Bia', '1', '500,00']);
    assert.equal((await q.selectFrom('purchases').select('id').execute()).length, 8);
  });
});
