import { localDate, parseTimestamp } from '@lavra/domain/calendar/calendar';
import type { CsvCells } from '../../platform/csv/csv-cells.ts';
import type { CsvColumns } from '../../platform/csv/csv-file.ts';
import type { ValidationContext } from './import-type.ts';

/**
 * Returns the instant for a day: its noon, or now when noon has not come yet. Undefined where the
 * cell has no valid day.
 */
export function pastDay<C extends CsvColumns>(
  cells: CsvCells<C>,
  column: keyof C & string,
  { now, zone }: Pick<ValidationContext, 'now' | 'zone'>,
): Date | undefined {
  const day = cells.date(column);
  if (day === null) return undefined;
  if (day > localDate(now, zone)) {
    cells.refuse(column, 'sheet_time_future');
    return undefined;
  }
  const noon = parseTimestamp(`${day} 12:00:00`, zone);
  return noon === null || noon > now ? now : noon;
}

/** Adds an error where a time is before the one it must follow. */
export function refuseDisorder<C extends CsvColumns>(
  cells: CsvCells<C>,
  columns: C,
  times: readonly (readonly [column: keyof C & string, time: Date | undefined])[],
): void {
  const given = times.filter(
    (pair): pair is readonly [keyof C & string, Date] => pair[1] !== undefined,
  );
  for (const [index, [column, time]] of given.entries()) {
    const before = given[index - 1];
    if (before !== undefined && time < before[1])
      cells.refuse(column, 'sheet_order_of_times', {
        earlier: columns[before[0]]?.heading ?? before[0],
      });
  }
}
