import { NOT_CALCULATED } from '@lavra/domain/text/error-cell';
import { MOST_ROWS, templateRows } from './item-list.ts';

/** Lines of title, heading and sums around the rows. */
const AROUND = 20;

/** A workbook with the most rows of a list is far below this. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Returns whether the bytes are an .xlsx, whatever the file's name. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);

/**
 * Returns the first visible sheet of an .xlsx as a text that `readItemList` takes; a text that it
 * refuses where the file cannot be read. The reader is loaded with the first workbook.
 */
export async function workbookText(bytes: Uint8Array): Promise<string> {
  if (bytes.length > MOST_BYTES) return UNREADABLE;
  const { readXlsx } = await import('hucre/xlsx');
  try {
    const { sheets } = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
      range: `A1:Z${MOST_ROWS + AROUND}`,
    });
    const [sheet] = sheets;
    const isFormula = (row: number, column: number): boolean =>
      sheet?.cells?.get(`${row},${column}`)?.formula !== undefined;
    return (sheet?.rows ?? [])
      .map((row, at) => {
        const cells = row.map((cell, column) =>
          quoted(cell === null && isFormula(at, column) ? NOT_CALCULATED : cell),
        );
        return `${cells.join(';')};`;
      })
      .join('\r\n');
  } catch {
    return UNREADABLE;
  }
}

/** Returns the template of a list as an .xlsx; the writer is loaded with the first one. */
export async function templateWorkbook(): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx');
  return Uint8Array.from(
    await writeXlsx({
      sheets: [
        {
          name: 'Itens',
          columns: [32, 14, 12, 40].map((width) => ({ width })),
          rows: templateRows.map((cells) => [...cells]),
          freezePane: { rows: 1 },
        },
      ],
    }),
  );
}

const UNREADABLE = '\0';

const quoted = (value: unknown): string => `"${textOf(value).replaceAll('"', '""')}"`;

/** Returns a cell as people type it in Portuguese. */
const textOf = (value: unknown): string =>
  typeof value === 'number'
    ? String(Number(value.toPrecision(15))).replace('.', ',')
    : typeof value === 'string'
      ? value
      : value instanceof Date
        ? value.toISOString().slice(0, 10).split('-').toReversed().join('/')
        : '';
