import { AREA_CODES } from '../phone.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Ten digits or more, with anything but letters and line ends between them. */
const RUN = /\d(?:[^\p{L}\p{N}\n\r]{0,5}\d){9,}/gu;

/** What a run of numbers consists of in an offer: dates, times and decimals. */
const HONEST = [
  /(?<!\d)(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])\/(?:(?:19|20)\d\d|\d\d)(?![\d/])/g,
  /(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)/g,
  /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:19|20)\d\d(?![\d/])/g,
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/g,
  /(?<![\d.,-])\d+(?:\.\d{3})*,\d{1,4}(?![\d,])(?!\.\d)/g,
];
const POINT_DECIMAL = /(?<![\d.])\d+\.\d{1,2}(?![\d.])/g;

const PREFIX = '(?:55|0(?:\\d\\d)?)?';
const MOBILE = new RegExp(`^${PREFIX}(?:${AREA_CODES})9\\d{8}$`);
const LANDLINE = new RegExp(`^${PREFIX}(?:${AREA_CODES})[2-5]\\d{7}$`);
const [SHORTEST, LONGEST] = [10, 14];

/** The lengths of the groups of a mobile number after its area code, as people write them. */
const USUAL_GROUPS = new Set(['9', '5,4', '4,5', '3,3,3', '1,4,4', '1,8']);
/** The same of a landline number with prefix and area code in groups of their own or one. */
const USUAL_LANDLINE = /^(?:2,)?2,(?:4,4|8)$|^3,4,4$/;
const UNIT =
  /^ ?(?:kgs?|l|lts?|litros?|t|ton|toneladas?|sc|sacas?|sacos?|un|und|unidades?|ha|g|ml|mg)(?![\p{L}\d])/iu;

/** A group of digits, and what stands between it and the next one. */
interface Group extends Stretch {
  readonly digits: string;
  /** Whether a bracket or a plus opens it, as only telephone numbers have it. */
  readonly opened: boolean;
}

/**
 * Finds telephone numbers with their area code in any groups, `[start, end)` in the text: mobiles
 * whatever stands between the groups, landlines where the groups or the brackets are those of a
 * telephone number. Lists of quantities, doses, dates and prices are none. Takes linear time.
 */
export function phoneGroups(text: string): Stretch[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const found: Stretch[] = [];
    for (const segment of segmentsOf(run)) {
      const groups = groupsOf(text, index + segment.start, index + segment.end);
      for (let at = 0; at < groups.length; at += 1) {
        const length = numberAt(text, groups, at);
        if (length === 0) continue;
        found.push(withBrackets(text, groups[at], groups[at + length - 1]));
        at += length - 1;
      }
    }
    return found;
  });
}

/** Splits a run at dates, times and decimals, which are no part of a telephone number. */
function segmentsOf(run: string): Stretch[] {
  const points = [...run.matchAll(POINT_DECIMAL)];
  const honest = [
    ...HONEST.flatMap((shape) => [...run.matchAll(shape)]),
    ...(points.length > 1 ? points : []),
  ].toSorted((a, b) => a.index - b.index);
  const segments: Stretch[] = [];
  let start = 0;
  for (const { 0: whole, index } of honest) {
    if (index > start) segments.push({ start, end: index });
    start = Math.max(start, index + whole.length);
  }
  return [...segments, { start, end: run.length }];
}

function groupsOf(text: string, from: number, to: number): Group[] {
  return [...text.slice(from, to).matchAll(/\d+/g)]
    .map(({ 0: digits, index }) => {
      const start = from + index;
      return {
        digits,
        start,
        end: start + digits.length,
        opened: /[(+] ?$/.test(text.slice(Math.max(0, start - 2), start)),
      };
    })
    .filter(({ start }) => !/\p{L}/u.test(text.charAt(start - 1)));
}

/** Returns how many groups from this one on are a telephone number; 0 when they are none. */
function numberAt(text: string, groups: readonly Group[], at: number): number {
  let digits = '';
  let best = 0;
  for (let next = at; next < groups.length && digits.length <= LONGEST; next += 1) {
    digits += groups[next]?.digits ?? '';
    if (digits.length < SHORTEST || !(MOBILE.test(digits) || LANDLINE.test(digits))) continue;
    const window = groups.slice(at, next + 1);
    const isWhole = window.length === groups.length;
    if (isTelephone(text, window, digits, isWhole)) best = window.length;
  }
  return best;
}

function isTelephone(
  text: string,
  window: readonly Group[],
  digits: string,
  isWhole: boolean,
): boolean {
  const [first] = window;
  const lengths = window.map((group) => group.digits.length).join(',');
  if (digits.startsWith('0') && !/^(?:1|3|5)(?:,|$)|^1\d$/.test(lengths)) return false;
  const isOpened = first?.opened === true || window[1]?.opened === true;
  if (MOBILE.test(digits)) {
    if (isOpened || (isWhole && !isAscending(window))) return true;
    return USUAL_GROUPS.has(lengths.replace(/^(?:2,)?2,/, ''));
  }
  if (isOpened) return true;
  const end = window.at(-1)?.end ?? 0;
  if (!isWhole || UNIT.test(text.slice(end, end + 12)) || isAscending(window)) return false;
  if (USUAL_LANDLINE.test(lengths)) return !isRange(window);
  return lengths.startsWith('2,') && !/[ ,/]/.test(text.slice(first?.start, end));
}

/** Quantities in ascending order, such as days of payment: `15/30/45/60/75`. */
const isAscending = (window: readonly Group[]): boolean =>
  window.length > 3 &&
  window.every(
    ({ digits }, index) => index === 0 || Number(digits) > Number(window[index - 1]?.digits),
  );

/** Two round quantities or two years. */
const isRange = (window: readonly Group[]): boolean =>
  window.slice(-2).every(({ digits }) => /^(?:\d\d00|(?:19|20)\d\d)$/.test(digits));

function withBrackets(text: string, first: Group | undefined, last: Group | undefined): Stretch {
  const from = first?.start ?? 0;
  const opening = /(?:\+ ?)?\(?$/.exec(text.slice(Math.max(0, from - 3), from))?.[0] ?? '';
  const start = from - opening.length;
  const end = last?.end ?? 0;
  const open = text.slice(start, end).split('(').length - text.slice(start, end).split(')').length;
  return { start, end: open > 0 && text.charAt(end) === ')' ? end + 1 : end };
}
