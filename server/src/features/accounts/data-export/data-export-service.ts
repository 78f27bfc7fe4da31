import { Readable } from 'node:stream';
import { formatTimestamp, localDate } from '@lavra/domain/calendar/calendar';
import type { FileStream } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Request } from '../../../platform/auth/request.ts';
import type { Db } from '../../../platform/db/database.ts';
import { RuleError } from '../../../platform/errors.ts';
import { createFairQueue, type FairQueue } from '../../../platform/fair-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { accountSections, exportedAccount } from './account-sections.ts';
import { negotiationSections } from './negotiation-sections.ts';
import type { Section } from './export-section.ts';

/** Rows per page: short statements leave the database free for other requests in between. */
const PAGE = 500;
/** Exports under way in this process. */
const MOST_AT_ONCE = 40;
const RETRY_AFTER = 5;

/** The exports under way in this process. */
export interface DataExports {
  /** The queue of their pages. */
  readonly reading: FairQueue;
  /** By user, in the order of their beginning; null until the first byte. */
  readonly running: Map<number, Readable | null>;
}

/**
 * Creates the list of the exports under way and the queue of their pages, all that is held between
 * two requests.
 */
export const createDataExports = (): DataExports => ({
  reading: createFairQueue({ atOnce: 1, each: 1, waiting: MOST_AT_ONCE }),
  running: new Map(),
});

/**
 * Exports everything stored about the caller as a JSON file, from documents that the database builds.
 * Each page is read when the one before has been taken, so that an export holds one page, however
 * large it is and however slowly it is read. One export at a time per person (429); persons take
 * turns with their pages, one page at a time per process. Beyond forty exports the one that began
 * first is aborted.
 */
export async function exportOwnData(
  platform: Platform,
  { reading, running }: DataExports,
  request: Request<Caller>,
): Promise<FileStream> {
  const { userId } = request.caller;
  assertRoom(running, userId);
  running.set(userId, null);
  const end = (): void => void running.delete(userId);
  try {
    const file = await begin(platform, reading, request);
    running.set(userId, file.stream.once('close', end));
    return file;
  } catch (error) {
    end();
    throw error;
  }
}

function assertRoom(running: DataExports['running'], userId: number): void {
  if (running.has(userId)) throw new RuleError('data_export_busy', { retry_after: RETRY_AFTER });
  if (running.size < MOST_AT_ONCE) return;
  const oldest = [...running.values()].find((stream) => stream !== null);
  if (oldest === undefined) throw new RuleError('overloaded', { retry_after: RETRY_AFTER });
  oldest.destroy(new Error('forty other exports began after this one'));
}

async function begin(
  { db, command, clock, zone }: Platform,
  reading: FairQueue,
  request: Request<Caller>,
) {
  const { caller } = request;
  const now = clock.now();
  await command(request, async (uow) =>
    uow.audit({
      action: 'created',
      event: 'data.exported',
      resourceType: 'data_export',
      resourceId: caller.userId,
    }),
  );
  const account = await db.row(exportedAccount, { user_id: caller.userId });
  if (account === undefined) throw new RuleError('unauthenticated');
  const beginning = `{"exported_at":${JSON.stringify(formatTimestamp(now, zone))},\n"account":${account.document}`;
  const inTurn = <T>(read: () => Promise<T>): Promise<T> => reading.run(caller.userId, read);
  const parts = writeExport(db, caller, { beginning, inTurn });
  const stream = Readable.from(parts, { objectMode: false });
  return { stream, filename: `lavra-meus-dados-${localDate(now, zone)}.json` };
}

/** Runs one read of a page when it is this export's turn. */
type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

async function* writeExport(
  db: Db,
  { userId, userType }: Caller,
  { beginning, inTurn }: { readonly beginning: string; readonly inTurn: InTurn },
): AsyncGenerator<Buffer> {
  yield Buffer.from(beginning);
  for (const section of [...accountSections, ...negotiationSections[userType]]) {
    yield Buffer.from(`,\n${JSON.stringify(section.name)}:[`);
    yield* pagesOf(section, (after) =>
      inTurn(() => db.rows(section.rows, { user_id: userId, after, size: PAGE })),
    );
    yield Buffer.from(']');
  }
  yield Buffer.from('}\n');
}

async function* pagesOf(
  { isWeighed }: Section,
  read: (after: number) => Promise<{ id: number; document: string }[]>,
): AsyncGenerator<Buffer> {
  for (let after = 0; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield Buffer.from(
      `${after === 0 ? '\n' : ',\n'}${page.map(({ document }) => document).join(',\n')}`,
    );
    if (!isWeighed && page.length < PAGE) return;
    after = last.id;
  }
}
