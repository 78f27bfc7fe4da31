import { addDays, daysUntil, type CalendarDate } from '../calendar/calendar.ts';
import { cycleMonths, type BillingCycle } from './billing-cycle.ts';
import { addMonths, dayOfMonth } from './months.ts';

/**
 * Origin of a period: a payment; a payment returned after a lost dispute; the time before periods
 * were stored; a trial; a free plan.
 */
export const periodOrigins = ['payment', 'returned', 'earlier', 'trial', 'free'] as const;
export type PeriodOrigin = (typeof periodOrigins)[number];

/** What a subscriber has: a plan for one cycle, or for `days` days when set. */
export interface PeriodTerms {
  readonly origin: PeriodOrigin;
  readonly paymentId: number | null;
  /** Exact decimal text; null when it is not known. */
  readonly amount: string | null;
  readonly planId: number;
  readonly cycle: BillingCycle;
  readonly days: number | null;
}

/** A period on the calendar, both days included; `id` is undefined until it is stored. */
export interface Period extends PeriodTerms {
  readonly id: number | undefined;
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate;
  /** Days that a refund removed from its end. */
  readonly takenDays: number;
  /**
   * The day of the month on which the months from here on end, or the last day of a shorter month;
   * null for days that are not counted in months, and for what an earlier release stored.
   */
  readonly anchor: number | null;
}

/** Returns true for a period that costs nothing; it waits until all paid periods are over. */
export const isFreePeriod = ({ origin }: PeriodTerms): boolean =>
  origin === 'trial' || origin === 'free';

/** A day that periods follow, and the day of the month on which their months end. */
interface Mark {
  readonly day: CalendarDate;
  readonly anchor: number;
}
const markOf = (day: CalendarDate): Mark => ({ day, anchor: dayOfMonth(day) });

/** Returns the end of a period for the next one to follow; today where there is no period. */
const endOf = (period: Period | undefined, today: CalendarDate): Mark =>
  period === undefined
    ? markOf(today)
    : { day: period.endsOn, anchor: period.anchor ?? inferredAnchor(period) };

/** Infers the anchor from the days: a period that begins a chain ends on the day it began on. */
function inferredAnchor({ cycle, days, startsOn, endsOn }: Period): number {
  if (days !== null) return dayOfMonth(endsOn);
  if (addMonths(startsOn, cycleMonths[cycle]) === endsOn) return dayOfMonth(startsOn);
  return Math.max(dayOfMonth(addDays(startsOn, -1)), dayOfMonth(endsOn));
}

/** Returns the end of what follows a day; days that are not counted in months begin anew. */
const after = ({ cycle, days }: PeriodTerms, { day, anchor }: Mark): Mark =>
  days === null
    ? { day: addMonths(day, cycleMonths[cycle], anchor), anchor }
    : markOf(addDays(day, days));

/**
 * Places periods after another one, one directly after the other; months keep the day of the month
 * on which the first of them began. Without a period before, the first one begins today and is a
 * day longer, because today counts in addition to its full length.
 */
function chain(
  periods: readonly Period[],
  behind: Period | undefined,
  today: CalendarDate,
): Period[] {
  const chained: Period[] = [];
  for (const period of periods) {
    const previous = chained.at(-1) ?? behind;
    const before = endOf(previous, today);
    const end = after(period, before);
    chained.push({
      ...period,
      startsOn: previous === undefined ? today : addDays(before.day, 1),
      endsOn: end.day,
      anchor: period.days === null ? end.anchor : null,
    });
  }
  return chained;
}

/**
 * Adds one period behind those already paid for; it begins today when none of them is running. Free
 * periods are postponed until after it and keep their length: what is left of a running one is as
 * many days afterwards. `live` contains the periods that are not over, ordered by day. Returns all
 * periods as they are to be stored; the used days of a free period become a period of their own
 * that is over.
 */
export function queuePeriod(
  live: readonly Period[],
  terms: PeriodTerms,
  today: CalendarDate,
): Period[] {
  const bought = live.filter((period) => !isFreePeriod(period));
  const gifts = live.filter(isFreePeriod);
  // The previous release placed paid periods behind free ones; they move forward now and the free
  // period waits.
  const gap = bought.findIndex(({ startsOn }, n) => startsOn > firstDay(bought[n - 1], today));
  const [kept, behind] = gap === -1 ? [bought, []] : [bought.slice(0, gap), bought.slice(gap)];
  const days = { startsOn: today, endsOn: today, takenDays: 0, anchor: null };
  const added: Period = { ...terms, ...days, id: undefined };
  const waiting = [...behind, added, ...gifts.flatMap((gift) => restOf(gift, today))];
  return [...usedOf(gifts, today), ...kept, ...chain(waiting, kept.at(-1), today)];
}

const firstDay = (before: Period | undefined, today: CalendarDate): CalendarDate =>
  before === undefined ? today : addDays(before.endsOn, 1);

/** Returns the used days of a running free period: up to yesterday, today is paid for. */
const usedOf = (gifts: readonly Period[], today: CalendarDate): Period[] =>
  gifts
    .filter(({ startsOn }) => startsOn < today)
    .map((gift) => ({ ...gift, endsOn: addDays(today, -1) }));

/** Returns the days of a free period after today, or none; one that has not begun stays as it is. */
function restOf(gift: Period, today: CalendarDate): Period[] {
  if (gift.startsOn > today) return [gift];
  const days = daysUntil(gift.endsOn, today);
  const id = gift.startsOn < today ? undefined : gift.id;
  return days === 0 ? [] : [{ ...gift, id, days }];
}

/**
 * Removes periods: a running one ends yesterday, a waiting one is missing from the result. The
 * periods behind them move forward and keep their length: a month remains a month wherever it
 * begins.
 */
export function removePeriods(
  live: readonly Period[],
  isTaken: (period: Period) => boolean,
  today: CalendarDate,
): Period[] {
  if (!live.some(isTaken)) return [...live];
  const yesterday = addDays(today, -1);
  const cut = live
    .filter((period) => isTaken(period) && period.startsOn < today)
    .map((period) => ({
      ...period,
      endsOn: yesterday,
      takenDays: period.takenDays + daysUntil(period.endsOn, yesterday),
    }));
  const running = live.filter((period) => !isTaken(period) && period.startsOn <= today);
  const waiting = live.filter((period) => !isTaken(period) && period.startsOn > today);
  return [...cut, ...running, ...chain(waiting, running.at(-1), today)];
}

/** The subscription's fields that are derived from its periods. */
export interface DerivedColumns {
  readonly planId: number;
  readonly cycle: BillingCycle;
  readonly isTrial: boolean;
  /** The last day of all periods. */
  readonly dueDate: CalendarDate;
  /** The first paid period of another plan or cycle; `from` is the last day before it. */
  readonly next: {
    readonly planId: number;
    readonly cycle: BillingCycle;
    readonly from: CalendarDate;
  } | null;
  /** The last day of the running period, when another one follows. */
  readonly runsUntil: CalendarDate | null;
}

/** Returns the running period and the next paid one on a day; null when all periods are over. */
export function derivedColumnsOf(
  periods: readonly Period[],
  today: CalendarDate,
): DerivedColumns | null {
  const live = periods
    .filter(({ endsOn }) => endsOn >= today)
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const [running] = live;
  if (running === undefined) return null;
  const next = live.find(
    (period) =>
      period.startsOn > today &&
      !isFreePeriod(period) &&
      (period.planId !== running.planId || period.cycle !== running.cycle),
  );
  return {
    planId: running.planId,
    cycle: running.cycle,
    isTrial: running.origin === 'trial',
    dueDate: live.at(-1)?.endsOn ?? running.endsOn,
    next:
      next === undefined
        ? null
        : { planId: next.planId, cycle: next.cycle, from: addDays(next.startsOn, -1) },
    runsUntil: live.length > 1 ? running.endsOn : null,
  };
}
