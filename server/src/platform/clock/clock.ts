import { setTimeout as sleep } from 'node:timers/promises';

/** The only source of the current time. Business SQL takes its time as a parameter. */
export interface Clock {
  now(): Date;
  /** Resolves after so many ms: every delay that a caller is made to wait passes here. */
  pause(milliseconds: number): Promise<void>;
}

/** Creates a clock that starts at `from` when given (tests), and runs at the usual speed. */
export function createClock(from?: Date): Clock {
  const offset = from === undefined ? 0 : from.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offset),
    pause: (milliseconds) => sleep(milliseconds),
  };
}
