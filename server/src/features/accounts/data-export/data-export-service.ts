import { formatTimestamp, localDate } from '@lavra/domain/calendar/calendar';
import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Db } from '../../../platform/db/database.ts';
import { RuleError } from '../../../platform/errors.ts';
import { createCallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { accountSections, exportedAccount } from './account-sections.ts';
import { negotiationSections } from './negotiation-sections.ts';
import type { Section } from './export-section.ts';

/** Rows per page: short statements leave the database free for other requests in between. */
const PAGE = 500;

/**
 * Exports everything stored about the caller as a JSON file, written page by page from documents
 * that the database builds. One export at a time per person (429) and one at a time per process: up
 * to twenty others wait, more are rejected (429).
 */
export function createDataExport({
  platform: { db, command, clock, zone },
}: {
  platform: Platform;
}) {
  const gathering = createCallerQueue(
    { atOnce: 1, each: 1, waiting: 20 },
    { own: 'data_export_busy', all: 'overloaded', retryAfter: 5 },
  );
  return (caller: Caller): Promise<FileContent> =>
    gathering(caller, async () => {
      const now = clock.now();
      await command(caller, async (uow) =>
        uow.audit({
          action: 'created',
          event: 'data.exported',
          resourceType: 'data_export',
          resourceId: caller.userId,
        }),
      );
      return {
        content: await writeExport(db, caller, formatTimestamp(now, zone)),
        filename: `lavra-meus-dados-${localDate(now, zone)}.json`,
      };
    });
}

async function writeExport(
  db: Db,
  { userId, userType }: Caller,
  exportedAt: string,
): Promise<Buffer> {
  const account = await db.row(exportedAccount, { user_id: userId });
  if (account === undefined) throw new RuleError('unauthenticated');
  const parts: Buffer[] = [
    Buffer.from(`{"exported_at":${JSON.stringify(exportedAt)},\n"account":${account.document}`),
  ];
  for (const section of [...accountSections, ...negotiationSections[userType]]) {
    parts.push(Buffer.from(`,\n${JSON.stringify(section.name)}:[`));
    for await (const page of pagesOf(db, section, userId)) parts.push(page);
    parts.push(Buffer.from(']'));
  }
  return Buffer.concat([...parts, Buffer.from('}\n')]);
}

async function* pagesOf(db: Db, { rows }: Section, userId: number): AsyncGenerator<Buffer> {
  let after = 0;
  for (;;) {
    const page = await db.rows(rows, { user_id: userId, after, size: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield Buffer.from(
      `${after === 0 ? '\n' : ',\n'}${page.map(({ document }) => document).join(',\n')}`,
    );
    if (page.length < PAGE) return;
    after = last.id;
  }
}
