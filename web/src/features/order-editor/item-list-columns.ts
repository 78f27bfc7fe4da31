import { fold } from '@lavra/domain/text/fold';
import { countOf } from '../../text/decimal.ts';

export type Field = 'product' | 'quantity' | 'unit' | 'notes';
export type Columns = Readonly<Partial<Record<Field, number>>>;
/** The cells of a filled line; `line` is the spreadsheet's line number. */
export interface ListLine {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The fields in the order of the template. */
export const inOrder: readonly Field[] = ['product', 'quantity', 'unit', 'notes'];

/** By field the headings that name it, the most telling first. */
const headings: Readonly<Record<Field, readonly RegExp[]>> = {
  product: [
    /^(produtos?|insumos?|materia(l|is)|mercadorias?)( |$)/,
    /^(descricao|especificacao|discriminacao|nome)( |$)/,
  ],
  quantity: [/^(quantidades?|qtdes?|qtds?|qdes?|qts?|quants?)( |$)/],
  unit: [/^(unidades?|unids?|unds?|uns?|uni|um|u m|medidas?)( |$)/],
  notes: [/^(obs|observacao|observacoes|notas?|detalhes?)( |$)/],
};
/** Heads the products where nothing else does, and the row numbers otherwise. */
const ITEM = /^(item|itens)( |$)/;
const ROW_NUMBER = /^(item|itens|no?|n o|numero|seq|ordem|linha)$/;
const SUM = /^(?:sub ?)?total(?: geral)?:?$/;

const keyOf = (cell: string): string =>
  fold(cell.replaceAll(/\([^)]*\)/g, ' '))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
const isNumber = (cell: string): boolean => /^\d+[.)]?$/.test(cell.trim());

/**
 * Returns which column holds which field; undefined when the line is not a heading. `below` are the
 * lines under it.
 */
export function columnsOf(
  cells: readonly string[],
  below: readonly (readonly string[])[] = [],
): Columns | undefined {
  const keys = cells.map(keyOf);
  const item = keys.findIndex((key) => ITEM.test(key));
  const found = new Map(
    inOrder.flatMap((field) => {
      const at = headings[field]
        .map((heading) => keys.findIndex((key) => heading.test(key)))
        .find((index) => index !== -1);
      return at === undefined ? [] : [[field, at] as const];
    }),
  );
  if (!found.has('product') && item !== -1 && !isNumbers(below.map((line) => line[item] ?? '')))
    found.set('product', item);
  // A single cell `Nome do produto` may be a product's name; a cell that names the quantity is
  // always a heading.
  const isHeading =
    found.has('quantity') || found.size > 1 || /^produtos?$/.test(keys.join(' ').trim());
  return isHeading ? Object.fromEntries(found) : undefined;
}

const isNumbers = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every(isNumber);
};

/** A heading stands within the first lines: above it is the title of the sheet. */
const LOOKED_AT = 10;

/** Returns the line of the heading, by its place among the filled ones, and its columns. */
export function findHeading(
  lines: readonly ListLine[],
): { readonly at: number; readonly columns: Columns } | undefined {
  for (const [at, { cells }] of lines.slice(0, LOOKED_AT).entries()) {
    const columns = columnsOf(
      cells,
      lines.slice(at + 1).map((line) => line.cells),
    );
    const isSure =
      columns?.product !== undefined &&
      columns.quantity !== undefined &&
      !cells.some((cell) => /\d/.test(cell));
    if (columns !== undefined && (at === 0 || isSure)) return { at, columns };
  }
  return undefined;
}

/**
 * Returns a test for the lines that are no items: sums, which have no product and a cell that says
 * so, and in a numbered list the lines without number and quantity.
 */
export function summaryTest(
  heading: ListLine | undefined,
  { product = -1, quantity = -1 }: Columns,
  first: ListLine | undefined,
): (line: ListLine) => boolean {
  if (heading === undefined) return () => false;
  const number = heading.cells.findIndex((cell) => ROW_NUMBER.test(keyOf(cell)));
  const isNumbered = isNumber(first?.cells[number] ?? '');
  const says = (cell: string): boolean => SUM.test(fold(cell).trim());
  return ({ cells }) => {
    const [named = '', amount = ''] = [cells[product], cells[quantity]];
    if (isNumbered && amount === '' && !isNumber(cells[number] ?? '')) return true;
    return named === '' ? cells.some(says) : says(named);
  };
}

/** Returns what was left out of a list, in sentences. */
export function remarksOn(
  heading: readonly string[],
  columns: Columns,
  { above, sums }: { readonly above: number; readonly sums: number },
): readonly string[] {
  const used = new Set(Object.values(columns));
  const unknown = heading.filter(
    (cell, at) => cell !== '' && !used.has(at) && !ROW_NUMBER.test(keyOf(cell)),
  );
  const named = unknown.map((cell) => `“${cell}”`).join(', ');
  return [
    ...(unknown.length === 0
      ? []
      : unknown.length === 1
        ? [`A coluna ${named} não é conhecida e foi ignorada.`]
        : [`As colunas ${named} não são conhecidas e foram ignoradas.`]),
    ...leftOut(above, 'acima do cabeçalho'),
    ...leftOut(sums, 'de total ou de nota'),
  ];
}

const leftOut = (count: number, which: string): readonly string[] =>
  count === 0
    ? []
    : [`${countOf(count, [`linha ${which} ficou`, `linhas ${which} ficaram`])} de fora.`];
