import { InvalidFields } from '../errors.ts';
import { columnKey, readTable, type CsvLimits, type CsvTable } from './csv-read.ts';
import { mapYielding } from './map-yielding.ts';

/** A column of a spreadsheet that users fill in. */
export interface CsvColumn {
  readonly heading: string;
  /** Other accepted headings. Accents, case and punctuation never matter. */
  readonly synonyms?: readonly string[];
  /** Required: a file without the column is rejected. */
  readonly needed?: true;
  /** Maximum number of characters in a cell. */
  readonly max: number;
  /** Values of the template's example rows. */
  readonly examples: readonly string[];
  /** Never shown again, and stored encrypted. */
  readonly secret?: true;
}
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

/** A row by column key; blank cells are left out. `row` counts as a spreadsheet does. */
export interface CsvRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Headings that match no column. */
  readonly unknown: readonly string[];
}

/** Starts a row that is a remark, such as a template's examples. */
export const REMARK = '# ';
const isRemark = (cell: string | undefined): boolean => cell !== undefined && /^#(\s|$)/.test(cell);

/** Columns that the service adds to a corrected spreadsheet, and ignores when reading. */
export const ownHeadings = { row: 'Linha', errors: 'Erros' } as const;
const ignored: ReadonlySet<string> = new Set([
  columnKey(ownHeadings.row),
  columnKey(ownHeadings.errors),
]);

/**
 * Reads a spreadsheet with these columns. Throws InvalidFields when it is no table, exceeds the
 * limits, lacks a required column or has one twice.
 */
export async function readCsvFile(
  bytes: Uint8Array,
  columns: CsvColumns,
  limits: CsvLimits,
): Promise<CsvFile> {
  const table = await readTable(bytes, limits);
  const { places, unknown } = placesOf(table, columns);
  for (const [column, { needed, heading }] of Object.entries(columns)) {
    if (needed === true && !places.has(column))
      throw InvalidFields.of('file', 'csv_column_missing', { name: heading });
  }
  const rows = (
    await mapYielding(table.rows, ({ number, cells }): CsvRow[] => {
      const typed = [...places].flatMap(([column, key]) => {
        const cell = cells.get(key)?.normalize('NFC') ?? '';
        return cell === '' ? [] : [[column, cell] as const];
      });
      const first = [...cells.values()].find((cell) => cell !== '');
      return isRemark(first) || typed.length === 0
        ? []
        : [{ row: number, cells: Object.fromEntries(typed) }];
    })
  ).flat();
  return { rows, unknown };
}

/** Returns the file's key of each column, and the headings left over. */
function placesOf(
  { headings, columns: keys }: CsvTable,
  columns: CsvColumns,
): { places: Map<string, string>; unknown: string[] } {
  const known = new Map(
    Object.entries(columns).flatMap(([column, { heading, synonyms = [] }]) =>
      [heading, column, ...synonyms].map((name) => [columnKey(name), column] as const),
    ),
  );
  const places = new Map<string, string>();
  const unknown: string[] = [];
  keys.forEach((key, index) => {
    const column = known.get(key);
    if (column === undefined) {
      if (key !== '' && !ignored.has(key)) unknown.push(headings[index] ?? key);
      return;
    }
    if (places.has(column))
      throw InvalidFields.of('file', 'csv_column_twice', {
        name: columns[column]?.heading ?? column,
      });
    places.set(column, key);
  });
  return { places, unknown };
}
