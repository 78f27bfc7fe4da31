import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/**
 * The state of the database, checked a few times a second over a connection of its own.
 */
export interface DatabaseHealth {
  /** True while the database accepts or holds connections but sends no response. */
  readonly unresponsive: boolean;
  /** Registers a listener that is called once each time the database becomes unresponsive. */
  onUnresponsive(listener: () => void): void;
  stop(): Promise<void>;
}

/** Pause between two checks, in ms. */
const PAUSE_MS = 250;

/** What the checks ask beyond whether the database answers. */
export interface HealthProbe {
  readonly text: string;
  /**
   * Receives the first row, and when it was asked for (`performance.now()`). The connection is
   * replaced when it throws.
   */
  answered(row: unknown, askedAt: number): void;
  /** Called for each check without an answer, and where `answered` threw. */
  failed?(error: unknown): void;
}

/**
 * Starts the health monitor. A frozen server or a network that drops packets closes no connection,
 * so that a query would wait for minutes. A refused connection counts as a response, and the query
 * that meets it fails by itself; the monitor reports only silence of more than `longest` ms.
 */
export function monitorDatabase({
  url,
  longest,
  logger,
  probe,
}: {
  url: string;
  longest: number;
  /** Absent: nothing is logged. */
  logger?: Logger;
  probe?: HealthProbe;
}): DatabaseHealth {
  const listeners: (() => void)[] = [];
  const stopping = new AbortController();
  let unresponsive = false;
  let connection: Connection | undefined;

  /** Returns whether any response arrived in time; a refused connection is a response too. */
  async function check(): Promise<boolean> {
    let responded = false;
    const checked = query()
      .finally(() => {
        responded = true;
      })
      .catch(() => {});
    await Promise.race([checked, pause(longest, stopping.signal)]);
    await setImmediate(); // if this process was busy, the response may be there unread
    if (!responded) disconnect(connection);
    return responded;
  }
  async function query(): Promise<void> {
    const current = (connection ??= openConnection(url));
    try {
      await current.opened;
      const askedAt = performance.now();
      const { rows } = await current.client.query<object>(probe?.text ?? 'SELECT 1');
      probe?.answered(rows[0], askedAt);
    } catch (error) {
      disconnect(current);
      probe?.failed?.(error);
      throw error;
    }
  }
  function disconnect(which: Connection | undefined): void {
    which?.client.connection.stream.destroy(); // end() would wait for a response that never comes
    if (connection === which) connection = undefined;
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const responded = await check();
      // This process was busy, so the result says nothing about the database.
      const late = performance.now() - began > longest * 1.3;
      if (responded && unresponsive) logger?.info('database responsive again');
      if (responded) unresponsive = false;
      else if (!late && !unresponsive) {
        unresponsive = true;
        logger?.warn('database unresponsive, requests refused');
        for (const listener of listeners) listener();
      }
      await pause(PAUSE_MS, stopping.signal);
    }
    disconnect(connection);
  }

  const watching = watch();
  return {
    get unresponsive() {
      return unresponsive;
    },
    onUnresponsive: (listener) => {
      listeners.push(listener);
    },
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}

interface Connection {
  readonly client: pg.Client;
  readonly opened: Promise<unknown>;
}

function openConnection(url: string): Connection {
  const client = new pg.Client({ connectionString: url, application_name: 'lavra-health' });
  client.on('error', () => {}); // the next check rejects
  return { client, opened: client.connect() };
}

/** Resolves after so many ms, or early when `signal` aborts; leaves no listener on the signal. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});
