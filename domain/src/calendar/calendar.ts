/** A calendar day as `YYYY-MM-DD`; comparing two such strings compares the days. */
export type CalendarDate = string;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('1900-01-01T00:00:00Z');
/** The last day that can be written. */
export const FINAL_DAY = '9999-12-31';
const LAST_DAY = Date.parse(`${FINAL_DAY}T00:00:00Z`);

const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Cached by zone, because creating a formatter costs about a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant as the local time of a zone, `YYYY-MM-DD HH:MM:SS`. Throws RangeError for an
 * unknown zone.
 */
export function formatTimestamp(instant: Date, zone: string): string {
  return formatterOf(zone).format(instant);
}

/** Returns the calendar day of an instant in a zone. */
export function localDate(instant: Date, zone: string): CalendarDate {
  return formatTimestamp(instant, zone).slice(0, 10);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  // The Swedish locale formats dates exactly as the wire does.
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

/** Returns true for an existing day written as `YYYY-MM-DD`, in the years 1900 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = utcMidnight(text);
  return midnight >= FIRST_DAY && midnight <= LAST_DAY && dateOf(midnight) === text;
}

/** Returns the day `days` after a date, or before it when `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(utcMidnight(date) + days * DAY_MS);
}

/**
 * Returns the calendar days from today until a date: 0 on the same day, negative for a past date.
 */
export function daysUntil(date: CalendarDate, today: CalendarDate): number {
  return Math.round((utcMidnight(date) - utcMidnight(today)) / DAY_MS);
}

/**
 * Parses a local time `YYYY-MM-DD HH:MM:SS` of a zone into its instant; of a time that occurs
 * twice, the earlier one. Returns null for a time that never occurs: no such day or hour, an hour
 * that the clocks skip, or a year outside 1900 to 9999.
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

/** Returns the instant at which a day begins in a zone. */
export function startOfDay(date: CalendarDate, zone: string): Date {
  return firstInstant(utcMidnight(date), zone);
}

/**
 * Returns the instant at which a day ends in a zone: the first instant that no longer belongs to
 * it.
 */
export function endOfDay(date: CalendarDate, zone: string): Date {
  return firstInstant(utcMidnight(date) + DAY_MS, zone);
}

/** Returns the first instant whose local time is `midnight` (given as if it were UTC) or later. */
function firstInstant(midnight: number, zone: string): Date {
  const reached = instantsAround(midnight, zone).filter(
    (candidate) => candidate + zoneOffset(candidate, zone) >= midnight,
  );
  return new Date(Math.min(...reached));
}

/**
 * Returns the instants that a local time (given as if it were UTC) can mean: one from the zone
 * offset of the day before and one from that of the day after, which covers the days on which
 * clocks skip or repeat an hour.
 */
function instantsAround(wallClock: number, zone: string): number[] {
  return [wallClock - DAY_MS, wallClock + DAY_MS].map((near) => wallClock - zoneOffset(near, zone));
}

/** Returns by how many milliseconds the zone is ahead of UTC at a whole second. */
function zoneOffset(instant: number, zone: string): number {
  const [year = 0, month = 1, day, hour, minute, second] = formatTimestamp(new Date(instant), zone)
    .split(/[- :]/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

function utcMidnight(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/**
 * Formats UTC milliseconds as a calendar day. Throws RangeError outside the supported years, all of
 * four digits.
 */
function dateOf(utcMilliseconds: number): CalendarDate {
  if (!(utcMilliseconds >= FIRST_DAY && utcMilliseconds <= LAST_DAY))
    throw new RangeError('no such calendar day');
  return new Date(utcMilliseconds).toISOString().slice(0, 10);
}
