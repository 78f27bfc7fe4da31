import { addDays, type CalendarDate } from '../calendar/calendar.ts';

/** The same day `months` later, or the last one of a month that is too short: 31 January and a month is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = firstOfMonth(year, month + months);
  const last = Number(addDays(firstOfMonth(year, month + months + 1), -1).slice(8));
  return addDays(first, Math.min(day, last) - 1);
}

/** The first day of the month `months` after the one a date lies in; before it when negative. */
export const monthStart = (date: CalendarDate, months = 0): CalendarDate =>
  firstOfMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months);

/** Months beyond December belong to later years, those before January to earlier ones. */
function firstOfMonth(year: number, month: number): CalendarDate {
  const index = year * 12 + month - 1;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}
