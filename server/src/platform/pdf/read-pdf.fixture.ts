import { getDocument, VerbosityLevel, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of text on a page, and its start from the left and bottom edges, in points. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** All runs in reading order, with single spaces. */
  readonly text: string;
}

export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  readonly text: string;
  readonly info: Record<string, unknown>;
  readonly isTagged: boolean;
  /** The roles of the tags on all pages: TR, TD, H1… */
  readonly roles: readonly string[];
  /** The file's bytes, one character each. */
  readonly raw: string;
}

/** Reads a PDF as a viewer does, with a different library than the one that wrote it. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const raw = bytes.toString('latin1');
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
  });
  const document = await task.promise;
  const pages: ReadPage[] = [];
  const roles: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    pages.push(await readPage(page));
    roles.push(...rolesIn(await page.getStructTree()));
  }
  const { info } = await document.getMetadata();
  await task.destroy();
  return {
    pages,
    text: pages.map((page) => page.text).join(' '),
    info: { ...info },
    isTagged: raw.includes('/Marked true'),
    roles,
    raw,
  };
}

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const runs = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str,
            x: Number(item.transform[4]),
            y: Number(item.transform[5]),
            width: item.width,
            height: item.height,
          },
        ]
      : [],
  );
  return {
    width,
    height,
    runs,
    text: runs
      .map((run) => run.text)
      .join(' ')
      .replace(/\s+/g, ' '),
  };
}

function rolesIn(node: object | null): string[] {
  if (!node || !('role' in node) || !('children' in node) || !Array.isArray(node.children))
    return [];
  return [String(node.role), ...node.children.flatMap(rolesIn)];
}
