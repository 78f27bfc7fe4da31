import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '../../server/test/service.ts';
import type { Ask, Client, Reply } from './http.ts';
import type { Broken } from './proof.ts';
import { seconds } from './proof.ts';

// Texts that make a search go back over what it has read, and how long a request with one holds up all others.

/** How long one request may hold the event loop, in ms. */
export const LONGEST_HELD = 100;
const LONGEST_TEXT = 5_000;
/** Folds to eighteen characters, four words. */
const LONG_FOLD = '\uFDFA';

/** Units that are repeated: long folds, prefixes of names, what nearly is an address, a document, a number or a tag. */
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
/** Endings on which what nearly matched does not. */
const tails = ['', '.1.com', '!', '@', 'x'] as const;

export const slowText = (unit: string, length = LONGEST_TEXT, tail = ''): string =>
  unit.repeat(length).slice(0, length - tail.length) + tail;

/** Every slow text, cut to a length. */
export const slowTexts = (length = LONGEST_TEXT): readonly string[] =>
  slowUnits.flatMap((unit) => tails.map((tail) => slowText(unit, length, tail)));

/**
 * Asks one thing at a time of a service that does nothing else, and takes from the service itself (`/metrics`, the delay of
 * its event loop) how long it stood still, less what the machine spent on others meanwhile. What is too long is asked again:
 * a machine that was busy is not so each time, a search that takes long is.
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

  /** Asks, up to `TRIES` times while the loop is held too long, and answers the last reply. */
  async measure(
    what: string,
    request: () => Promise<readonly [method: string, url: string, ask: Ask]>,
  ): Promise<Reply> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 1; ; tries += 1) {
      const [method, url, ask] = await request();
      const before = shareOfMachine();
      await this.#held(); // what was before does not count
      const reply = await this.#ask(method, url, { ...ask, patience: 60_000 });
      await sleep(15); // the loop's delay is noticed by a timer of 10 ms
      least = Math.min(least, (await this.#held()) * Math.min(before, shareOfMachine()));
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

  /** Milliseconds that the event loop stood still at most since this was asked the last time. */
  async #held(): Promise<number> {
    const held = Number(
      /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(
        (await this.#ask('GET', '/metrics')).text,
      )?.[1],
    );
    if (Number.isNaN(held))
      throw new Error('the service does not tell how long its event loop stood still');
    return held * 1_000;
  }
}

const TRIES = 4;
const SPIN = 10;

/** How much of a processor a process gets right now, 1 being all of it: what it worked in ten milliseconds of its time. */
function shareOfMachine(): number {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (
    let used = 0;
    used < SPIN * 1_000;
    used = process.cpuUsage(cpu).user + process.cpuUsage(cpu).system
  );
  return Math.max(0.1, Math.min(1, SPIN / (performance.now() - began)));
}

/** Suppliers with names that make a search slow; some as no entrance takes them, but as they may stand in a database. */
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
