import { fold } from '@lavra/domain/text/fold';
import { quantityOf } from './draft-values.ts';
import { splitWrittenItem } from './written-quantity.ts';

/** A line of an item list, as written. `line` is the spreadsheet's line number. */
export interface ItemListRow {
  readonly line: number;
  readonly product: string;
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string;
  /** The line as it was written, without its notes. */
  readonly written: string;
}
export type ItemList = { readonly rows: readonly ItemListRow[] } | { readonly problem: string };

export const MOST_ROWS = 300;
export const MOST_NOTES = 1_000;
/** The heading of a list, and two lines that show how it is filled in. */
export const templateRows: readonly (readonly (string | number)[])[] = [
  ['produto', 'quantidade', 'unidade', 'observações'],
  ['Ureia 45% N', 1200, 'SC50', 'Entregar em duas viagens'],
  ['Glifosato 480', 350.5, 'L', ''],
];
export const template = `\uFEFF${templateRows
  .map((cells) => `${cells.map((cell) => cell.toLocaleString('pt-BR')).join(';')}\r\n`)
  .join('')}`;

type Field = Exclude<keyof ItemListRow, 'line' | 'written'>;
const headings: Readonly<Record<Field, RegExp>> = {
  product: /^(produtos?|item|itens|insumos?|material|nome|descricao)( |$)/,
  quantity: /^(quantidades?|qtde?|quant)( |$)/,
  unit: /^(unidades?|un(id?)?|um|medida)( |$)/,
  notes: /^(obs|observacao|observacoes|notas?|detalhes?)( |$)/,
};
const inOrder: readonly Field[] = ['product', 'quantity', 'unit', 'notes'];

/** Decodes an item list: UTF-8, UTF-16 (Excel's Unicode text), or otherwise the Windows code page. */
export function decodeItemList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Parses an item list, from a file or pasted: a table with a heading in any order, or without one
 * in the template's order; or lines as written in a message, `50 sacos de ureia`.
 */
export function readItemList(text: string): ItemList {
  if (text.includes('\0'))
    return {
      problem: 'Este arquivo não é uma planilha. Salve-o como .xlsx ou CSV.',
    };
  const plainText = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const records = isTable(plainText) ? recordsOf(plainText) : linesOf(plainText);
  const filled = records.flatMap((cells, index) =>
    cells.every((cell) => cell === '') ? [] : [{ cells, line: index + 1 }],
  );
  const [first, ...others] = filled;
  if (first === undefined) return { problem: 'A planilha está vazia.' };
  const named = columnsOf(first.cells);
  if (named !== undefined && named.product === undefined)
    return { problem: 'Falta a coluna “produto” na primeira linha.' };
  const columns = named ?? Object.fromEntries(inOrder.map((field, index) => [field, index]));
  const rows = (named === undefined ? filled : others).map(({ cells, line }) =>
    rowOf(cells, line, columns),
  );
  if (rows.length === 0) return { problem: 'A planilha só tem o cabeçalho.' };
  return rows.length > MOST_ROWS
    ? { problem: `Traga no máximo ${MOST_ROWS} linhas por vez; esta planilha tem ${rows.length}.` }
    : { rows };
}

type Columns = Readonly<Partial<Record<Field, number>>>;

function rowOf(cells: readonly string[], line: number, columns: Columns): ItemListRow {
  const at = (field: Field): string => cells[columns[field] ?? -1] ?? '';
  const [product, quantity, unit] = [at('product'), at('quantity'), at('unit')];
  const written = [product, quantity, unit].filter((part) => part !== '').join(' ');
  const base = { line, notes: at('notes'), written };
  // A quantity with its unit in one cell, `50 sc`; a line with everything in its first cell.
  if (quantity !== '' && unit === '' && quantityOf({ quantity }) === undefined) {
    const split = splitWrittenItem(`${quantity} -`);
    if (split.quantity !== '' && split.product === '')
      return { ...base, product, quantity: split.quantity, unit: split.unit };
  }
  if (quantity === '' && unit === '') return { ...base, ...splitWrittenItem(product) };
  return { ...base, product, quantity, unit };
}

/** A table has cells, or a heading with commas; in a message a comma is part of the sentence. */
function isTable(text: string): boolean {
  if (/[\t;]/.test(text)) return true;
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1);
  return columnsOf(heading.split(',')) !== undefined;
}

const GREETING = /^(bom dia|boa tarde|boa noite|ola|oi|segue|obrigad[oa]|favor|preciso|lista)\b/;

/** The lines of a message; greetings without a number are no items. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => [GREETING.test(fold(line).trim()) && !/\d/.test(line) ? '' : line.trim()]);

/** Returns which column holds which field; undefined when the first line is not a heading. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const keys = cells.map((cell) =>
    fold(cell.replaceAll(/\([^)]*\)/g, ' '))
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  const found = inOrder.flatMap((field) => {
    const at = keys.findIndex((key) => headings[field].test(key));
    return at === -1 ? [] : [[field, at] as const];
  });
  // A single cell `Nome do produto` may be a product's name; a cell that names the quantity is
  // always a heading.
  const isHeading =
    found.some(([field]) => field === 'quantity') ||
    found.length > 1 ||
    /^produtos?$/.test(keys.join(' '));
  return isHeading ? Object.fromEntries(found) : undefined;
}

/**
 * Describes what is wrong with a line; the line is imported anyway, with the field to be corrected.
 */
export function problemsOfRow({ product, quantity, notes }: ItemListRow): readonly string[] {
  return [
    ...(product === '' ? ['falta o produto'] : []),
    ...(quantity === ''
      ? ['falta a quantidade']
      : quantityOf({ quantity }) === undefined
        ? [`a quantidade “${quantity}” não é um número maior que zero`]
        : []),
    ...(notes.length > MOST_NOTES
      ? [`a observação passa de ${MOST_NOTES} caracteres e será cortada`]
      : []),
  ];
}

/** Returns the lines that were left out, as a file to correct and import again. */
export const writeItemList = (rows: readonly ItemListRow[]): string =>
  `\uFEFF${[['produto', 'quantidade', 'unidade', 'observações'], ...rows.map(({ product, quantity, unit, notes }) => [product, quantity, unit, notes])].map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;

/** Quotes a cell; prevents it from becoming a formula when the file is opened. */
function quoted(cell: string): string {
  const safe = cell.replace(/^[=+\-@\t]/, "'$&");
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Splits a text into lines of cells; the separator is the one most frequent in the first line, and
 * quoted cells may contain it.
 */
function recordsOf(text: string): readonly (readonly string[])[] {
  const heading = (/[^\r\n]+/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const [separator] = ['\t', ';', ','].toSorted(
    (a, b) => heading.split(b).length - heading.split(a).length,
  );
  const records: string[][] = [[]];
  const pattern = new RegExp(
    `("(?:[^"]|"")*"|[^${separator ?? ';'}\\r\\n]*)(${separator ?? ';'}|\\r\\n|\\n|\\r|$)`,
    'gy',
  );
  for (const [whole, cell = '', end = ''] of text.matchAll(pattern)) {
    records.at(-1)?.push(plain(cell));
    if (whole === '' || end === '') break;
    if (/[\r\n]/.test(end)) records.push([]);
  }
  return records;
}

const plain = (cell: string): string =>
  (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
