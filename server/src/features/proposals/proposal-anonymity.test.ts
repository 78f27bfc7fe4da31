import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type {
  AnonymousProposal,
  Proposal,
  ProposalDraftBody,
} from '@lavra/contract/proposals/schemas';
import { formatCnpj } from '@lavra/domain/document/cnpj';
import type { TestOrder } from '../../../test/orders.ts';
import { buildSupplier, type TestPerson, type TestSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { offerOf, openNegotiation, proposalCalls } from './proposals.fixture.ts';

const service = await startService();
const { submitNew, cancel } = proposalCalls(service);

const anonymous = async <B>(
  method: 'GET' | 'POST',
  url: string,
  { token }: { token: string },
  body?: unknown,
): Promise<B> => {
  const answer = await service.call<B>(method, `${url}?view=anonymous`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const receivedBy = (person: { token: string }, order: TestOrder) =>
  anonymous<AnonymousProposal[]>('GET', `/api/v1/orders/${order.uuid}/proposals/received`, person);

const WEBSITE = 'https://www.canario-insumos.com.br/contato';
const MOBILE = '65987654321';
// Supplier ids are far from all other ids, so that such a number in a reply means that it was
// leaked.
await sql`ALTER TABLE suppliers ALTER COLUMN id RESTART WITH 7654321098`.execute(service.db.q);

/** Creates a supplier that includes all its identifying data in everything it writes. */
async function buildCanary() {
  const name = 'Canário do Cerrado Insumos Ltda';
  const supplier = await buildSupplier(service, {
    name,
    email: 'vendas@canario-insumos.com.br',
    phone: MOBILE,
  });
  await service.db.q
    .updateTable('suppliers')
    .set({ website: WEBSITE })
    .where('id', '=', supplier.supplierId)
    .execute();
  const { uuid } = await service.db.q
    .selectFrom('suppliers')
    .select('uuid')
    .where('id', '=', supplier.supplierId)
    .executeTakeFirstOrThrow();
  const cnpj = supplier.document ?? '';
  const names = [
    name,
    'CANARIO DO CERRADO INSUMOS',
    'canário  do cerrado insumos',
    supplier.email,
    'Vendas (arroba) canario-insumos.com.br',
    WEBSITE,
    'www.canario-insumos.com.br',
    cnpj,
    formatCnpj(cnpj),
    MOBILE,
    '(65) 98765-4321',
    '65 9 8765 4321',
    '+55 65 98765-4321',
  ];
  return {
    supplier,
    uuid,
    names,
    canaries: [
      ...names.slice(0, 2),
      'canário',
      'canario',
      cnpj,
      cnpj.slice(0, 8),
      formatCnpj(cnpj),
      '98765',
      uuid,
      supplier.uuid,
      String(supplier.supplierId),
      'REF-CANARIO',
    ],
  };
}

const canary = await buildCanary();

function signed(order: TestOrder, names: readonly string[]): ProposalDraftBody {
  const signature = (index: number): string =>
    `Fale conosco: ${names[index % names.length]}. ${names.join('; ')}`;
  return {
    notes: signature(0),
    payment_terms: `Boleto, ${names[2]}`,
    supplier_reference: 'REF-CANARIO',
    items: offerOf(order).items.map((item, index) => ({
      ...item,
      notes: signature(index),
      justification: signature(index + 1),
      similar_product_name: `Linha ${names[0]}`,
      similar_product_description: signature(index + 2),
      offers_similar: true,
    })),
  };
}

function assertAnonymous(body: unknown, canaries: readonly string[]): void {
  const text = JSON.stringify(body);
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  for (const name of canaries) {
    const sought = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    assert.ok(
      !folded.includes(sought),
      `${name} in ${text.slice(Math.max(0, folded.indexOf(sought) - 60), folded.indexOf(sought) + 60)}`,
    );
  }
  assert.doesNotMatch(text, /"supplier|"fornecedor/i);
  assert.match(text, /\[contato oculto\]/, 'the free text is there, masked');
}

describe('the anonymous view of a proposal', () => {
  it('names no supplier anywhere, in all four endpoints', async () => {
    const { producer, order } = await openNegotiation(service);
    const { supplier, names, canaries } = canary;
    const body = signed(order, names);
    const sent = [
      await submitNew(supplier, order, body),
      await submitNew(supplier, order, body),
      await submitNew(supplier, order, body),
    ] as const;
    await service.call('POST', `/api/v1/proposals/${sent[2].uuid}/cancel`, {
      token: supplier.token,
      body: { reason: `Ligue ${MOBILE}, ${names[0]}` },
    });

    const replies = [
      await receivedBy(producer, order),
      await anonymous('GET', `/api/v1/proposals/${sent[0].uuid}`, producer),
      await anonymous('GET', `/api/v1/proposals/${sent[2].uuid}`, producer),
      await anonymous('POST', `/api/v1/proposals/${sent[1].uuid}/reject`, producer, {
        reason: 'Caro',
      }),
      await anonymous('POST', `/api/v1/proposals/${sent[0].uuid}/accept`, producer),
    ];
    for (const reply of replies) assertAnonymous(reply, canaries);
  });

  it('is distinguishable by this test, since the full view does name the supplier', async () => {
    const { producer, order } = await openNegotiation(service);
    const { supplier, names, canaries } = canary;
    const sent = await submitNew(supplier, order, signed(order, names));
    const { body } = await service.call('GET', `/api/v1/proposals/${sent.uuid}`, {
      token: producer.token,
    });
    assert.throws(() => assertAnonymous(body, canaries), assert.AssertionError);
  });

  it('contains all that the full view contains, except the supplier', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const sent = await submitNew(
      supplier,
      order,
      offerOf(order, 12.3456, {
        notes: 'Frete por conta',
        freight_amount: 9,
        delivery_days: 2,
        payment_terms: '28 dias',
        validity_date: '2030-01-01',
      }),
    );
    const { label, mark, ...rest } = await anonymous<AnonymousProposal>(
      'GET',
      `/api/v1/proposals/${sent.uuid}`,
      producer,
    );
    const {
      supplier: _,
      supplier_id: __,
      supplier_reference: ___,
      can_edit: ____,
      can_submit: _____,
      can_cancel: ______,
      identity_warnings: _______,
      ...same
    } = sent;
    assert.equal(label, 'Proposta A');
    assert.match(mark.name, /^\p{Lu}/u);
    assert.deepEqual(rest, {
      ...same,
      alternatives: [],
      review_state: 'new',
      review_state_label: 'Nova',
    });
  });

  it('is only for producers: a supplier that requests it sees its own proposal in full', async () => {
    const { supplier, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    assert.deepEqual(
      await anonymous<Proposal>('GET', `/api/v1/proposals/${sent.uuid}`, supplier),
      sent,
    );
  });

  it('has the same ETag as the full view', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    const tags = await Promise.all(
      ['', '?view=anonymous'].map(
        async (query) =>
          (
            await service.call('GET', `/api/v1/proposals/${sent.uuid}${query}`, {
              token: producer.token,
            })
          ).headers['etag'],
      ),
    );
    assert.deepEqual(tags, ['"2"', '"2"']);
  });
});

describe('the letters of proposals', () => {
  const lettered = async (
    person: { token: string },
    order: TestOrder,
  ): Promise<Record<string, string>> =>
    Object.fromEntries((await receivedBy(person, order)).map(({ uuid, label }) => [uuid, label]));
  const twelve = async (order: TestOrder): Promise<TestSupplier[]> => {
    const suppliers: TestSupplier[] = [];
    for (let n = 0; n < 12; n += 1) suppliers.push(await buildSupplier(service));
    for (const supplier of suppliers) await submitNew(supplier, order);
    return suppliers;
  };
  const anotherSession = async ({ userId }: TestPerson) => ({
    token: await service.tokenFor(userId),
  });

  it('start with A by position, and stay the same through a session', async () => {
    const { producer, order } = await openNegotiation(service);
    await twelve(order);
    const list = await receivedBy(producer, order);
    assert.deepEqual(
      list.map(({ label }) => label),
      'ABCDEFGHIJKL'.split('').map((letter) => `Proposta ${letter}`),
    );
    const first = await lettered(producer, order);
    assert.deepEqual(await lettered(producer, order), first);
    for (const { uuid, label } of list)
      assert.equal(
        (await anonymous<AnonymousProposal>('GET', `/api/v1/proposals/${uuid}`, producer)).label,
        label,
      );
  });

  it('are assigned anew and in another order in another session', async () => {
    const { producer, order } = await openNegotiation(service);
    await twelve(order);
    const orders = new Set([JSON.stringify(Object.keys(await lettered(producer, order)))]);
    for (let n = 0; n < 3; n += 1)
      orders.add(
        JSON.stringify(Object.keys(await lettered(await anotherSession(producer), order))),
      );
    assert.equal(orders.size, 4, 'twelve proposals have 479,001,600 orders');
  });

  it('stay the same after a token is refreshed', async () => {
    const { producer, order } = await openNegotiation(service);
    await twelve(order);
    const before = await lettered(producer, order);
    const { status, body } = await service.call<{ token: string }>('POST', '/api/v1/refresh', {
      token: producer.token,
    });
    assert.equal(status, 200);
    assert.notEqual(body.token, producer.token);
    assert.deepEqual(await lettered(body, order), before);
  });

  it('continue for later proposals, whatever happened to the others', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [first, second] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    const before = await lettered(producer, order);
    await cancel(supplier, first);
    const late = await submitNew(await buildSupplier(service), order);
    assert.deepEqual(await lettered(producer, order), { ...before, [late.uuid]: 'Proposta C' });
    const accepted = await anonymous<AnonymousProposal>(
      'POST',
      `/api/v1/proposals/${second.uuid}/accept`,
      producer,
    );
    assert.equal(accepted.label, before[second.uuid]);
  });
});
