import {
  BODY,
  breakPage,
  drawAside,
  drawLines,
  drawTagged,
  INK,
  keepTogether,
  roomOn,
  type PdfCanvas,
} from './pdf-canvas.ts';
import { heightOf, leadingOf, type TextLine, type TextStyle } from './typesetting.ts';

/** A labelled value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

const LABEL: TextStyle = { size: 7, color: INK.muted, leading: 10 };
const VALUE: TextStyle = { size: 9, color: INK.text, leading: 12 };
const HEADING: TextStyle = { bold: true, size: 8, color: INK.accent, leading: 12 };
const GAP = 14;

/**
 * Draws a text of any length, broken over pages; never leaves a single line at the foot of a page.
 */
export function drawText(canvas: PdfCanvas, tag: string, text: string, style: TextStyle): void {
  const element = canvas.doc.struct(tag);
  canvas.root.add(element);
  let rest = canvas.type.wrap(text, style, BODY.width);
  while (rest.length > 0) {
    keepTogether(canvas, leadingOf(style) * Math.min(rest.length, 2));
    const count = Math.max(
      1,
      Math.min(rest.length, Math.floor((roomOn(canvas) + 0.01) / leadingOf(style))),
    );
    element.add(canvas.doc.markStructureContent(tag));
    canvas.y = drawLines(canvas, rest.slice(0, count), {
      x: BODY.left,
      y: canvas.y,
      width: BODY.width,
    });
    canvas.doc.endMarkedContent();
    rest = rest.slice(count);
    if (rest.length > 0) breakPage(canvas);
  }
  element.end();
}

/** Draws a small heading that stays with the first lines of the content it introduces. */
export function drawHeading(canvas: PdfCanvas, title: string, following = 24): void {
  keepTogether(canvas, leadingOf(HEADING) + 4 + following);
  drawTagged(canvas, canvas.root, 'H2', () => {
    canvas.y = drawLines(canvas, canvas.type.wrap(title, HEADING, BODY.width), {
      x: BODY.left,
      y: canvas.y,
      width: BODY.width,
    });
  });
  canvas.y += 3;
}

/**
 * Draws facts side by side, label over value, in columns whose widths have the given proportions;
 * more facts than columns make more rows.
 */
export function drawFacts(
  canvas: PdfCanvas,
  facts: readonly Fact[],
  shares: readonly number[],
): void {
  const unit =
    (BODY.width - GAP * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0);
  for (let first = 0; first < facts.length; first += shares.length) {
    const cells = facts
      .slice(first, first + shares.length)
      .map((fact, index) => factLines(canvas, fact, unit * (shares[index] ?? 1)));
    const height = Math.max(...cells.map(heightOf));
    keepTogether(canvas, height);
    let x = BODY.left;
    for (const [index, lines] of cells.entries()) {
      const width = unit * (shares[index] ?? 1);
      drawTagged(canvas, canvas.root, 'P', () =>
        drawLines(canvas, lines, { x, y: canvas.y, width }),
      );
      x += width + GAP;
    }
    canvas.y += height + 6;
  }
}

/** Draws a boxed remark with an accent bar at its side. */
export function drawNotice(canvas: PdfCanvas, text: string): void {
  const lines = canvas.type.wrap(
    text,
    { bold: true, size: 8.5, color: INK.text, leading: 12 },
    BODY.width - 24,
  );
  const height = heightOf(lines) + 10;
  keepTogether(canvas, height);
  drawAside(canvas, () => {
    canvas.doc.rect(BODY.left, canvas.y, BODY.width, height).fill(INK.panel);
    canvas.doc.rect(BODY.left, canvas.y, 2.5, height).fill(INK.accent);
  });
  drawTagged(canvas, canvas.root, 'P', () => {
    drawLines(canvas, lines, { x: BODY.left + 12, y: canvas.y + 5, width: BODY.width - 24 });
  });
  canvas.y += height;
}

function factLines(canvas: PdfCanvas, { label, value }: Fact, width: number): TextLine[] {
  return [...canvas.type.wrap(label, LABEL, width), ...canvas.type.wrap(value, VALUE, width)];
}
