import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { fold } from '@lavra/domain/text/fold';
import { harmlessCell } from '@lavra/domain/text/harmless-cell';
import { formatUnitPrice } from '../../text/decimal.ts';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { bestCombinationText } from './best-combination.ts';

export type ComparisonRow = OrderComparison['rows'][number];
export type ComparisonCell = ComparisonRow['cells'][number];
export type ComparisonColumn = OrderComparison['proposals'][number];

export const rowSorts = ['pedido', 'valor', 'diferenca'] as const;
export interface RowView {
  readonly text: string;
  readonly onlyDifferences: boolean;
  readonly hideUnpriced: boolean;
  readonly sort: (typeof rowSorts)[number];
}

const prices = ({ cells }: ComparisonRow): number[] =>
  cells.flatMap(({ unit_price, is_priced }) =>
    is_priced && unit_price !== null ? [unit_price] : [],
  );
const isPriced = (row: ComparisonRow): boolean => prices(row).length > 0;
/** Returns true when not all proposals price the item, or their prices differ. */
const differs = (row: ComparisonRow): boolean =>
  prices(row).length < row.cells.length || new Set(prices(row)).size > 1;
const largestTotal = ({ cells }: ComparisonRow): number =>
  Math.max(0, ...cells.map(({ total_price }) => total_price ?? 0));
const widest = ({ cells }: ComparisonRow): number =>
  Math.max(0, ...cells.map(({ difference_percent }) => difference_percent ?? 0));

/**
 * Returns one line for an item on which the proposals do not differ; undefined where they do. A
 * phone shows it in place of the prices.
 */
export function alikeText(row: ComparisonRow): string | undefined {
  const [price] = prices(row);
  if (price === undefined) return 'Ninguém cotou';
  const isAlike =
    !differs(row) &&
    row.cells.every(({ similar, quantity_differs }) => similar === null && !quantity_differs);
  return isAlike ? `Mesmo preço: ${formatUnitPrice(price)}` : undefined;
}

/** Returns true when a supplier wrote something about the item. */
export const hasRemarks = ({ cells }: ComparisonRow): boolean =>
  cells.some(
    ({ notes, justification, similar }) =>
      notes !== null || justification !== null || (similar?.description ?? null) !== null,
  );

/** Returns the text shown in place of a price. */
export const absenceOf = ({ not_offered }: Pick<ComparisonCell, 'not_offered'>): string =>
  not_offered ? 'Não oferecido' : 'Não cotado';

/** Returns the item rows according to the chosen view. */
export function viewRows(
  rows: readonly ComparisonRow[],
  { text, onlyDifferences, hideUnpriced, sort }: RowView,
): readonly ComparisonRow[] {
  const wanted = fold(text);
  const shown = rows.filter(
    (row) =>
      (!onlyDifferences || differs(row)) &&
      (!hideUnpriced || isPriced(row)) &&
      fold(
        `${row.item.product.name} ${row.item.product.active_ingredient ?? ''} ${row.item.product.brand ?? ''}`,
      ).includes(wanted),
  );
  if (sort === 'pedido') return shown;
  const weight = sort === 'valor' ? largestTotal : widest;
  return shown.toSorted((a, b) => weight(b) - weight(a) || a.item.position - b.item.position);
}

/** The rows of one type of product, under its name. */
export interface RowGroup {
  readonly name: string | undefined;
  readonly rows: readonly ComparisonRow[];
}

/**
 * Groups the rows by type of product, types sorted by name; one group without a name when grouping
 * is off.
 */
export function groupRows(rows: readonly ComparisonRow[], byType: boolean): readonly RowGroup[] {
  if (!byType) return [{ name: undefined, rows }];
  const names = [...new Set(rows.map(({ product_type }) => product_type))].toSorted((a, b) =>
    a.localeCompare(b, 'pt-BR'),
  );
  return names.map((name) => ({
    name,
    rows: rows.filter(({ product_type }) => product_type === name),
  }));
}

/** Numbers in the format of Brazilian spreadsheets: no currency, no thousands separator. */
const plainNumber = new Intl.NumberFormat('pt-BR', {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const number = (value: number | null): string => (value === null ? '' : plainNumber.format(value));

const LETTERS_NOTE =
  'As letras das propostas valem só para a sessão em que a tabela foi copiada; os nomes de árvore são sempre os mesmos.';

/** Returns the cells of an item: what is asked for, then the price and the total of each proposal. */
const itemLine = ({ item, product_type, cells }: ComparisonRow): readonly string[] => [
  String(item.position),
  product_type,
  item.product.name,
  number(item.quantity),
  item.unit,
  ...cells.flatMap((cell) =>
    cell.is_priced && cell.unit_price !== null
      ? [number(cell.unit_price), number(cell.total_price)]
      : [absenceOf(cell), ''],
  ),
];

/** Returns the lines below the items: what each proposal comes to, and the best prices together. */
function summaryLines(comparison: OrderComparison): readonly (readonly string[])[] {
  const { proposals, common_items: common, best_total } = comparison;
  const line = (name: string, cells: readonly string[]) => ['', '', name, '', '', ...cells];
  const lineOf = (name: string, of: (column: ComparisonColumn) => string) =>
    line(
      name,
      proposals.flatMap((column) => ['', of(column)]),
    );
  return [
    lineOf('Total da proposta', ({ total_amount }) => number(total_amount)),
    lineOf('Cobertura', ({ coverage_label }) => coverage_label),
    ...(common === 0
      ? []
      : [lineOf(`Total dos itens comuns (${common})`, ({ common_total }) => number(common_total))]),
    line('Melhor combinação', ['', number(best_total), bestCombinationText(comparison)]),
  ];
}

/**
 * Returns the visible rows for a spreadsheet, cells separated by tabs. It names no supplier, like
 * the comparison.
 */
export function asSpreadsheet(comparison: OrderComparison, rows: readonly ComparisonRow[]): string {
  const { proposals, order } = comparison;
  const head = [
    'Item',
    'Tipo',
    'Produto',
    'Quantidade',
    'Unidade',
    ...proposals.flatMap((column) => [`${nameOf(column)}: preço`, `${nameOf(column)}: total`]),
  ];
  return [
    [`${order.number}: ${order.description}`],
    head,
    ...rows.map(itemLine),
    ...summaryLines(comparison),
    [LETTERS_NOTE],
  ]
    .map((cells) =>
      cells.map((cell) => harmlessCell(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t'),
    )
    .join('\n');
}
