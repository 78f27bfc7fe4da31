import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { fold } from '@lavra/domain/text/fold';
import { formatMoney, formatQuantity, formatUnitPrice } from '../../text/decimal.ts';

export type ComparisonRow = OrderComparison['rows'][number];
export type ComparisonCell = ComparisonRow['cells'][number];
export type ComparisonColumn = OrderComparison['proposals'][number];

export const rowSorts = ['pedido', 'valor', 'diferenca'] as const;
export interface RowView { readonly text: string; readonly onlyDifferences: boolean; readonly hideUnpriced: boolean; readonly sort: (typeof rowSorts)[number] }

const prices = ({ cells }: ComparisonRow): number[] => cells.flatMap(({ unit_price, is_priced }) => (is_priced && unit_price !== null ? [unit_price] : []));
const isPriced = (row: ComparisonRow): boolean => prices(row).length > 0;
/** Not everybody prices it, or not alike. */
const differs = (row: ComparisonRow): boolean => prices(row).length < row.cells.length || new Set(prices(row)).size > 1;
const largestTotal = ({ cells }: ComparisonRow): number => Math.max(0, ...cells.map(({ total_price }) => total_price ?? 0));
const widest = ({ cells }: ComparisonRow): number => Math.max(0, ...cells.map(({ difference_percent }) => difference_percent ?? 0));

/** The item rows as one wants to see them. */
export function viewRows(rows: readonly ComparisonRow[], { text, onlyDifferences, hideUnpriced, sort }: RowView): readonly ComparisonRow[] {
  const wanted = fold(text);
  const kept = rows.filter((row) => (!onlyDifferences || differs(row)) && (!hideUnpriced || isPriced(row))
    && fold(`${row.item.product.name} ${row.item.product.active_ingredient ?? ''} ${row.item.product.brand ?? ''}`).includes(wanted));
  if (sort === 'pedido') return kept;
  const weight = sort === 'valor' ? largestTotal : widest;
  return kept.toSorted((a, b) => weight(b) - weight(a) || a.item.position - b.item.position);
}

/** The table for a spreadsheet: tabs between cells, numbers as they are read here. No supplier is in it, as there is none in the comparison. */
export function asSpreadsheet({ proposals, rows }: OrderComparison): string {
  const head = ['Item', 'Produto', 'Quantidade', ...proposals.flatMap(({ label }) => [`${label}: preço`, `${label}: total`])];
  const lines = rows.map(({ item, cells }) => [
    String(item.position), item.product.name, formatQuantity(item.quantity, item.unit),
    ...cells.flatMap(({ is_priced, unit_price, total_price }) => (is_priced && unit_price !== null ? [formatUnitPrice(unit_price), formatMoney(total_price ?? 0)] : ['Não cotado', ''])),
  ]);
  const totals = ['', 'Total da proposta', '', ...proposals.flatMap(({ total_amount }) => ['', formatMoney(total_amount)])];
  return [head, ...lines, totals].map((line) => line.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ').replace(/^[=+\-@]/, "'$&")).join('\t')).join('\n');
}
