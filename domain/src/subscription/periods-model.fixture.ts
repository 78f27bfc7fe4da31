import { addDays, daysUntil, type CalendarDate } from '../calendar/calendar.ts';
import { cycleMonths, type BillingCycle } from './billing-cycle.ts';

interface Bought {
  readonly key: number;
  readonly planId: number;
  readonly cycle: BillingCycle;
  readonly days?: number;
}
/** The last day of something, and the day of the month on which months after it end. */
interface End {
  readonly day: CalendarDate;
  readonly anchor: number;
}
const endOn = (day: CalendarDate): End => ({ day, anchor: Number(day.slice(8)) });

interface Running {
  readonly key: number | null;
  readonly planId: number;
  readonly until: End;
  /** The purchase, and the day since when it has been running. */
  readonly of?: Bought;
  readonly from?: CalendarDate;
}
interface Gift {
  readonly planId: number;
  readonly days: number;
}

/**
 * Reference model of paid periods without dates computed in advance: a queue whose next entry
 * begins on the day after the last one ended. Only the running entry has an end. Tests compare the
 * implementation with it day by day.
 */
export class PeriodsModel {
  today: CalendarDate;
  #queue: Bought[] = [];
  #running: Running | null;
  #gift: Gift | null = null;

  /** `behind` is paid for and begins after the trial, as the previous release stored it. */
  constructor(
    today: CalendarDate,
    trial: { readonly planId: number; readonly until: CalendarDate } | null,
    behind: readonly Bought[] = [],
  ) {
    this.today = today;
    this.#running =
      trial === null ? null : { key: null, planId: trial.planId, until: endOn(trial.until) };
    this.#queue = [...behind];
  }

  /** The plan in force today; null when there is none. */
  get planId(): number | null {
    return this.#running?.planId ?? null;
  }
  /** The payment whose period is running. */
  get runningKey(): number | null {
    return this.#running?.key ?? null;
  }
  get waiting(): number {
    return this.#queue.length;
  }

  /** Free days that are left wait until all paid periods are over. */
  pay(bought: Bought): void {
    if (this.#running?.key === null) {
      const { planId, until } = this.#running;
      this.#gift = { planId, days: daysUntil(until.day, this.today) };
      this.#running = null;
    }
    this.#queue.push(bought);
    if (this.#running === null) this.#begin(endOn(this.today));
  }

  /**
   * Removes everything of that payment that was not used and returns it, so that it can be given
   * back.
   */
  refund(key: number): Bought | undefined {
    const taken = this.#leftOf(key);
    if (taken === undefined) return undefined;
    const runs = this.#running?.key === key;
    this.#queue = this.#queue.filter((one) => one.key !== key);
    if (runs) this.#begin(endOn(this.today));
    return taken;
  }

  #leftOf(key: number): Bought | undefined {
    if (this.#running?.key !== key) return this.#queue.find((one) => one.key === key);
    const { of: bought, from, until } = this.#running;
    return bought === undefined || from === this.today
      ? bought
      : { ...bought, days: daysUntil(until.day, this.today) + 1 };
  }

  /** Ends everything except these payments, which continue. */
  end(kept: readonly number[] = []): void {
    this.#queue = this.#queue.filter(({ key }) => kept.includes(key));
    this.#gift = null;
    if (this.#running !== null && !kept.includes(this.#running.key ?? 0))
      this.#begin(endOn(this.today));
  }

  nextDay(): void {
    this.today = addDays(this.today, 1);
    if (this.#running !== null && this.#running.until.day < this.today)
      this.#begin(this.#running.until);
  }

  #begin(after: End): void {
    const next = this.#queue.shift();
    if (next !== undefined) {
      this.#running = {
        key: next.key,
        planId: next.planId,
        until: this.#after(next, after),
        of: next,
        from: after.day === this.today ? after.day : addDays(after.day, 1),
      };
      return;
    }
    const gift = this.#gift;
    this.#gift = null;
    this.#running =
      gift === null || gift.days === 0
        ? null
        : { key: null, planId: gift.planId, until: endOn(addDays(after.day, gift.days)) };
  }

  readonly #after = (
    { cycle, days }: { readonly cycle: BillingCycle; readonly days?: number },
    { day, anchor }: End,
  ): End =>
    days === undefined
      ? { day: onDay(day, cycleMonths[cycle], anchor), anchor }
      : endOn(addDays(day, days));
}

/** Returns the anchor's day so many months later, or the last day of a shorter month. */
function onDay(date: CalendarDate, months: number, anchor: number): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(anchor, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
