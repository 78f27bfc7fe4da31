import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { UnlistedProducts } from '@lavra/contract/catalogue/schemas';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import { fileForm, somePdf } from '../../../test/files.ts';
import {
  buildAdmin,
  buildConsultant,
  linkConsultant,
  someCnpj,
  someCpf,
} from '../../../test/people.ts';
import type { TestService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { ensureUnlistedProducts } from '../catalogue/catalogue-feature.ts';
import { notifyOfAll } from '../notifications/notifications.fixture.ts';
import {
  actorOf,
  place,
  producerCanaries,
  RIO_VERDE,
  settle,
  SORRISO,
  supplierCanaries,
  type Actor,
  type Body,
  type Canaries,
  type Identity,
} from './erasure-people.fixture.ts';

/**
 * Builds people with a history who appear in each other's texts: each has left data in every place
 * there is.
 */
export async function buildErasureWorld(service: TestService) {
  const p: Identity = {
    name: 'Xavante Jacutinga Pequi',
    formerName: 'Buriti Velho Tamanduá',
    email: 'pequi@xavante.example',
    formerEmail: 'tamandua@buriti.example',
    phone: '(66) 98123-4501',
    formerPhone: '(66) 98123-4599',
    mobile: '(66) 98123-4502',
    document: someCpf(),
    mark: 'canariop',
    ip: '203.0.113.177',
    browser: 'canariopnavegador/1.0',
  };
  const s: Identity = {
    name: 'Ararajuba Guariroba Insumos Ltda',
    formerName: 'Mutum Cagaita Ltda',
    email: 'loja@guariroba.example',
    formerEmail: 'caixa@cagaita.example',
    phone: '(62) 98456-7801',
    formerPhone: '(62) 98456-7899',
    mobile: '(62) 98456-7802',
    document: someCnpj(),
    mark: 'canarios',
    ip: '203.0.113.188',
    browser: 'canariosnavegador/1.0',
  };
  const producer = await settle(service, {
    ip: p.ip,
    browser: p.browser,
    body: {
      user_type: 'produtor',
      name: p.formerName,
      email: p.formerEmail,
      document_type: 'cpf',
      document_number: p.document,
      phone: p.formerPhone,
      mobile: p.mobile,
      addresses: [{ ...place(p.mark, SORRISO), latitude: -12.987653, longitude: -55.123457 }],
    },
    later: {
      name: p.name,
      email: p.email,
      phone: p.phone,
      association: 'canariopassociacao',
      producers_cooperative: 'canariopcoopa',
      credit_cooperative: 'canariopcoopb',
      planted_area: 7351.97,
    },
  });
  const supplier = await settle(service, {
    ip: s.ip,
    browser: s.browser,
    body: {
      user_type: 'fornecedor',
      name: s.formerName,
      email: s.formerEmail,
      document_type: 'cnpj',
      document_number: s.document,
      phone: s.formerPhone,
      mobile: s.mobile,
      website: 'https://www.cagaita-canarios.example',
      addresses: [place(s.mark, RIO_VERDE)],
      coverage: { kind: 'states', states: ['MT', 'GO'], city_ids: [] },
    },
    later: {
      name: s.name,
      email: s.email,
      phone: s.phone,
      website: 'https://www.guariroba-canarios.example',
    },
  });
  const rival = await settle(service, {
    ip: '203.0.113.5',
    browser: 'navegador-do-rival',
    body: {
      user_type: 'fornecedor',
      name: 'Revenda Rival',
      email: 'contato@rival.example',
      document_type: 'cnpj',
      document_number: someCnpj(),
      phone: '(65) 98888-7777',
      addresses: [place('rival', { ...SORRISO, postal_code: '78890-001' })],
    },
    later: { name: 'Revenda Rival', email: 'contato@rival.example' },
  });
  const other = await settle(service, {
    ip: '203.0.113.6',
    browser: 'navegador-do-vizinho',
    body: {
      user_type: 'produtor',
      name: 'Vizinho Calado',
      email: 'vizinho@calado.example',
      document_type: 'cpf',
      document_number: someCpf(),
      phone: '(66) 97777-6666',
      addresses: [place('vizinho', { ...SORRISO, postal_code: '78890-002' })],
    },
    later: { name: 'Vizinho Calado', email: 'vizinho@calado.example' },
  });
  const person = await buildAdmin(service);
  const admin = actorOf(service, {
    ...person,
    ip: '203.0.113.9',
    browser: 'navegador-da-administracao',
  });
  const consultant = await buildConsultant(service);
  const [producerId, supplierId] = [
    await profileId(service, 'producers', producer),
    await profileId(service, 'suppliers', supplier),
  ];
  await linkConsultant(service, consultant.consultantId, producerId);
  await writeProducerRecords(service, producerId);
  const product = await buildProduct(service);
  const world: Cast = {
    service,
    p,
    s,
    producer,
    supplier,
    rival,
    other,
    admin,
    producerId,
    supplierId,
    product,
  };
  const awarded = await playAward(world);
  await playRounds(world);
  const cancelled = await playCancellation(world);
  const live = await playLiveOrder(world);
  for (const [actor, { name }] of [
    [producer, p],
    [supplier, s],
  ] as const)
    await playRefund(world, actor, name);
  for (const [type, who] of [
    ['producers', p],
    ['suppliers', s],
  ] as const)
    await playSheet(world, type, who);
  await notifyOfAll(service);
  return {
    ...world,
    awarded,
    cancelled,
    live,
    canaries: { producer: producerCanaries(p), supplier: supplierCanaries(s) },
    said: saidOf(p, s),
  };
}

/** What others wrote about each of them; it stays. */
const saidOf = (
  { name: p }: Identity,
  { name: s }: Identity,
): Readonly<Record<'producer' | 'supplier', Canaries>> => ({
  producer: {
    asked: `a ${p} aceita similar`,
    rival: `${p} e ${s} sabem`,
    declined: `Não atendo ${p}`,
  },
  supplier: {
    answered: `Sim, ${s}.`,
    rival: `${p} e ${s} sabem`,
    preferred: `prefere a ${s}`,
    refused: `A ${s} é cara`,
    chosen: `confia na ${s}`,
    cancelled: `comprou da ${s}`,
    noted: `Comprar da ${s}`,
  },
});

interface Cast {
  readonly service: TestService;
  readonly p: Identity;
  readonly s: Identity;
  readonly product: TestProduct;
  readonly producerId: number;
  readonly supplierId: number;
  readonly producer: Actor;
  readonly supplier: Actor;
  readonly rival: Actor;
  readonly other: Actor;
  readonly admin: Actor;
}
export interface Built {
  readonly id: number;
  readonly uuid: string;
  readonly items: readonly { readonly id: number }[];
}

async function profileId(
  service: TestService,
  table: 'producers' | 'suppliers',
  { userId }: Actor,
): Promise<number> {
  return (
    await service.db.q
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).id;
}

async function writeProducerRecords(service: TestService, producer_id: number): Promise<void> {
  const now = service.app.platform.clock.now();
  const { q } = service.db;
  await q
    .insertInto('commercial_references')
    .values({
      producer_id,
      position: 0,
      type: 'Fornecedor',
      name: 'canariopreferencia',
      phone: '66981239911',
      email: 'ref@canariopreferencia.example',
    })
    .execute();
  const culture = await q
    .insertInto('cultures')
    .values({ name: `Cultura ${producer_id}`, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await q.insertInto('producer_cultures').values({ producer_id, culture_id: culture.id }).execute();
}

const orderBody = ({ p, product }: Cast, more: Body = {}) => ({
  description: `Insumos para ${p.name}, ligar ${p.phone}`,
  deadline_date: '2036-12-15',
  payment_terms: `Boleto em nome de ${p.name}, CPF ${p.document}`,
  notes: 'canariopnotas',
  delivery_address: {
    city: 'Sorriso',
    state: 'MT',
    street: 'canariopentrega',
    number: '77',
    complement: 'canariopporteira',
  },
  items: [
    {
      product_id: product.id,
      quantity: 100,
      unit: 'L',
      notes: 'canariopitem',
      allow_similar: true,
    },
    { product_id: product.id, quantity: 50, unit: 'L' },
  ],
  ...more,
});

const offer = ({ product }: Cast, order: Built, more: Body, item: Body, price: number) => ({
  ...more,
  items: [
    {
      order_item_id: order.items[0]?.id,
      product_id: product.id,
      unit_price: price,
      quantity: 100,
      ...item,
    },
    {
      order_item_id: order.items[1]?.id,
      product_id: product.id,
      unit_price: null,
      quantity: 50,
      justification: item['justification'] ?? 'Sem estoque',
      justification_type: 'other',
    },
  ],
});

const ownOffer = (cast: Cast, order: Built, price = 10) =>
  offer(
    cast,
    order,
    {
      notes: 'canariosnotas',
      supplier_reference: 'canariosref',
      payment_terms: `PIX para ${cast.s.name}, CNPJ ${cast.s.document}`,
      freight_amount: 7.5,
      delivery_days: 9,
    },
    {
      notes: 'canariositem',
      justification: `A ${cast.s.name} repõe em maio`,
      offers_similar: true,
      similar_product_name: `Similar da ${cast.s.name}`,
      similar_product_description: `Ligue ${cast.s.phone}`,
    },
    price,
  );

/** The rival writes about both of them. */
const rivalOffer = (cast: Cast, order: Built) => {
  const both = `${cast.p.name} e ${cast.s.name} sabem`;
  return offer(
    cast,
    order,
    { notes: both, payment_terms: both },
    { notes: both, justification: both },
    12,
  );
};

async function send(
  bidder: Actor,
  order: Built,
  body: Body,
): Promise<{ uuid: string; id: number }> {
  const draft = await bidder.call<{ uuid: string; id: number }>(
    'POST',
    `/api/v1/orders/${order.uuid}/proposals`,
    body,
  );
  await bidder.call('POST', `/api/v1/proposals/${draft.uuid}/submit`);
  return draft;
}

async function publish(cast: Cast, owner: Actor, more: Body = {}): Promise<Built> {
  const order = await owner.call<Built>('POST', '/api/v1/producer/orders', orderBody(cast, more));
  await owner.call('POST', `/api/v1/producer/orders/${order.uuid}/publish`);
  return order;
}

/** The items of an order, the second outside the catalogue and named after the producer. */
async function itemsNaming(cast: Cast): Promise<Body[]> {
  await cast.service.app.platform.command(systemActor, ensureUnlistedProducts);
  const { data } = await cast.producer.call<UnlistedProducts>('GET', '/api/v1/unlisted-products');
  const [first] = orderBody(cast).items;
  return [
    { ...first },
    { product_id: data[0]?.product.id, quantity: 50, unit: 'L', notes: `Adubo da ${cast.p.name}` },
  ];
}

/** The producer asks for a product, and is refused by name. */
async function playRequest({ p, product, producer, admin }: Cast, uuid: string): Promise<void> {
  await producer.call('POST', `/api/v1/producer/orders/${uuid}/catalogue-requests`, {
    name: `canarioppedido de ${p.name}`,
    product_type_id: product.typeId,
    notes: 'canarioppedidonota',
  });
  const { data } = await admin.call<{ data: { id: number }[] }>(
    'GET',
    '/api/v1/admin/catalogue-requests',
  );
  await admin.call('POST', `/api/v1/admin/catalogue-requests/${data[0]?.id ?? 0}/refuse`, {
    reason: `${p.name} já o pediu`,
  });
}

/** The producer buys from the supplier, and all parties write texts. */
async function playAward(cast: Cast): Promise<Built & { proposal: { uuid: string; id: number } }> {
  const { p, s, producer, supplier, rival, admin } = cast;
  const order = await publish(cast, producer, { items: await itemsNaming(cast) });
  await producer.call(
    'POST',
    `/api/v1/orders/${order.uuid}/attachments`,
    somePdf('canariopconteudo'),
  );
  await supplier.call('POST', `/api/v1/supplier/orders/${order.uuid}/favorite`);
  const { id } = await supplier.call<{ id: number }>(
    'POST',
    `/api/v1/orders/${order.uuid}/questions`,
    { question: `Aqui é da ${s.name} (${s.phone}); a ${p.name} aceita similar?` },
  );
  await producer.call('POST', `/api/v1/questions/${id}/answer`, {
    answer: `Sim, ${s.name}. ${p.name}, ${p.phone}`,
  });
  const proposal = await send(supplier, order, ownOffer(cast, order));
  const lost = await send(rival, order, rivalOffer(cast, order));
  for (const [action, body] of [
    ['suspend', { reason: `A pedido de ${p.name}, denúncia contra ${s.name}` }],
    ['resume', undefined],
  ] as const)
    await admin.call('POST', `/api/v1/admin/orders/${order.id}/${action}`, body);
  await producer.call('GET', `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`);
  await producer.call('PUT', `/api/v1/producer/proposals/${proposal.uuid}/review`, {
    state: 'shortlisted',
  });
  await producer.call('POST', `/api/v1/proposals/${lost.uuid}/reject`, {
    reason: `${p.name} prefere a ${s.name}`,
  });
  await producer.call('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
    reason: `${p.name} confia na ${s.name}`,
  });
  // Written for the first who asks; that of the rounds below is still to be written.
  await producer.call('GET', `/api/v1/producer/orders/${order.uuid}/decision-record`);
  await producer.call('POST', `/api/v1/producer/orders/${order.uuid}/finalize`);
  return { ...order, proposal };
}

/** The producer buys by item, in two rounds, and says why each time. */
async function playRounds(cast: Cast): Promise<void> {
  const { p, s, producer, supplier, rival } = cast;
  const order = await publish(cast, producer);
  const inPart = { allows_partial: true };
  const first = await send(supplier, order, { ...ownOffer(cast, order), ...inPart });
  const { items } = rivalOffer(cast, order);
  const second = await send(rival, order, {
    ...inPart,
    items: items.map((item) => ({
      ...item,
      unit_price: 12,
      justification: null,
      justification_type: null,
    })),
  });
  await producer.call('GET', `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`);
  for (const [index, proposal] of [first, second].entries())
    await producer.call('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
      items: [{ order_item_id: order.items[index]?.id, proposal: proposal.uuid }],
      reason: `Rodada ${index + 1}: ${p.name} confia na ${s.name}, ligar ${p.phone}`,
    });
  await producer.call('POST', `/api/v1/producer/orders/${order.uuid}/finalize`);
}

/** An order that was cancelled, and a draft that was never sent. */
async function playCancellation(cast: Cast): Promise<Built> {
  const { p, s, producer, supplier, rival } = cast;
  const order = await publish(cast, producer);
  const refused = await send(supplier, order, ownOffer(cast, order, 11));
  await rival.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
    reason: `Não atendo ${p.name}`,
  });
  await producer.call('POST', `/api/v1/proposals/${refused.uuid}/reject`, {
    reason: `A ${s.name} é cara`,
  });
  const second = await send(supplier, order, ownOffer(cast, order, 11.5));
  await supplier.call('POST', `/api/v1/proposals/${second.uuid}/cancel`, {
    reason: `${s.name} desistiu`,
  });
  await producer.call('POST', `/api/v1/producer/orders/${order.uuid}/cancel`, {
    reason: `${p.name} comprou da ${s.name}`,
  });
  const draft = await producer.call<Built>(
    'POST',
    '/api/v1/producer/orders',
    orderBody(cast, { description: 'canarioprascunho' }),
  );
  await playRequest(cast, draft.uuid);
  return order;
}

/** An administrator's import file has a row about the person, and is named after them. */
async function playSheet(
  { service, admin }: Cast,
  type: 'producers' | 'suppliers',
  { name, email, document, phone, mark }: Identity,
): Promise<void> {
  const heading = 'Nome;E-mail;CPF ou CNPJ;Telefone;CEP;Logradouro;Número;Bairro;Município;UF';
  const sheet = [
    heading,
    `${name};${email};${document};${phone};78890-000;Estrada ${mark}rua;7;${mark}bairro;Sorriso;MT`,
    `Outra pessoa;nada;;;78890-000;Rua A;;;Sorriso;${name}`,
  ].join('\r\n');
  const { headers, payload } = fileForm({
    content: Buffer.from(sheet),
    filename: `${name}.csv`,
    fields: { type },
  });
  const { status, raw } = await service.call('POST', '/api/v1/admin/import/preview', {
    token: admin.token,
    payload,
    headers: { ...headers, 'idempotency-key': `sheet-of-${document}` },
  });
  assert.equal(status, 200, raw.toString());
}

/** A payment is refunded, and the administrator who refunds it writes down whose it is. */
async function playRefund(
  { service, admin }: Cast,
  { userId }: Actor,
  name: string,
): Promise<void> {
  const { q } = service.db;
  const now = service.app.platform.clock.now();
  const dates = { created_at: now, updated_at: now };
  const plan = await q
    .insertInto('plans')
    .values({
      uuid: randomUUIDv7(),
      name: 'Plano',
      slug: `plano-de-${userId}`,
      profile_type: 'consultant',
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subscription = await q
    .insertInto('subscriptions')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      plan_id: plan.id,
      status: 'active',
      billing_cycle: 'monthly',
      due_date: '2036-12-15',
      ...dates,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await admin.call<{ id: number }>('POST', '/api/v1/admin/subscription-payments', {
    subscription_id: subscription.id,
    amount: 99.9,
    agreed_amount: true,
    payment_method: 'transfer',
  });
  await admin.call('POST', `/api/v1/admin/subscription-payments/${id}/confirm`);
  await admin.call('POST', `/api/v1/admin/subscription-payments/${id}/refund`, {
    amount: 10,
    reason: `A pedido de ${name}`,
  });
  await q
    .updateTable('payments')
    .set({
      instructions: JSON.stringify({
        kind: 'boleto',
        code: null,
        line: `Pagador ${name}`,
        url: null,
        expires_at: null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * The neighbour's order, still open: a draft of the supplier, whose name the neighbour has written
 * down; and another order, declined.
 */
async function playLiveOrder(cast: Cast): Promise<Built> {
  const { s, supplier, other } = cast;
  const items = [1, 2].map(() => ({ product_id: cast.product.id, quantity: 100, unit: 'L' }));
  const theirs = {
    items,
    payment_terms: null,
    notes: `Comprar da ${s.name}`,
    delivery_address: { city: 'Sorriso', state: 'MT' },
  };
  const [order, declined] = [
    await publish(cast, other, { ...theirs, description: 'Sementes do vizinho' }),
    await publish(cast, other, { ...theirs, notes: null, description: 'Adubo do vizinho' }),
  ];
  await supplier.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
    ...ownOffer(cast, order),
    notes: 'canariosrascunho',
  });
  await supplier.call('POST', `/api/v1/supplier/orders/${declined.uuid}/decline`, {
    reason: 'canariosmotivo',
  });
  return order;
}
