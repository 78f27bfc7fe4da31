import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/** Whether the database answers at all, asked a few times a second over a connection of its own. */
export interface Pulse {
  /** It takes connections or holds them, and says nothing. */
  readonly silent: boolean;
  /** Called once each time it falls silent. */
  onSilence(listener: () => void): void;
  stop(): Promise<void>;
}

/** How long until the next question, in ms. */
const PAUSE = 250;

/**
 * A frozen server or a network that swallows packets breaks no connection off: whoever asked would wait for minutes.
 * A refusal is an answer, and met by whoever asks; only silence of more than `longest` ms is this watch's business.
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

  /** Whether anything was answered in time; a refusal is an answer too. */
  async function beat(): Promise<boolean> {
    let answered = false;
    const asked = ask()
      .finally(() => {
        answered = true;
      })
      .catch(() => {});
    await Promise.race([asked, pause(longest, stopping.signal)]);
    await setImmediate(); // where this process was busy, the answer may lie there unread
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
    which?.client.connection.stream.destroy(); // end() would wait for what never comes
    if (line === which) line = undefined;
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const answered = await beat();
      const late = performance.now() - began > longest * 1.3; // then this process was busy, and nothing is known
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
  client.on('error', () => {}); // its next question says so
  return { client, opened: client.connect() };
}

/** Ends early when `signal` aborts, and leaves nothing behind on it. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});
