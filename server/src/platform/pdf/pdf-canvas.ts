// oxlint-disable-next-line import/no-named-as-default -- the types know no other export
import PDFDocument from 'pdfkit';
import { brand } from '@lavra/domain/brand/mark';
import {
  createTypesetter,
  fontOf,
  leadingOf,
  type TextLine,
  type Typesetter,
} from './typesetting.ts';

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 42.52; // 15 mm
const FOOTER_HEIGHT = 22;
const GLYPH_HEIGHT = 0.925; // of Helvetica, from the descenders to the ascenders, of its size

/** The rectangle available for content, in points from the top left corner. */
export const BODY = {
  left: MARGIN,
  right: A4.width - MARGIN,
  width: A4.width - 2 * MARGIN,
  top: MARGIN,
  bottom: A4.height - MARGIN - FOOTER_HEIGHT,
};

/** The strip under the body that carries the same line on every page. */
export const FOOTER_TOP = BODY.bottom + 8;

/**
 * The brand's green is the only accent; the others are greys that remain distinct on a monochrome
 * printer.
 */
export const INK = {
  accent: brand.green,
  text: '#1B1E1C',
  muted: '#59615C',
  line: '#CBD2CD',
  panel: '#F2F5F2',
};

export type StructureElement = PDFKit.PDFStructureElement;

/** A4 pages being filled from the top: `y` is where the next element goes. */
export interface PdfCanvas {
  readonly doc: PDFKit.PDFDocument;
  readonly type: Typesetter;
  readonly root: StructureElement;
  y: number;
  page: number;
  /** The total number of pages; 0 while they are being counted. */
  readonly pages: number;
  readonly layout: Layout;
  /** Called on every page after the first, before anything else is drawn there. */
  onNewPage: () => void;
  /** Called when a page is full. */
  onPageEnd: () => void;
}

/** How densely the pages are filled. */
export interface Layout {
  /** Rows of tables without their usual space above and below. */
  readonly dense: boolean;
  /** A page that ends earlier than the others by `trim` points. */
  readonly short?: { readonly page: number; readonly trim: number };
}

export interface PdfInfo {
  /** Written into XML metadata unescaped: no user text. */
  readonly title: string;
  readonly createdAt: Date;
}

/** A last page with less on it than this, in points, looks forgotten. */
const NEAR_EMPTY = (BODY.bottom - BODY.top) / 5;
const TRIMS = [60, 120, 180, 240, 300];

/**
 * Renders a tagged document in Portuguese. `fill` is called several times: to count the pages, then
 * to draw them, so that each page can be released when it is full; a thousand long items would
 * otherwise not fit into the memory of the thread. Where the last page would be nearly empty, the
 * pages are filled more densely, or the last but one ends earlier.
 */
export async function printPdf(info: PdfInfo, fill: (canvas: PdfCanvas) => void): Promise<Buffer> {
  const doc = createDocument(info);
  const type = createTypesetter(doc);
  const counted = planPages((layout) =>
    fillPages(blankDocument(), { type, pages: 0, layout }, fill),
  );
  const canvas = fillPages(doc, { type, pages: counted.page, layout: counted.layout }, fill);
  canvas.root.end();
  doc.end();
  return Buffer.concat(await doc.toArray());
}

/** Returns the pages as counted in the layout with the fewest pages and enough on the last one. */
function planPages(count: (layout: Layout) => PdfCanvas): PdfCanvas {
  const usual = count({ dense: false });
  if (!isNearEmpty(usual)) return usual;
  const dense = count({ dense: true });
  if (dense.page < usual.page && !isNearEmpty(dense)) return dense;
  const page = usual.page - 1;
  let best = usual;
  for (const trim of TRIMS) {
    const shortened = count({ dense: false, short: { page, trim } });
    if (shortened.page === usual.page && shortened.y > best.y) best = shortened;
    if (!isNearEmpty(best)) break;
  }
  return best;
}

const isNearEmpty = ({ page, y }: PdfCanvas): boolean => page > 1 && y - BODY.top < NEAR_EMPTY;

function createDocument({ title, createdAt }: PdfInfo): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Author: brand.name, Creator: brand.name, CreationDate: createdAt },
  });
}

/** Returns a document that accepts every call and draws nothing. */
function blankDocument(): PDFKit.PDFDocument {
  const blank: object = new Proxy({}, { get: () => () => blank });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers every method, and nothing reads a value from it
  return blank as PDFKit.PDFDocument;
}

function fillPages(
  doc: PDFKit.PDFDocument,
  { type, pages, layout }: Pick<PdfCanvas, 'type' | 'pages' | 'layout'>,
  fill: (canvas: PdfCanvas) => void,
): PdfCanvas {
  const root = doc.struct('Document');
  doc.addStructure(root);
  type.startPass();
  const canvas: PdfCanvas = {
    doc,
    type,
    root,
    y: BODY.top,
    page: 1,
    pages,
    layout,
    onNewPage: () => {},
    onPageEnd: () => {},
  };
  fill(canvas);
  drawAside(canvas, canvas.onPageEnd);
  return canvas;
}

/** Returns the points left on this page. */
export function roomOn({ y, page, layout: { short } }: PdfCanvas): number {
  return BODY.bottom - (short?.page === page ? short.trim : 0) - y;
}

/** Starts a new page and continues at its top. */
export function breakPage(canvas: PdfCanvas): void {
  drawAside(canvas, canvas.onPageEnd);
  canvas.doc.addPage();
  canvas.page += 1;
  canvas.y = BODY.top;
  drawAside(canvas, canvas.onNewPage);
}

/** Breaks the page unless `height` points are left, so that what follows stays together. */
export function keepTogether(canvas: PdfCanvas, height: number): void {
  if (roomOn(canvas) < height && canvas.y > BODY.top) breakPage(canvas);
}

/** Draws what a screen reader should skip: lines, panels, running heads. */
export function drawAside(canvas: PdfCanvas, draw: () => void): void {
  canvas.doc.markContent('Artifact', { type: 'Layout' });
  draw();
  canvas.doc.endMarkedContent();
}

/** Draws what a screen reader should read, as a `tag` element (H1, P, TD…) under `parent`. */
export function drawTagged(
  canvas: PdfCanvas,
  parent: StructureElement,
  tag: string,
  draw: () => unknown,
): void {
  const content = canvas.doc.markStructureContent(tag);
  draw();
  canvas.doc.endMarkedContent();
  parent.add(canvas.doc.struct(tag, {}, [content]));
}

/**
 * Draws lines below one another from `y` on, against the left or the right edge of a box. Returns
 * the `y` below them.
 */
export function drawLines(
  canvas: PdfCanvas,
  lines: readonly TextLine[],
  box: { x: number; y: number; width: number; align?: 'left' | 'right' },
): number {
  let y = box.y;
  for (const { text, style } of lines) {
    const x = box.align === 'right' ? box.x + box.width - canvas.type.width(text, style) : box.x;
    canvas.doc.font(fontOf(style), style.size).fillColor(style.color);
    if (text !== '')
      canvas.doc.text(text, x, y + (leadingOf(style) - GLYPH_HEIGHT * style.size) / 2, {
        lineBreak: false,
      });
    y += leadingOf(style);
  }
  return y;
}

/** Draws a horizontal hairline over the whole width, or between two points. */
export function drawRule(
  canvas: PdfCanvas,
  y: number,
  { color = INK.line, weight = 0.5, from = BODY.left, to = BODY.right } = {},
): void {
  canvas.doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
}
