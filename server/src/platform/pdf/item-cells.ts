import { INK, type PdfCanvas } from './pdf-canvas.ts';
import { boxOf, fitCells, type Cell, type Column } from './table.ts';
import type { TextLine, TextStyle } from './typesetting.ts';

// The rows of a document's items: position, product, and then figures.

const NAME: TextStyle = { bold: true, size: 8.5, color: INK.text, leading: 10.5 };
const NUMBER: TextStyle = { size: 8.5, color: INK.text, leading: 10.5 };
const POSITION: TextStyle = { size: 8.5, color: INK.muted, leading: 10.5 };
/** What stands below a product's name in small letters. */
export const DETAIL: TextStyle = { size: 7.5, color: INK.muted, leading: 9.4 };

interface PrintedItem {
  readonly position: number;
  readonly product: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
}

/** Remarks below a product, each in its style; an empty one takes no line. */
export type Remarks = readonly (readonly [text: string, style: TextStyle])[];

/** Returns the first two cells of an item: its position, its product with details and remarks. */
export const itemCells = (
  canvas: PdfCanvas,
  columns: readonly Column[],
  item: PrintedItem,
  remarks: Remarks,
): Cell[] => [
  ...fitCells(canvas, columns, [String(item.position)], POSITION),
  { lines: productLines(canvas, boxOf(columns, 1).width, item, remarks) },
];

/** Returns the cells of an item's figures, from a column on. */
export const figureCells = (
  canvas: PdfCanvas,
  columns: readonly Column[],
  texts: readonly string[],
  from: number,
): Cell[] => fitCells(canvas, columns, texts, NUMBER, from);

function productLines(
  { type }: PdfCanvas,
  width: number,
  { product, brand, active_ingredient, concentration }: PrintedItem,
  remarks: Remarks,
): TextLine[] {
  const substance = [active_ingredient, concentration].filter(Boolean).join(' ');
  const details = [brand === product ? null : brand, substance].filter(Boolean).join('  ·  ');
  return [
    ...type.wrap(product, NAME, width),
    ...[[details, DETAIL] as const, ...remarks].flatMap(([text, style]) =>
      text === '' ? [] : type.wrap(text, style, width),
    ),
  ];
}
