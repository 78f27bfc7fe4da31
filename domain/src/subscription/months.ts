import { addDays, type CalendarDate } from '../calendar/calendar.ts';

/** Returns the day of the month of a date, 1 to 31. */
export const dayOfMonth = (date: CalendarDate): number => Number(date.slice(8));

/**
 * Returns the same day `months` later, or the last day of the month when it is too short: one month
 * after 31 January is 28 or 29 February. With `day`, that day of the month instead: one month after
 * 28 February, on the 31st, is 31 March.
 */
export function addMonths(
  date: CalendarDate,
  months: number,
  day = dayOfMonth(date),
): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const first = firstOfMonth(year, month + months);
  const last = Number(addDays(firstOfMonth(year, month + months + 1), -1).slice(8));
  return addDays(first, Math.min(day, last) - 1);
}

/**
 * Returns the first day of the month that lies `months` after the month of a date, or before it
 * when negative.
 */
export const monthStart = (date: CalendarDate, months = 0): CalendarDate =>
  firstOfMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months);

/** Months above 12 fall into later years, months below 1 into earlier years. */
function firstOfMonth(year: number, month: number): CalendarDate {
  const index = year * 12 + month - 1;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}
