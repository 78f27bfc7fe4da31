import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markOf } from '@lavra/domain/proposal/mark';
import type { Weighed } from './cheapest.ts';
import { comparisonSentence } from './comparison-sentence.ts';

const known = (total: number) => ({ isKnown: true, total }) as const;
const unknown = { isKnown: false, reason: 'freight_unknown' } as const;
const proposal = (letter: string, itemsTotal: number, more: Partial<Weighed> = {}): Weighed => ({
  uuid: letter,
  label: `Proposta ${letter}`,
  mark: markOf(0),
  isAvailable: true,
  itemsTotal,
  landed: known(itemsTotal),
  offer: '1:10 2:10 3:10 4:10',
  pricedItems: 4,
  totalItems: 4,
  deliveryDays: null,
  commonTotal: itemsTotal,
  isLowestCommon: false,
  ...more,
});
const said = (compared: readonly Weighed[], commonItems = 4): readonly string[] => {
  const { answer, details } = comparisonSentence(compared, commonItems);
  return [answer, ...details].map((line) => line.replaceAll('\u00A0', ' '));
};

describe('the sentence of a comparison', () => {
  it('names what costs least at the farm, its coverage, and its delivery beside the next one', () => {
    const dear = proposal('A', 100, { landed: known(200), deliveryDays: 1 });
    const next = proposal('B', 150, { landed: known(160), deliveryDays: 10 });
    const best = proposal('C', 148_833.4, { landed: known(148.83), deliveryDays: 7 });
    assert.deepEqual(said([dear, next, best]), [
      'Mais barata posta na fazenda: Proposta C · Ipê, R$ 148,83.',
      'Cobre 4 de 4 itens e entrega 3 dias antes da B.',
    ]);
    const late = (deliveryDays: number) => said([next, { ...best, deliveryDays }])[1];
    assert.equal(late(11), 'Cobre 4 de 4 itens e entrega 1 dia depois da B.');
    assert.equal(late(10), 'Cobre 4 de 4 itens e entrega no mesmo prazo da B.');
  });

  it('names all that tie', () => {
    assert.deepEqual(said([proposal('A', 10), proposal('B', 12), proposal('C', 10)]), [
      'Empatadas como as mais baratas postas na fazenda: Proposta A · Ipê e Proposta C · Ipê, R$ 10,00 cada.',
      'Cobrem 4 de 4 itens.',
    ]);
  });

  it('compares items alone where a freight is unknown, and says whose and why', () => {
    const byProducer = { isKnown: false, reason: 'freight_by_producer' } as const;
    const [a, b] = [proposal('A', 11, { landed: unknown }), proposal('B', 12)];
    assert.equal(
      said([a, b, proposal('D', 10, { landed: unknown })])[0],
      'Mais barata pelos itens: Proposta D · Ipê, R$ 10,00, sem o frete de A e D, que não foi informado.',
    );
    assert.equal(
      said([a, b, proposal('D', 10, { landed: byProducer })])[0],
      'Mais barata pelos itens: Proposta D · Ipê, R$ 10,00, sem o frete de A, que não foi informado, nem o de D, que fica por sua conta.',
    );
  });

  it('never calls an offer of fewer items the cheapest', () => {
    const part = proposal('B', 5, {
      offer: '1:10',
      pricedItems: 1,
      commonTotal: 5,
      isLowestCommon: true,
    });
    assert.deepEqual(said([proposal('A', 20), part], 1), [
      'A Proposta A · Ipê cobre mais itens (4 de 4 itens): R$ 20,00 posta na fazenda.',
      'Cobre menos: B (1 de 4 itens).',
      'No item que todas cotam, a mais barata é a Proposta B · Ipê: R$ 5,00, sem frete.',
    ]);
    assert.equal(
      said([proposal('A', 20), part, proposal('C', 19)], 1)[0],
      'Entre as que cobrem mais itens (4 de 4 itens), a mais barata posta na fazenda: Proposta C · Ipê, R$ 19,00.',
    );
  });

  it('ranks the common items where the same number of items are not the same items', () => {
    const [a, b] = [
      proposal('A', 20, { offer: '1:10 2:10', pricedItems: 2, commonTotal: 9 }),
      proposal('B', 10, {
        offer: '1:10 3:10',
        pricedItems: 2,
        commonTotal: 8,
        isLowestCommon: true,
      }),
    ];
    assert.deepEqual(said([a, b], 1), [
      'No item que todas cotam, a mais barata é a Proposta B · Ipê: R$ 8,00, sem frete.',
      'As propostas não oferecem os mesmos itens nas mesmas quantidades: os totais não se comparam.',
    ]);
    assert.match(said([a, { ...b, isLowestCommon: false }], 0)[0] ?? '', /^Os totais não se/);
  });

  it('says so where one proposal, none, or none with a price can be chosen', () => {
    const gone = proposal('B', 1, { isAvailable: false });
    assert.deepEqual(said([proposal('A', 10, { landed: unknown }), gone]), [
      'Proposta A · Ipê: R$ 10,00, sem o frete, que não foi informado.',
      'Cobre 4 de 4 itens.',
    ]);
    assert.deepEqual(said([gone]), ['Nenhuma destas propostas pode ser escolhida.']);
    assert.deepEqual(said([]), ['Nenhuma destas propostas pode ser escolhida.']);
    const empty = proposal('A', 0, { offer: '', pricedItems: 0 });
    assert.deepEqual(said([empty, { ...empty, uuid: 'B' }], 0), [
      'Nenhuma destas propostas tem um item com preço.',
    ]);
  });
});
