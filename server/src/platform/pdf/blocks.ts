import {
  BODY,
  breakPage,
  drawAside,
  drawLines,
  drawTagged,
  INK,
  keepTogether,
  roomOn,
  type Sheet,
} from './sheet.ts';
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
export function drawText(sheet: Sheet, tag: string, text: string, style: TextStyle): void {
  const element = sheet.doc.struct(tag);
  sheet.root.add(element);
  let rest = sheet.type.wrap(text, style, BODY.width);
  while (rest.length > 0) {
    keepTogether(sheet, leadingOf(style) * Math.min(rest.length, 2));
    const count = Math.max(
      1,
      Math.min(rest.length, Math.floor((roomOn(sheet) + 0.01) / leadingOf(style))),
    );
    element.add(sheet.doc.markStructureContent(tag));
    sheet.y = drawLines(sheet, rest.slice(0, count), {
      x: BODY.left,
      y: sheet.y,
      width: BODY.width,
    });
    sheet.doc.endMarkedContent();
    rest = rest.slice(count);
    if (rest.length > 0) breakPage(sheet);
  }
  element.end();
}

/** Draws a small heading that stays with the first lines of the content it introduces. */
export function drawHeading(sheet: Sheet, title: string, keepWith = 24): void {
  keepTogether(sheet, leadingOf(HEADING) + 4 + keepWith);
  drawTagged(sheet, sheet.root, 'H2', () => {
    sheet.y = drawLines(sheet, sheet.type.wrap(title, HEADING, BODY.width), {
      x: BODY.left,
      y: sheet.y,
      width: BODY.width,
    });
  });
  sheet.y += 3;
}

/**
 * Draws facts side by side, label over value, in columns whose widths have the given proportions;
 * more facts than columns make more rows.
 */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], shares: readonly number[]): void {
  const unit =
    (BODY.width - GAP * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0);
  for (let first = 0; first < facts.length; first += shares.length) {
    const cells = facts
      .slice(first, first + shares.length)
      .map((fact, index) => factLines(sheet, fact, unit * (shares[index] ?? 1)));
    const height = Math.max(...cells.map(heightOf));
    keepTogether(sheet, height);
    let x = BODY.left;
    for (const [index, lines] of cells.entries()) {
      const width = unit * (shares[index] ?? 1);
      drawTagged(sheet, sheet.root, 'P', () => drawLines(sheet, lines, { x, y: sheet.y, width }));
      x += width + GAP;
    }
    sheet.y += height + 6;
  }
}

/** Draws a boxed remark with an accent bar at its side. */
export function drawNotice(sheet: Sheet, text: string): void {
  const lines = sheet.type.wrap(
    text,
    { bold: true, size: 8.5, color: INK.text, leading: 12 },
    BODY.width - 24,
  );
  const height = heightOf(lines) + 10;
  keepTogether(sheet, height);
  drawAside(sheet, () => {
    sheet.doc.rect(BODY.left, sheet.y, BODY.width, height).fill(INK.panel);
    sheet.doc.rect(BODY.left, sheet.y, 2.5, height).fill(INK.accent);
  });
  drawTagged(sheet, sheet.root, 'P', () => {
    drawLines(sheet, lines, { x: BODY.left + 12, y: sheet.y + 5, width: BODY.width - 24 });
  });
  sheet.y += height;
}

function factLines(sheet: Sheet, { label, value }: Fact, width: number): TextLine[] {
  return [...sheet.type.wrap(label, LABEL, width), ...sheet.type.wrap(value, VALUE, width)];
}
