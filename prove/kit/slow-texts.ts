import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '../../server/test/service.ts';
import type { Ask, Client, Reply } from './http.ts';
import type { Broken } from './proof.ts';
import { seconds } from './proof.ts';

// Texts that make a search backtrack, and the measurement of how long a request with one blocks all
// others.

/** How long one request may block the event loop, in ms. */
export const LONGEST_HELD = 100;
const LONGEST_TEXT = 5_000;
/** Folds to eighteen characters, four words. */
const LONG_FOLD = '\uFDFA';

/**
 * Units that are repeated: long folds, prefixes of names, and near misses of an address, a
 * document, a number or a tag.
 */
export const slowUnits: readonly string[] = [
  LONG_FOLD,
  `${LONG_FOLD} `,
  'ﬃ',
  'a ',
  'aa ',
  'ab',
  'a',
  '1',
  '1 ',
  '9',
  '.',
  '1.',
  'a.',
  'a.1.',
  '-',
  'a-',
  '/',
  '@',
  'a@',
  '@a',
  'a@a.',
  ' arroba ',
  'a arroba ',
  ',',
  '1,',
  '1,a.',
  '(',
  '((',
  ')',
  '(1',
  'www.',
  'www.,',
  'http://',
  'http://.',
  'a.com/',
  'a.com/.',
  'tel ',
  'tel 1-',
  'zap: ',
  '55',
  '+55 ',
  '(65) ',
  '65 9',
  '9 9999',
  '9999-',
  '0xx',
  '2025-',
  '11.222.333/',
  '11222333',
  'e\u0301',
  '\u0301',
  '%',
  '_',
  '%_',
  '\\',
  '"',
  "'",
  '<',
  '<a ',
  '<a href="',
  '&',
  '&amp',
  '&#',
  '\n',
  '\t',
  ' ',
  '\u00A0',
  '{',
  '[',
  '*',
  '+1',
  '=',
  ';',
  '|',
  '0',
  ',0',
  ',00',
];
export const slowText = (unit: string, length = LONGEST_TEXT, tail = ''): string =>
  unit.repeat(length).slice(0, length - tail.length) + tail;

/**
 * Sends one request at a time to an otherwise idle service, and reads from the service (`/metrics`,
 * its event loop delay) how long its event loop was blocked. A result above the limit is measured
 * again, less the CPU time that the machine gave to other processes: a busy machine is not busy each
 * time, but a slow search is slow each time.
 */
export class Stillness {
  readonly #ask: Client;
  readonly #broken: Broken;
  #longest = 0;
  #asked = 0;

  constructor(ask: Client, broken: Broken) {
    this.#ask = ask;
    this.#broken = broken;
  }

  get longest(): number {
    return this.#longest;
  }
  get asked(): number {
    return this.#asked;
  }

  /**
   * Sends the request, up to `TRIES` times while the event loop is blocked for too long. Returns
   * the last reply.
   */
  async measure(
    what: string,
    request: () => Promise<readonly [method: string, url: string, ask: Ask]>,
  ): Promise<Reply> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 1; ; tries += 1) {
      const [method, url, ask] = await request();
      // What holds nothing up is not corrected: that would take longer than the request.
      const share = tries === 1 ? () => 1 : shareOfMachine;
      const before = share();
      if (tries > 1 || this.#asked === 0) await this.#held(); // discards what was measured before
      const reply = await this.#ask(method, url, { ...ask, patience: 60_000 });
      await sleep(15); // the loop's delay is sampled by a timer of 10 ms
      least = Math.min(least, (await this.#held()) * Math.min(before, share()));
      this.#asked += 1;
      if (least > LONGEST_HELD && tries < TRIES) continue;
      this.#longest = Math.max(this.#longest, least);
      this.#broken.expect(
        least <= LONGEST_HELD,
        'the event loop is held up',
        `${what}: ${seconds(least)} at the least of ${TRIES}`,
      );
      return reply;
    }
  }

  /** Returns the longest time the event loop was blocked since the last call, in milliseconds. */
  async #held(): Promise<number> {
    const held = Number(
      /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(
        (await this.#ask('GET', '/metrics')).text,
      )?.[1],
    );
    if (Number.isNaN(held))
      throw new Error('the service does not report how long its event loop stood still');
    return held * 1_000;
  }
}

const TRIES = 4;
const SPIN = 10;

/**
 * Returns the share of a processor that this process gets right now, 1 being all of it: its CPU
 * time during ten milliseconds.
 */
function shareOfMachine(): number {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (
    let used = 0;
    used < SPIN * 1_000;
    used = process.cpuUsage(cpu).user + process.cpuUsage(cpu).system
  );
  return Math.max(0.1, Math.min(1, SPIN / (performance.now() - began)));
}

/**
 * Supplier names that are slow to search; some are refused by every input, but may exist in a
 * database.
 */
export const slowNames: readonly string[] = [
  slowText(LONG_FOLD, 200),
  slowText('a ', 200),
  slowText('a', 200),
  slowText('aaaa ', 200),
  slowText('ab ', 200),
  slowText('ﬃ', 120),
  slowText('1 ', 200),
  `${slowText('a ', 198)}b`,
];

export const rename = async ({ db }: TestService, userId: number, name: string): Promise<void> => {
  await db.q.updateTable('users').set({ name }).where('id', '=', userId).execute();
};
