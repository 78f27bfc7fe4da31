import { fork, type ChildProcess } from 'node:child_process';
import { createFairQueue } from '../fair-queue.ts';
import type { XlsxLimits, XlsxRefusal, XlsxReply } from './xlsx-parse.ts';

/** What the reading process is given. */
export interface XlsxJob {
  readonly bytes: Uint8Array;
  readonly limits: XlsxLimits;
}

/** What that process sends: some of the records, each time it is asked for more, or the refusal. */
export type XlsxMessage =
  | { readonly records: readonly string[][]; readonly isLast: boolean }
  | { readonly refusal: XlsxRefusal };

const CHILD = new URL('./xlsx-child.ts', import.meta.url);
const MEMORY_LIMIT_MB = 256;
const TIME_LIMIT = 15_000;

/** Every ZIP with a first part starts like this. */
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Starts an .xls of before 2007, and a workbook with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const startsWith = (bytes: Uint8Array, head: Buffer): boolean =>
  head.equals(bytes.subarray(0, head.length));

/** Returns which workbook the bytes are, whatever the file's name; undefined for any other file. */
export const workbookOf = (bytes: Uint8Array): 'xlsx' | 'compound' | undefined =>
  startsWith(bytes, ZIP) ? 'xlsx' : startsWith(bytes, COMPOUND) ? 'compound' : undefined;

/** One after the other; those who call bound how many wait. */
const queue = createFairQueue({ atOnce: 1, each: 1000, waiting: 1000 });

/**
 * Reads a workbook in a process of its own, which ends with it, at its memory limit or after 15 s. A
 * thread would not do: memory that a library takes in one step ends the process, not the thread.
 * Rejects when the machine has no room for another process.
 */
export const readWorkbook = async (job: XlsxJob): Promise<XlsxReply> =>
  queue.run(0, async () => {
    // No secret of the service reaches the process that reads strangers' files.
    const child = fork(CHILD, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
    try {
      return await answerOf(child, job);
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  });

const answerOf = (child: ChildProcess, job: XlsxJob): Promise<XlsxReply> =>
  new Promise((resolve, reject) => {
    const records: string[][] = [];
    // A process that has just ended takes no messages; its end is seen by `exit`.
    const send = (message: XlsxJob | 'more'): void => void child.send(message, () => undefined);
    child.on('message', (message: XlsxMessage) => {
      if ('refusal' in message) return resolve(message);
      records.push(...message.records);
      if (message.isLast) return resolve({ records });
      return send('more');
    });
    child.once('error', reject);
    // Its memory or its time was not enough.
    child.once('exit', () => resolve({ refusal: 'xlsx_too_large' }));
    send(job);
  });
