import { brand, mark } from '@lavra/domain/brand/mark';
import {
  getDocument,
  OPS,
  VerbosityLevel,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A path that a page draws: its bounds in the drawing's own units, and the colour set to fill. */
interface Shape {
  readonly bounds: string;
  readonly fill: string;
}

async function shapesOf(page: PDFPageProxy): Promise<readonly Shape[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const shapes: Shape[] = [];
  let fill = '#000000';
  for (const [index, operator] of fnArray.entries()) {
    const args: readonly unknown[] = Array.isArray(argsArray[index]) ? argsArray[index] : [];
    if (operator === OPS.setFillRGBColor) fill = String(args[0]);
    const isDrawn = operator === OPS.constructPath && args[0] !== OPS.endPath;
    if (isDrawn && args[2] instanceof Float32Array) shapes.push({ bounds: String(args[2]), fill });
  }
  return shapes;
}

const { sun, size } = mark;
const ground = [0, 0, size, size];
const disc = [sun.x - sun.radius, sun.y - sun.radius, sun.x + sun.radius, sun.y + sun.radius];

/** The colours of the mark on a page that bears it once: its ground, then its sun. */
export const ONE_MARK = [brand.green, '#ffffff'] as const;

/** Returns for each page of a PDF the colours of the marks of the brand that it draws. */
export async function marksIn(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
  });
  const document = await task.promise;
  const marks: (readonly string[])[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const shapes = await shapesOf(await document.getPage(number));
    const fills = (part: readonly number[]): readonly string[] =>
      shapes.filter(({ bounds }) => bounds === String(part)).map(({ fill }) => fill);
    marks.push([...fills(ground), ...fills(disc)]);
  }
  await task.destroy();
  return marks;
}
