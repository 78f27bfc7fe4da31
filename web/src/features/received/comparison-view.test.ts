import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import {
  alikeText,
  asSpreadsheet,
  groupRows,
  hasRemarks,
  viewRows,
  type ComparisonRow,
} from './comparison-view.ts';

const row = (
  position: number,
  name: string,
  prices: readonly (number | null)[],
  product_type = 'Fertilizantes',
): ComparisonRow =>
  ({
    product_type,
    best_unit_price: prices.find((price) => price !== null) ?? null,
    item: {
      position,
      quantity: 10,
      unit: 'L',
      product: { name, brand: null, active_ingredient: null },
    },
    cells: prices.map((price, index) => ({
      proposal: `p${index}`,
      is_priced: price !== null,
      unit_price: price,
      total_price: price === null ? null : price * 10,
      quantity_differs: false,
      similar: null,
      notes: null,
      justification: null,
      difference_percent: price === null ? null : index,
    })),
  }) as unknown as ComparisonRow; // the part that the view reads

const rows = [
  row(1, 'Ureia', [1, 1]),
  row(2, 'Glifosato', [5, null]),
  row(3, 'Atrazina', [null, null]),
  row(4, 'Enxôfre', [2, 9]),
];
const plain = { text: '', onlyDifferences: false, hideUnpriced: false, sort: 'pedido' } as const;
const names = (view: Partial<Parameters<typeof viewRows>[1]>): string[] =>
  viewRows(rows, { ...plain, ...view }).map(({ item }) => item.product.name);

it('the comparison shows the selected items in the selected order', () => {
  assert.deepEqual(names({}), ['Ureia', 'Glifosato', 'Atrazina', 'Enxôfre']);
  assert.deepEqual(names({ onlyDifferences: true, hideUnpriced: true }), ['Glifosato', 'Enxôfre']);
  assert.deepEqual(names({ text: 'enxofre' }), ['Enxôfre']);
  assert.deepEqual(names({ sort: 'valor' }), ['Enxôfre', 'Glifosato', 'Ureia', 'Atrazina']);
  assert.deepEqual(names({ sort: 'diferenca' }), ['Ureia', 'Enxôfre', 'Glifosato', 'Atrazina']);
});

it('the comparison groups items by product type, the types by name', () => {
  const mixed = [row(1, 'Ureia', [1]), row(2, 'Glifosato', [2], 'Defensivos'), row(3, 'MAP', [3])];
  const shown = (byType: boolean) =>
    groupRows(mixed, byType).map((group) => [
      group.name,
      group.rows.map(({ item }) => item.position),
    ]);
  assert.deepEqual(shown(true), [
    ['Defensivos', [2]],
    ['Fertilizantes', [1, 3]],
  ]);
  assert.deepEqual(shown(false), [[undefined, [1, 2, 3]]]);
});

it('the comparison is exported as numbers, with letters and marks only, and without formulas', () => {
  const found = [row(1, '=1+1', [1234.5678]), row(2, 'Ureia', [null])];
  const comparison = {
    order: { number: 'COT-1', description: 'Safra' },
    common_items: 1,
    best_total: 60,
    proposals: [
      {
        label: 'Proposta B',
        mark: { name: 'Ipê', leaf: 'green' },
        total_amount: 60,
        coverage_label: '1 de 2 itens',
        common_total: 15,
      },
    ],
    rows: found,
  } as unknown as OrderComparison;
  assert.deepEqual(asSpreadsheet(comparison, found).split('\n'), [
    'COT-1: Safra',
    'Item\tTipo\tProduto\tQuantidade\tUnidade\tProposta B · Ipê: preço\tProposta B · Ipê: total',
    "1\tFertilizantes\t'=1+1\t10,00\tL\t1234,5678\t12345,678",
    '2\tFertilizantes\tUreia\t10,00\tL\tNão cotado\t',
    '\t\tTotal da proposta\t\t\t\t60,00',
    '\t\tCobertura\t\t\t\t1 de 2 itens',
    '\t\tTotal dos itens comuns (1)\t\t\t\t15,00',
    '\t\tMelhor combinação\t\t\t\t60,00\tR$\u00A060,00 para 1 dos 2 itens; falta: Ureia',
    'As letras das propostas valem só para a sessão em que a tabela foi copiada; os nomes de árvore são sempre os mesmos.',
  ]);
});

it('an item on which the proposals do not differ has one line in place of its prices', () => {
  const [same, , unpriced, different] = rows.map((one) =>
    alikeText(one)?.replaceAll('\u00A0', ' '),
  );
  assert.deepEqual(
    [same, unpriced, different],
    ['Mesmo preço: R$ 1,00', 'Ninguém cotou', undefined],
  );
  const alike = row(5, 'Boro', [3, 3]);
  const [cell] = alike.cells;
  assert.ok(cell !== undefined);
  const changed = (change: Partial<typeof cell>): ComparisonRow => ({
    ...alike,
    cells: alike.cells.map((one, at) => (at === 0 ? { ...one, ...change } : one)),
  });
  assert.equal(alikeText(changed({ quantity_differs: true })), undefined);
  assert.equal(
    alikeText(changed({ similar: { name: 'Outro' } as unknown as typeof cell.similar })),
    undefined,
  );
  assert.equal(hasRemarks(alike), false);
  assert.equal(hasRemarks(changed({ notes: 'Só em caixa fechada' })), true);
});
