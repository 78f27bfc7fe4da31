import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bestCombinationText, notTogetherText } from './best-combination.ts';

const rows = (...prices: readonly (number | null)[]) =>
  prices.map((best_unit_price, index) => ({
    best_unit_price,
    cells: [{ is_priced: best_unit_price !== null }],
    item: { product: { name: `Produto ${index + 1}` } },
  }));
const text = (...prices: readonly (number | null)[]): string =>
  bestCombinationText({ best_total: 1234.5, rows: rows(...prices) }).replaceAll('\u00A0', ' ');

it('the best combination always says how many items it covers, and which it leaves out', () => {
  assert.equal(text(1, 2), 'R$ 1.234,50 para todos os 2 itens');
  assert.equal(text(1), 'R$ 1.234,50 para o item');
  assert.equal(text(1, null, 3), 'R$ 1.234,50 para 2 dos 3 itens; falta: Produto 2');
  assert.equal(text(null, 1, null), 'R$ 1.234,50 para 1 dos 3 itens; faltam: Produto 1, Produto 3');
  assert.equal(
    text(1, null, null, null, null, null),
    'R$ 1.234,50 para 1 dos 6 itens; faltam: Produto 2, Produto 3, Produto 4 e mais 2',
  );
  assert.equal(text(null, null), 'nenhum item tem preço');
});

it('an item with prices, none of them for what was asked, is named apart', () => {
  const short = (index: number) => ({
    best_unit_price: null,
    cells: [{ is_priced: true }],
    item: { product: { name: `Curto ${index}` } },
  });
  const of = (all: Parameters<typeof bestCombinationText>[0]['rows']): string =>
    bestCombinationText({ best_total: 10, rows: all }).replaceAll('\u00A0', ' ');
  assert.equal(
    of([...rows(1, null), short(1)]),
    'R$ 10,00 para 1 dos 3 itens; falta: Produto 2; sem oferta do que foi pedido: Curto 1',
  );
  assert.equal(of([short(1)]), 'nenhum item é oferecido como pedido');
});

it('best prices of a proposal that sells only as a whole are not bought together with others', () => {
  const [a, c] = ['A', 'C'].map((letter) => ({
    proposal: letter,
    label: `Proposta ${letter}`,
    mark: { name: 'Louro', leaf: 'green' } as const,
    allows_partial: letter === 'A',
  }));
  assert.ok(a && c);
  const row = (ofA: number, ofC: number) => ({
    best_unit_price: Math.min(ofA, ofC),
    cells: [
      { proposal: 'A', unit_price: ofA, aside_reason: null },
      { proposal: 'C', unit_price: ofC, aside_reason: null },
    ],
  });
  const text = (...all: ReturnType<typeof row>[]) =>
    notTogetherText({ proposals: [a, c], rows: all });
  assert.match(
    text(row(1, 2), row(2, 1)) ?? '',
    /^A Proposta C · Louro só vende inteira, então esta soma não se compra assim\.$/,
  );
  assert.equal(text(row(2, 1), row(2, 1)), undefined, 'it has them all');
  assert.equal(text(row(1, 2), row(1, 1)), undefined, 'another has the same price');
  assert.equal(text(row(1, 2)), undefined);
});
