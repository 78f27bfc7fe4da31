import {
  BODY,
  breakPage,
  drawAside,
  drawLines,
  drawRule,
  INK,
  roomOn,
  type PdfCanvas,
  type StructureElement,
} from './pdf-canvas.ts';
import { heightOf, leadingOf, type TextLine, type TextStyle } from './typesetting.ts';

/** A column of a table over the body's whole width; `width` in points, gutters included. */
export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Drawn on a faint panel, from the heading to the last row. */
  readonly shaded?: boolean;
}

/** Lines in one column, or over `span` columns from there. */
export interface Cell {
  readonly lines: readonly TextLine[];
  readonly span?: number;
}

interface Box {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const HEADING: TextStyle = { bold: true, size: 7, color: INK.accent, leading: 9 };
const GUTTER = 5;
const PADDING = 3;
const DENSE_PADDING = 1.25;
const SMALLEST_PIECE = 80;
const HAIR = 0.4;

/** Returns a cell for each text, from column `from` on; its lines are shortened to the column. */
export const fitCells = (
  { type }: Pick<PdfCanvas, 'type'>,
  columns: readonly Column[],
  texts: readonly (string | readonly string[])[],
  style: TextStyle,
  from = 0,
): Cell[] =>
  texts.map((text, index) => ({
    lines: [text].flat().map((line) => type.fit(line, style, boxOf(columns, from + index).width)),
  }));

/**
 * Draws a table that repeats its heading on each page. Rows stay whole; only one taller than a page
 * is split between lines, and the last one never stands alone on a page. `cellsOf` is called for
 * each row as it is drawn.
 */
export function drawTable<Row>(
  canvas: PdfCanvas,
  columns: readonly Column[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly Cell[],
): void {
  const table = canvas.doc.struct('Table');
  canvas.root.add(table);
  if (roomOn(canvas) < SMALLEST_PIECE) breakPage(canvas);
  const head = columns.map((column, index) => ({
    lines: canvas.type.wrap(column.title, HEADING, boxOf(columns, index).width),
  }));
  drawRow(canvas, columns, head, openRow(canvas, table, 'TH', columns.length));
  drawHeadRule(canvas);
  const onNewPage = (): void => {
    breakPage(canvas);
    drawAside(canvas, () => repeatHead(canvas, columns, head));
  };
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(row);
    const last = index === rows.length - 2 ? rows.at(-1) : undefined;
    if (last !== undefined && leavesLastAlone(canvas, [cells, cellsOf(last)])) onNewPage();
    placeRow(canvas, columns, cells, table, onNewPage);
  }
  table.end();
}

/**
 * Returns the x, width and alignment of the text in a column, or over several: the outer edges have
 * no gutter.
 */
export function boxOf(columns: readonly Column[], index: number, span = 1): Box {
  const before = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0);
  const wide = columns.slice(index, index + span).reduce((sum, column) => sum + column.width, 0);
  const left = index === 0 ? 0 : GUTTER;
  const right = index + span >= columns.length ? 0 : GUTTER;
  return {
    x: BODY.left + before + left,
    width: wide - left - right,
    align: span === 1 ? (columns[index]?.align ?? 'left') : 'left',
  };
}

interface OpenRow {
  cell(index: number, draw: () => void): void;
  close(): void;
}

/** Creates the structure of one row; a cell drawn twice, on two pages, stays one cell. */
function openRow(
  canvas: PdfCanvas,
  table: StructureElement,
  tag: 'TH' | 'TD',
  count: number,
): OpenRow {
  const row = canvas.doc.struct('TR');
  table.add(row);
  const options: { lang?: string; scope?: string } = tag === 'TH' ? { scope: 'Column' } : {};
  const cells = Array.from({ length: count }, () => canvas.doc.struct(tag, options));
  for (const cell of cells) row.add(cell);
  return {
    cell(index, draw) {
      const content = canvas.doc.markStructureContent(tag);
      draw();
      canvas.doc.endMarkedContent();
      cells[index]?.add(content);
    },
    close: () => row.end(),
  };
}

/** Returns whether of these two rows, which would fit on one page, only the first fits here. */
function leavesLastAlone(
  canvas: PdfCanvas,
  [one, last]: readonly [readonly Cell[], readonly Cell[]],
): boolean {
  const [height, both] = [rowHeight(canvas, one), rowHeight(canvas, one) + rowHeight(canvas, last)];
  return (
    height <= roomOn(canvas) &&
    both > roomOn(canvas) &&
    both <= BODY.bottom - BODY.top - SMALLEST_PIECE
  );
}

function placeRow(
  canvas: PdfCanvas,
  columns: readonly Column[],
  cells: readonly Cell[],
  table: StructureElement,
  onNewPage: () => void,
): void {
  const height = rowHeight(canvas, cells);
  const open = openRow(canvas, table, 'TD', cells.length);
  if (
    height > roomOn(canvas) &&
    (height <= BODY.bottom - BODY.top - SMALLEST_PIECE || roomOn(canvas) < SMALLEST_PIECE)
  )
    onNewPage();
  let rest = cells;
  while (rowHeight(canvas, rest) > roomOn(canvas)) {
    const room = roomOn(canvas) - 2 * paddingOf(canvas);
    drawPiece(
      canvas,
      columns,
      rest.map((cell) => ({ ...cell, lines: cell.lines.slice(0, fitting(cell.lines, room)) })),
      open,
    );
    rest = rest.map((cell) => ({ ...cell, lines: cell.lines.slice(fitting(cell.lines, room)) }));
    onNewPage();
  }
  drawRow(canvas, columns, rest, open);
  drawAside(canvas, () => drawRule(canvas, canvas.y));
}

function drawRow(
  canvas: PdfCanvas,
  columns: readonly Column[],
  cells: readonly Cell[],
  open: OpenRow,
): void {
  drawPiece(canvas, columns, cells, open);
  open.close();
}

function drawPiece(
  canvas: PdfCanvas,
  columns: readonly Column[],
  cells: readonly Cell[],
  open: OpenRow,
): void {
  if (columns.some((column) => column.shaded))
    drawAside(canvas, () => shadeColumns(canvas, columns, rowHeight(canvas, cells)));
  let column = 0;
  for (const [index, cell] of cells.entries()) {
    const box = boxOf(columns, column, cell.span);
    if (cell.lines.length > 0)
      open.cell(index, () =>
        drawLines(canvas, cell.lines, { ...box, y: canvas.y + paddingOf(canvas) }),
      );
    column += cell.span ?? 1;
  }
  canvas.y += rowHeight(canvas, cells);
}

function shadeColumns(canvas: PdfCanvas, columns: readonly Column[], height: number): void {
  for (const [index, column] of columns.entries()) {
    if (!column.shaded) continue;
    const left = columns.slice(0, index).reduce((sum, { width }) => sum + width, BODY.left);
    // Leaves the rule above it whole.
    canvas.doc.rect(left, canvas.y + HAIR, column.width, height - HAIR).fill(INK.panel);
  }
}

function repeatHead(canvas: PdfCanvas, columns: readonly Column[], head: readonly Cell[]): void {
  shadeColumns(canvas, columns, rowHeight(canvas, head));
  for (const [index, cell] of head.entries())
    drawLines(canvas, cell.lines, { ...boxOf(columns, index), y: canvas.y + paddingOf(canvas) });
  canvas.y += rowHeight(canvas, head);
  drawRule(canvas, canvas.y, { color: INK.accent, weight: 0.8 });
}

function drawHeadRule(canvas: PdfCanvas): void {
  drawAside(canvas, () => drawRule(canvas, canvas.y, { color: INK.accent, weight: 0.8 }));
}

/** Returns the space above and below the lines of a row, in points. */
const paddingOf = ({ layout }: PdfCanvas): number => (layout.dense ? DENSE_PADDING : PADDING);

function rowHeight(canvas: PdfCanvas, cells: readonly Cell[]): number {
  return 2 * paddingOf(canvas) + Math.max(0, ...cells.map((cell) => heightOf(cell.lines)));
}

/** Returns how many of the lines fit into `room` points. */
function fitting(lines: readonly TextLine[], room: number): number {
  let used = 0;
  const over = lines.findIndex((line) => (used += leadingOf(line.style)) > room);
  return over === -1 ? lines.length : over;
}
