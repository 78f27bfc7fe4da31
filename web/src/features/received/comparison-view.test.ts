import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { asSpreadsheet, groupRows, viewRows, type ComparisonRow } from './comparison-view.ts';

const row = (
  position: number,
  name: string,
  prices: readonly (number | null)[],
  product_type = 'Fertilizantes',
): ComparisonRow =>
  ({
    product_type,
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

it('shows the items one asks for, in the order one asks for', () => {
  assert.deepEqual(names({}), ['Ureia', 'Glifosato', 'Atrazina', 'Enxôfre']);
  assert.deepEqual(names({ onlyDifferences: true, hideUnpriced: true }), ['Glifosato', 'Enxôfre']);
  assert.deepEqual(names({ text: 'enxofre' }), ['Enxôfre']);
  assert.deepEqual(names({ sort: 'valor' }), ['Enxôfre', 'Glifosato', 'Ureia', 'Atrazina']);
  assert.deepEqual(names({ sort: 'diferenca' }), ['Ureia', 'Enxôfre', 'Glifosato', 'Atrazina']);
});

it('stands together by type of product, the types by name', () => {
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

it('goes into a spreadsheet as numbers that one reads, with letters only, and no formula', () => {
  const found = [row(1, '=1+1', [1234.5678]), row(2, 'Ureia', [null])];
  const comparison = {
    order: { number: 'COT-1', description: 'Safra' },
    common_items: 1,
    best_total: 60,
    proposals: [
      { label: 'Proposta B', total_amount: 60, coverage_label: '1 de 2 itens', common_total: 15 },
    ],
    rows: found,
  } as unknown as OrderComparison;
  assert.deepEqual(asSpreadsheet(comparison, found).split('\n'), [
    'COT-1: Safra',
    'Item\tTipo\tProduto\tQuantidade\tUnidade\tProposta B: preço\tProposta B: total',
    "1\tFertilizantes\t'=1+1\t10,00\tL\t1234,5678\t12345,678",
    '2\tFertilizantes\tUreia\t10,00\tL\tNão cotado\t',
    '\t\tTotal da proposta\t\t\t\t60,00',
    '\t\tCobertura\t\t\t\t1 de 2 itens',
    '\t\tTotal dos itens comuns (1)\t\t\t\t15,00',
    '\t\tMelhor combinação\t\t\t\t60,00',
    'As letras das propostas valem só para a sessão em que a tabela foi copiada.',
  ]);
});
