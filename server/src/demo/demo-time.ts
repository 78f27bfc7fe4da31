import { AsyncLocalStorage } from 'node:async_hooks';
import { addDays, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Clock } from '../platform/clock/clock.ts';

const MINUTE = 60_000;
const OPENS = 8 * 60;
const OPEN_MINUTES = 10 * 60;

/** A story of the demo: each instant that it yields is when its next step happens. */
export interface Story {
  readonly begins: Date;
  play(): AsyncGenerator<Date, void>;
}

/** From when the demo is counted: the day of the loading in the platform's zone. */
export interface Calendar {
  readonly today: string;
  readonly zone: string;
}

/**
 * Returns the instants of one story, each by how many days ago it is: on working days, in office
 * hours, each after the one before. `seed` sets the hours apart from those of other stories.
 */
export function officeTimes({ today, zone }: Calendar, seed: number): (daysAgo: number) => Date {
  let [nth, last] = [seed * 7, -Infinity];
  return (daysAgo) => {
    nth += 1;
    const opened = startOfDay(workingDay(addDays(today, -daysAgo)), zone).getTime();
    const hour = opened + (OPENS + ((nth * 97) % OPEN_MINUTES)) * MINUTE;
    last = Math.max(hour, last + 35 * MINUTE);
    return new Date(last);
  };
}

/** Returns the day, or the Friday before it. */
function workingDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0);
}

/** A time for what runs in it, while the clock shows the real one to everything else. */
export interface DemoTime {
  run<R>(at: Date, work: () => Promise<R>): Promise<R>;
  readonly realNow: () => Date;
  /** Shows the real time to everything again. */
  end(): void;
}

/** Makes the clock show another time to what runs in `run`. */
export function takeTime(clock: Clock): DemoTime {
  const realNow = clock.now.bind(clock);
  const shown = new AsyncLocalStorage<Date>();
  clock.now = () => shown.getStore() ?? realNow();
  return {
    run: (at, work) => shown.run(at, work),
    realNow,
    end: () => {
      clock.now = realNow;
    },
  };
}

/**
 * Plays the stories side by side, step by step in the order of their instants. `onStep` follows
 * each step.
 */
export async function playStories(
  time: DemoTime,
  stories: readonly Story[],
  onStep: (story: Story) => Promise<void>,
): Promise<void> {
  const going = stories.map((story) => ({ story, at: story.begins, steps: undefined as Steps }));
  while (going.length > 0) {
    const next = going.reduce((first, one) => (one.at < first.at ? one : first));
    const steps = (next.steps ??= next.story.play());
    const { done, value } = await time.run(next.at, () => steps.next());
    if (done === true) going.splice(going.indexOf(next), 1);
    else next.at = value;
    await onStep(next.story);
  }
}
type Steps = AsyncGenerator<Date, void> | undefined;
