import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { findIdentityWarnings } from './identity-warnings.ts';
import { offerOf, openNegotiation, proposalCalls } from './proposals.fixture.ts';

const supplier = {
  supplier_name: 'Agropecuária Canário do Cerrado Insumos Ltda',
  supplier_email: 'negocios@canario.example',
  supplier_phone: '66999990000',
  supplier_mobile: null,
  supplier_document: '11222333000181',
  supplier_website: 'https://www.sitio-amarelo.agr.br/contato',
  supplier_city: 'Rio Verde',
  supplier_former: [],
};
const found = async (notes: string, of: Partial<typeof supplier> = {}): Promise<string[]> =>
  (await findIdentityWarnings({ ...supplier, ...of, notes, payment_terms: null, items: [] })).map(
    ({ kind, excerpt }) => `${kind}: ${excerpt}`,
  );

describe('a text that identifies its supplier', () => {
  const vectors: Readonly<Record<string, string>> = {
    'A Canário entrega': 'name: Canário',
    'CANARIO DO CERRADO': 'name: CANARIO',
    AgropecuáriaCanárioDoCerradoInsumos: 'name: AgropecuáriaCanárioDoCerradoInsumos',
    'Somos a Agropecuária Canário do Cerrado Insumos LTDA!':
      'name: Agropecuária Canário do Cerrado Insumos',
    'CNPJ 11.222.333/0001-81': 'document: 11.222.333/0001-81',
    '11222333000181': 'document: 11222333000181',
    '11 222 333 0001 81': 'document: 11 222 333 0001 81',
    'fale com negocios @ canario': 'name: negocios',
    'a@b.com': 'email: a@b.com',
    '(65) 98765-4321': 'phone: (65) 98765-4321',
    '66-99999-0000': 'phone: 66-99999-0000',
    'veja sitio-amarelo.agr.br': 'url: sitio-amarelo.agr.br',
    'Sitio Amarelo agr br': 'name: Sitio Amarelo agr br',
    'www.outra.com': 'url: www.outra.com',
  };
  for (const [text, first] of Object.entries(vectors))
    it(text, async () => assert.equal((await found(text))[0], first));

  it('is not reported when it only mentions the trade, the town, or numbers', async () => {
    for (const text of [
      'Insumos para a agropecuária',
      'Retirada em Rio Verde, adubo verde',
      'Safra 2025/2026, 1.500 kg a R$ 12,50',
      'Entrega em 10 dias, vendas à vista',
      '',
    ])
      assert.deepEqual(await found(text), [], text);
    assert.deepEqual(
      await found('Semente e revenda de Rio Verde', {
        supplier_name: 'Revenda Rio Verde Sementes S/A',
      }),
      [],
    );
  });

  it('is reported with its field, at most a hundred times', async () => {
    const item = {
      justification: 'Canário',
      similar_product_name: null,
      similar_product_description: 'x',
      notes: 'tel. 3333-4444',
    };
    const items = Array.from({ length: 60 }, () => item) as unknown as Parameters<
      typeof findIdentityWarnings
    >[0]['items']; // no other property of an item is read
    const warnings = await findIdentityWarnings({
      ...supplier,
      notes: null,
      payment_terms: 'pix a@b.com',
      items,
    });
    assert.equal(warnings.length, 100);
    assert.deepEqual(
      warnings.slice(0, 3).map(({ path }) => path),
      ['payment_terms', 'items.0.justification', 'items.0.notes'],
    );
  });
});

describe('identity warnings', () => {
  it('are part of every full reply to the supplier, block nothing, and never reach the producer', async () => {
    const service = await startService();
    const { saveDraft, submit, read, accept } = proposalCalls(service);
    const { producer, order } = await openNegotiation(service);
    const canary = await buildSupplier(service, { name: 'Canário Insumos Ltda' });
    const expected = [
      { path: 'notes', kind: 'name', excerpt: 'Canário' },
      { path: 'payment_terms', kind: 'email', excerpt: 'pix@canario.com.br' },
    ];
    const draft = await saveDraft(
      canary,
      order,
      offerOf(order, 10, { notes: 'Canário agradece', payment_terms: 'pix@canario.com.br' }),
    );
    const put = (
      await service.call<Proposal>('PUT', `/api/v1/supplier/proposals/${draft.uuid}`, {
        token: canary.token,
        body: { delivery_days: 5 },
      })
    ).body;
    const seen = (
      await service.call<Proposal>('GET', `/api/v1/supplier/proposals/${draft.uuid}`, {
        token: canary.token,
      })
    ).body;
    for (const reply of [draft, put, seen, await submit(canary, draft), await read(canary, draft)])
      assert.deepEqual(reply.identity_warnings, expected);
    for (const reply of [await read(producer, draft), await accept(producer, draft)])
      assert.deepEqual(reply.identity_warnings, []);
  });
});
