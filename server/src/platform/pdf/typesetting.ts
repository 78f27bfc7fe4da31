import { toWinAnsi } from './win-ansi.ts';

/**
 * The style of a run of text. `size` and `leading` in points; leading is 1.3 × size unless it is
 * given.
 */
export interface TextStyle {
  readonly bold?: boolean;
  readonly size: number;
  readonly color: string;
  readonly leading?: number;
}

/**
 * One line of text as it will be printed: sanitised, and no wider than the width it was wrapped to.
 */
export interface TextLine {
  readonly text: string;
  readonly style: TextStyle;
}

/** Breaks text into lines; widths in points. */
export interface Typesetter {
  /** Starts counting line ends anew: the document is set again from its beginning. */
  startPass(): void;
  width(text: string, style: TextStyle): number;
  wrap(text: string, style: TextStyle, width: number): TextLine[];
  fit(text: string, style: TextStyle, width: number): TextLine;
}

const REMEMBERED_WORDS = 20_000;
/**
 * Line ends of one document that are printed as such; further ones become spaces: a megabyte of
 * them would be thousands of pages.
 */
const MOST_LINE_ENDS = 3_000;

/** Returns the height of one line, in points. */
export function leadingOf(style: TextStyle): number {
  return style.leading ?? style.size * 1.3;
}

/** Returns the height of lines set below one another, in points. */
export function heightOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + leadingOf(line.style), 0);
}

/** Returns the built-in font of a style; every PDF reader has it, so nothing is embedded. */
export function fontOf(style: TextStyle): string {
  return style.bold ? 'Helvetica-Bold' : 'Helvetica';
}

/**
 * Creates a typesetter that measures with the document's fonts and caches the width of each word.
 */
export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  const known = new Map<string, number>();
  let lineEnds = MOST_LINE_ENDS;

  const linesOf = (text: string): string[] => {
    const clean = toWinAnsi(text).trimEnd();
    const lines = clean.split('\n');
    if (lines.length - 1 > lineEnds) return [clean.replaceAll(/\s+/g, ' ')];
    lineEnds -= lines.length - 1;
    return lines;
  };

  function emWidth(text: string, bold: boolean): number {
    const key = bold ? `b${text}` : `r${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const measured =
      doc.font(bold ? 'Helvetica-Bold' : 'Helvetica', 1000).widthOfString(text) / 1000;
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(key, measured);
    return measured;
  }

  const width = (text: string, style: TextStyle): number =>
    emWidth(text, style.bold ?? false) * style.size;

  return {
    startPass: () => {
      lineEnds = MOST_LINE_ENDS;
    },
    width,
    wrap: (text, style, limit) =>
      linesOf(text)
        .flatMap((line) => wrapParagraph(line, (part) => width(part, style), limit))
        .map((line) => ({ text: line, style })),
    fit: (text, style, limit) => {
      const clean = toWinAnsi(text).replaceAll('\n', ' ');
      const natural = width(clean, style);
      if (natural <= limit) return { text: clean, style };
      return {
        text: clean,
        style: { ...style, leading: leadingOf(style), size: (style.size * limit) / natural },
      };
    },
  };
}

function wrapParagraph(
  paragraph: string,
  width: (part: string) => number,
  limit: number,
): string[] {
  const space = width(' ');
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of paragraph.split(/ +/).flatMap((word) => breakWord(word, width, limit))) {
    const next = width(word);
    if (line !== '' && used + space + next > limit) {
      lines.push(line);
      [line, used] = [word, next];
    } else {
      [line, used] = line === '' ? [word, next] : [`${line} ${word}`, used + space + next];
    }
  }
  return [...lines, line];
}

/**
 * Splits a word wider than the line where it stops fitting: price lists have codes without a single
 * space.
 */
function breakWord(word: string, width: (part: string) => number, limit: number): string[] {
  if (width(word) <= limit) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const next = width(character);
    if (part !== '' && used + next > limit) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += character;
    used += next;
  }
  return [...parts, part];
}
