import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/**
 * Monitors the database's health: checks a few times a second, over a connection of its own,
 * whether it answers.
 */
export interface Pulse {
  /** True while the database accepts or holds connections but sends no response. */
  readonly silent: boolean;
  /** Registers a listener that is called once each time the database falls silent. */
  onSilence(listener: () => void): void;
  stop(): Promise<void>;
}

/** Pause between two checks, in ms. */
const PAUSE = 250;

/**
 * Starts the health monitor. A frozen server or a network that drops packets closes no connection,
 * so that a query would wait for minutes. A refused connection counts as a response, and the query
 * that meets it fails by itself; the monitor reports only silence of more than `longest` ms.
 */
export function watchPulse({
  url,
  longest,
  logger,
}: {
  url: string;
  longest: number;
  logger: Logger;
}): Pulse {
  const listeners: (() => void)[] = [];
  const stopping = new AbortController();
  let silent = false;
  let line: Line | undefined;

  /** Returns whether any response arrived in time; a refused connection is a response too. */
  async function beat(): Promise<boolean> {
    let answered = false;
    const asked = ask()
      .finally(() => {
        answered = true;
      })
      .catch(() => {});
    await Promise.race([asked, pause(longest, stopping.signal)]);
    await setImmediate(); // if this process was busy, the response may be there unread
    if (!answered) hangUp(line);
    return answered;
  }
  async function ask(): Promise<void> {
    const asking = (line ??= openLine(url));
    try {
      await asking.opened;
      await asking.client.query('SELECT 1');
    } catch (error) {
      hangUp(asking);
      throw error;
    }
  }
  function hangUp(which: Line | undefined): void {
    which?.client.connection.stream.destroy(); // end() would wait for a response that never comes
    if (line === which) line = undefined;
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const answered = await beat();
      // This process was busy, so the result says nothing about the database.
      const late = performance.now() - began > longest * 1.3;
      if (answered && silent) logger.info('the database answers again');
      if (answered) silent = false;
      else if (!late && !silent) {
        silent = true;
        logger.warn('the database is silent: requests are refused until it answers');
        for (const listener of listeners) listener();
      }
      await pause(PAUSE, stopping.signal);
    }
    hangUp(line);
  }

  const watching = watch();
  return {
    get silent() {
      return silent;
    },
    onSilence: (listener) => {
      listeners.push(listener);
    },
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}

interface Line {
  readonly client: pg.Client;
  readonly opened: Promise<unknown>;
}

function openLine(url: string): Line {
  const client = new pg.Client({ connectionString: url, application_name: 'lavra-pulse' });
  client.on('error', () => {}); // the next check rejects
  return { client, opened: client.connect() };
}

/** Resolves after so many ms, or early when `signal` aborts; leaves no listener on the signal. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});
