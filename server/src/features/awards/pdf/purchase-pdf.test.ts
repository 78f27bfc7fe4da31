import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentTypeOf, formatDocument } from '@lavra/domain/document/document';
import { marksIn, ONE_MARK } from '../../../platform/pdf/brand-on-pages.fixture.ts';
import { readPdf } from '../../../platform/pdf/read-pdf.fixture.ts';
import { buildProduct } from '../../../../test/catalogue.ts';
import { buildSupplier, type TestPerson } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import { openAwards } from '../awards.fixture.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { q } = service.db;
const { producer, product, ordered, offered, award } = await openAwards(service);
const supplier = await buildSupplier(service, { name: 'Canário Insumos Ltda' });
await q
  .updateTable('users')
  .set({ mobile: '66987654321' })
  .where('id', 'in', [producer.userId, supplier.userId])
  .execute();
const documentOf = ({ document }: TestPerson): string => {
  const type = documentTypeOf(document ?? '');
  assert.ok(document !== undefined && document !== null && type);
  return formatDocument(type, document);
};

/** The text with a control character behind each letter, which no print shows. */
const unseen = (text: string): string => Array.from(text, (one) => `${one}\u0001`).join('');

async function printed(side: 'producer' | 'supplier', uuid: string) {
  const { status, raw, headers } = await service.call(
    'GET',
    `/api/v1/${side}/purchases/${uuid}/pdf`,
    { token: (side === 'producer' ? producer : supplier).token },
  );
  assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
  const { text } = await readPdf(raw);
  return {
    text: text.replaceAll(/\s+/g, ' '),
    raw: raw.toString('latin1'),
    file: String(headers['content-disposition']),
  };
}

/** Buys the first and the third of three items, the third as a similar product. */
async function bought() {
  const order = await ordered(3);
  const offer = await offered(order, ['10.5', '20', '30'], {
    supplier,
    freight: '150',
    paymentTerms: `Boleto da Canário Insumos, (66) 98765-4321, ${unseen('ze@roca.com.br')}`,
  });
  await q
    .updateTable('proposals')
    .set({ delivery_days: 12, supplier_reference: 'CANARIO-77' })
    .where('id', '=', offer.id)
    .execute();
  await q
    .updateTable('proposal_items')
    .set({ offers_similar: true, similar_product_name: 'Zapp da Canário Insumos' })
    .where('id', '=', offer.itemIds[2] ?? 0)
    .execute();
  const { purchases } = await award(order, [
    [0, offer],
    [2, offer],
  ]);
  const [purchase] = purchases;
  assert.ok(purchase);
  return { order, purchase };
}

describe('the purchase order of a purchase', async () => {
  const { order, purchase } = await bought();
  const both = [
    `Pedido de compra`,
    purchase.number,
    order.number,
    'Comprado em 20/11/2026 às 12h00 (horário de Brasília)',
    'Entrega a combinar',
    'Prazo de entrega 12 dias',
    'Sorriso/MT',
    `${product.name} 100 L 10,50 1.050,00`,
    `No lugar de: ${product.name} 100 L 30,00 3.000,00`,
    '2 itens R$ 4.050,00 Frete R$ 150,00 Total com frete R$ 4.200,00',
    'quatro mil e duzentos reais',
  ];

  it('has for the supplier whom to invoice and call, and its own words', async () => {
    const { text, file, raw } = await printed('supplier', purchase.uuid);
    assert.deepEqual(await marksIn(Buffer.from(raw, 'latin1')), [ONE_MARK]);
    for (const said of [
      ...both,
      producer.name,
      producer.email,
      documentOf(producer),
      '(66) 98765-4321',
      'Canário Insumos Ltda',
      'Zapp da Canário Insumos',
      'CANARIO-77',
      `escreva o número ${purchase.number} como pedido`,
    ])
      assert.ok(text.includes(said), `missing: ${said} in ${text}`);
    assert.doesNotMatch(text, /20,00 2\.000,00/, 'what was not bought');
    assert.ok(!text.includes(purchase.mark.name), 'suppliers know no marks');
    assert.ok(file.includes(`pedido-de-compra_${purchase.number}.pdf`), file);
  });

  it('has for the producer the mark and nothing that names the supplier', async () => {
    const { text, raw } = await printed('producer', purchase.uuid);
    for (const said of [...both, `Proposta ${purchase.mark.name}`, producer.name])
      assert.ok(text.includes(said), `missing: ${said} in ${text}`);
    await q
      .updateTable('users')
      .set({ mobile: '66911112222' })
      .where('id', '=', producer.userId)
      .execute();
    const whole = `${(await printed('producer', purchase.uuid)).text} ${raw}`.toLowerCase();
    for (const trace of [
      'canário',
      'canario',
      '98765',
      'roca.com',
      supplier.email,
      supplier.uuid,
      documentOf(supplier),
      supplier.document ?? 'none',
      'cnpj do fornecedor',
    ])
      assert.ok(!whole.includes(trace.toLowerCase()), trace);
  });

  it('shows a supplier no more where the producer is, once the order is revoked', async () => {
    const revoked = await bought();
    await q
      .updateTable('orders')
      .set({ status: 'revogada', ended_at: new Date() })
      .where('id', '=', revoked.order.id)
      .execute();
    const { text } = await printed('supplier', revoked.purchase.uuid);
    assert.match(text, /Situação Cancelada/);
    for (const trace of [producer.name, producer.email, documentOf(producer), 'Sorriso/MT'])
      assert.ok(!text.includes(trace), trace);
  });

  it('is printed with the largest amounts there are', async () => {
    const large = await ordered(1);
    const most = await offered(large, ['99999999999.9999'], {
      supplier,
      freight: '9999999999999.99',
    });
    const [one] = (await award(large, [[0, most]])).purchases;
    const { text } = await printed('producer', one?.uuid ?? '');
    assert.match(text, /R\$ 19\.999\.999\.999\.999,98 dezenove trilhões/);
  });

  it('reminds of the prescription where a pesticide is bought, not where it was only asked for', async () => {
    const pesticide = await buildProduct(service, { is_pesticide: true });
    const mixed = await ordered(0, { items: [{ product }, { product: pesticide }] });
    const offer = await offered(mixed, ['10', '20'], { supplier });
    const notice = /exige receituário agronômico/;
    const [plain] = (await award(mixed, [[0, offer]])).purchases;
    assert.doesNotMatch((await printed('supplier', plain?.uuid ?? '')).text, notice);
    const [dangerous] = (await award(mixed, [[1, offer]])).purchases;
    for (const side of ['supplier', 'producer'] as const)
      assert.match((await printed(side, dangerous?.uuid ?? '')).text, notice);
  });
});
