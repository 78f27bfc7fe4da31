import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { asSpreadsheet, viewRows, type ComparisonRow } from './comparison-view.ts';

const row = (position: number, name: string, prices: readonly (number | null)[]): ComparisonRow => ({
  item: { position, quantity: 10, unit: 'L', product: { name, brand: null, active_ingredient: null } },
  cells: prices.map((price, index) => ({ proposal: `p${index}`, is_priced: price !== null, unit_price: price, total_price: price === null ? null : price * 10, difference_percent: price === null ? null : index })),
} as unknown as ComparisonRow); // what the view reads of it

const rows = [row(1, 'Ureia', [1, 1]), row(2, 'Glifosato', [5, null]), row(3, 'Atrazina', [null, null]), row(4, 'Enxôfre', [2, 9])];
const plain = { text: '', onlyDifferences: false, hideUnpriced: false, sort: 'pedido' } as const;
const names = (view: Partial<Parameters<typeof viewRows>[1]>): string[] => viewRows(rows, { ...plain, ...view }).map(({ item }) => item.product.name);

it('shows the items one asks for, in the order one asks for', () => {
  assert.deepEqual(names({}), ['Ureia', 'Glifosato', 'Atrazina', 'Enxôfre']);
  assert.deepEqual(names({ onlyDifferences: true, hideUnpriced: true }), ['Glifosato', 'Enxôfre']);
  assert.deepEqual(names({ text: 'enxofre' }), ['Enxôfre']);
  assert.deepEqual(names({ sort: 'valor' }), ['Enxôfre', 'Glifosato', 'Ureia', 'Atrazina']);
  assert.deepEqual(names({ sort: 'diferenca' }), ['Ureia', 'Enxôfre', 'Glifosato', 'Atrazina']);
});

it('goes into a spreadsheet with letters only, and no formula', () => {
  const comparison = { proposals: [{ label: 'Proposta B', total_amount: 60 }], rows: [row(1, '=1+1', [1.5]), row(2, 'Ureia', [null])] } as unknown as OrderComparison;
  assert.equal(asSpreadsheet(comparison).replaceAll('\u00A0', ' '), 'Item\tProduto\tQuantidade\tProposta B: preço\tProposta B: total\n1\t\'=1+1\t10 L\tR$ 1,50\tR$ 15,00\n2\tUreia\t10 L\tNão cotado\t\n\tTotal da proposta\t\t\tR$ 60,00');
});
