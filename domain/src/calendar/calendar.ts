/** A calendar day as `YYYY-MM-DD`; such strings compare in the order of time. */
export type CalendarDate = string;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('1900-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Building a formatter costs a hundred times its use, so there is one per zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone as `YYYY-MM-DD HH:MM:SS`; throws RangeError for an unknown zone. */
export function formatTimestamp(instant: Date, zone: string): string {
  return formatterOf(zone).format(instant);
}

/** The calendar day it is in a zone at an instant. */
export function localDate(instant: Date, zone: string): CalendarDate {
  return formatTimestamp(instant, zone).slice(0, 10);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  // Swedish writes dates exactly as the wire does.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** True for a day that exists, written `YYYY-MM-DD`, in the years 1900 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = utcMidnight(text);
  return midnight >= FIRST_DAY && midnight <= LAST_DAY && dateOf(midnight) === text;
}

/** The day `days` after a date; before it when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(utcMidnight(date) + days * DAY_MS);
}

/** Calendar days from today until a date: 0 on the day, negative after it. */
export function daysUntil(date: CalendarDate, today: CalendarDate): number {
  return Math.round((utcMidnight(date) - utcMidnight(today)) / DAY_MS);
}

/**
 * The instant at which a zone's wall clock shows `YYYY-MM-DD HH:MM:SS`, the earlier one where it shows it twice.
 * Null when it never does: no such day or hour, an hour the clocks skip, or a year outside 1900 to 9999.
 */
export function parseTimestamp(text: string, zone: string): Date | null {
  if (!TIMESTAMP.test(text) || !isDate(text.slice(0, 10))) return null;
  const wallClock = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(wallClock)) return null;
  const shows = instantsAround(wallClock, zone).filter(
    (instant) => formatTimestamp(new Date(instant), zone) === text,
  );
  return shows.length === 0 ? null : new Date(Math.min(...shows));
}

/** The instant a day begins in a zone. */
export function startOfDay(date: CalendarDate, zone: string): Date {
  return firstInstant(utcMidnight(date), zone);
}

/** The instant at which a day is over in a zone: the first one that no longer belongs to it. */
export function endOfDay(date: CalendarDate, zone: string): Date {
  return firstInstant(utcMidnight(date) + DAY_MS, zone);
}

/** The first instant at which the zone's wall clock shows `midnight` (given as if it were UTC) or later. */
function firstInstant(midnight: number, zone: string): Date {
  const reached = instantsAround(midnight, zone).filter(
    (candidate) => candidate + zoneOffset(candidate, zone) >= midnight,
  );
  return new Date(Math.min(...reached));
}

/**
 * The instants a wall-clock time (given as if it were UTC) may mean: the offsets of the day before and the day after
 * give two candidates, so that it holds where clocks skip or repeat an hour.
 */
function instantsAround(wallClock: number, zone: string): number[] {
  return [wallClock - DAY_MS, wallClock + DAY_MS].map((near) => wallClock - zoneOffset(near, zone));
}

/** How far the zone's wall clock is ahead of UTC at a whole second, in milliseconds. */
function zoneOffset(instant: number, zone: string): number {
  const [year = 0, month = 1, day, hour, minute, second] = formatTimestamp(new Date(instant), zone)
    .split(/[- :]/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

function utcMidnight(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Throws RangeError outside the years that four digits write. */
function dateOf(utcMilliseconds: number): CalendarDate {
  if (!(utcMilliseconds >= FIRST_DAY && utcMilliseconds <= LAST_DAY))
    throw new RangeError('no such calendar day');
  return new Date(utcMilliseconds).toISOString().slice(0, 10);
}
