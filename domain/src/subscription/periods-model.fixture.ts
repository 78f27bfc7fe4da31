import { addDays, daysUntil, type CalendarDate } from '../calendar/calendar.ts';
import { cycleMonths, type BillingCycle } from './billing-cycle.ts';
import { addMonths } from './months.ts';

interface Bought {
  readonly key: number;
  readonly planId: number;
  readonly cycle: BillingCycle;
  readonly days?: number;
}
interface Running {
  readonly key: number | null;
  readonly planId: number;
  readonly until: CalendarDate;
  /** The purchase, and the day since when it has been running. */
  readonly of?: Bought;
  readonly from?: CalendarDate;
}
interface Gift {
  readonly planId: number;
  readonly days: number;
  readonly until: CalendarDate | null;
}

/**
 * Reference model of paid periods without dates computed in advance: a queue whose next entry
 * begins on the day after the last one ended. Only the running entry has an end. Tests compare the
 * implementation with it day by day.
 */
export class PeriodsModel {
  today: CalendarDate;
  #due: CalendarDate;
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
    this.#running = trial === null ? null : { key: null, ...trial };
    this.#queue = [...behind];
    this.#due = this.#end();
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

  pay(bought: Bought): void {
    this.#due = this.#after(
      bought,
      this.#running === null || this.#due < this.today ? this.today : this.#due,
    );
    if (this.#running?.key === null)
      this.#gift = {
        planId: this.#running.planId,
        days: daysUntil(this.#running.until, this.today),
        until: null,
      };
    if (this.#running?.key === null) this.#running = null;
    this.#queue.push(bought);
    if (this.#gift !== null) this.#gift = { ...this.#gift, until: this.#due };
    if (this.#running === null) this.#begin(this.today);
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
    if (this.#gift !== null) this.#gift = { ...this.#gift, until: null };
    if (runs) this.#begin(this.today);
    this.#due = this.#end();
    return taken;
  }

  #leftOf(key: number): Bought | undefined {
    if (this.#running?.key !== key) return this.#queue.find((one) => one.key === key);
    const { of: bought, from, until } = this.#running;
    return bought === undefined || from === this.today
      ? bought
      : { ...bought, days: daysUntil(until, this.today) + 1 };
  }

  /** Ends everything except these payments, which continue. */
  end(kept: readonly number[] = []): void {
    this.#queue = this.#queue.filter(({ key }) => kept.includes(key));
    this.#gift = null;
    if (this.#running !== null && !kept.includes(this.#running.key ?? 0)) this.#begin(this.today);
    this.#due = this.#end();
  }

  nextDay(): void {
    this.today = addDays(this.today, 1);
    if (this.#running !== null && this.#running.until < this.today)
      this.#begin(this.#running.until);
  }

  #begin(after: CalendarDate): void {
    const next = this.#queue.shift();
    if (next !== undefined) {
      this.#running = {
        key: next.key,
        planId: next.planId,
        until: this.#after(next, after),
        of: next,
        from: after === this.today ? after : addDays(after, 1),
      };
      return;
    }
    const gift = this.#gift;
    this.#gift = null;
    const until = gift === null ? null : (gift.until ?? addDays(after, gift.days));
    this.#running =
      gift === null || until === null || gift.days <= 0 || until <= after
        ? null
        : { key: null, planId: gift.planId, until };
  }

  /** Returns the last day of all entries. */
  #end(): CalendarDate {
    if (this.#running === null) return addDays(this.today, -1);
    const bought = this.#queue.reduce((until, one) => this.#after(one, until), this.#running.until);
    return this.#gift === null ? bought : (this.#gift.until ?? addDays(bought, this.#gift.days));
  }

  readonly #after = (
    { cycle, days }: { readonly cycle: BillingCycle; readonly days?: number },
    date: CalendarDate,
  ): CalendarDate =>
    days === undefined ? addMonths(date, cycleMonths[cycle]) : addDays(date, days);
}
