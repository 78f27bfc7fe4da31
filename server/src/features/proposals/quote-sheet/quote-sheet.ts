import type { FileContent, UploadedFile } from '@lavra/contract/kit/endpoint';
import type { SheetFormat } from '@lavra/contract/kit/sheet';
import { ProposalDraftBody, type Proposal } from '@lavra/contract/proposals/schemas';
import type { SupplierCaller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { readTable, type CsvLimits } from '../../../platform/csv/csv-read.ts';
import { writeSheet } from '../../../platform/csv/write-sheet.ts';
import { FieldErrors, InvalidFields } from '../../../platform/errors.ts';
import { addSchemaErrors, compileSchema } from '../../../platform/http/schema-compiler.ts';
import { addUnstorableText } from '../../../platform/http/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertMayUseSheets } from '../../subscriptions/subscriptions-feature.ts';
import { storeDraft } from '../proposal-drafts.ts';
import type { ProposalQueues } from '../proposal-queues.ts';
import { sheetHeadings } from './quote-sheet-columns.ts';
import { readAnswers, type SheetAnswer } from './quote-sheet-read.ts';
import { readTerms } from './quote-sheet-terms.ts';
import { listSheetItems } from './quote-sheet-store.ts';
import { quoteSheetRows } from './quote-sheet-write.ts';

const LIMITS: CsvLimits = { rows: 1000, columns: 64, cellBytes: 4096 };
const isDraftBody = compileSchema(ProposalDraftBody, 'body');

export interface SheetOrder {
  readonly id: number;
  readonly number: string;
}

/** Returns an order's spreadsheet for filling in. */
export async function getQuoteSheet(
  { db }: Platform,
  { supplierId }: SupplierCaller,
  { id, number }: SheetOrder,
  format: SheetFormat,
): Promise<FileContent> {
  await assertMayUseSheets(db, supplierId);
  const rows = quoteSheetRows(await listSheetItems(db, id, supplierId));
  return writeSheet(format, `cotacao_${number}`, Object.values(sheetHeadings), rows);
}

/**
 * Replaces the draft's items by those of the sheet, and the terms of a sale in part that it names,
 * under the same rules as JSON; other terms stay. If one row is invalid, nothing is stored.
 */
export async function saveQuoteSheet(
  platform: Platform,
  { reading, saving }: Pick<ProposalQueues, 'reading' | 'saving'>,
  request: HttpRequest<SupplierCaller>,
  { id }: SheetOrder,
  { file, assertAlive }: { file: UploadedFile; assertAlive: () => Promise<void> },
): Promise<Proposal> {
  const { body, answers } = await reading(request, async () => {
    await assertMayUseSheets(platform.db, request.caller.supplierId);
    const fields = new FieldErrors();
    const table = await readTable(file.content, LIMITS);
    const items = await listSheetItems(platform.db, id, request.caller.supplierId);
    const read = readAnswers(table, items, fields);
    const terms = readTerms(table, fields);
    fields.throwIfAny();
    const draft = { items: read.map(({ item }) => item), ...terms };
    assertDraftBody(draft, read);
    return { body: draft, answers: read };
  });
  // Waits in a queue of its own, without keeping others from reading their sheets.
  return storeDraft(platform, saving, request, { ref: { id }, body, assertAlive }).catch(
    (error: unknown) => {
      throw error instanceof InvalidFields ? byRow(error, answers) : error;
    },
  );
}

/** Rejects what the JSON route's schema would have rejected before the rules. */
function assertDraftBody(body: ProposalDraftBody, answers: readonly SheetAnswer[]): void {
  const fields = new FieldErrors();
  if (!isDraftBody(body)) addSchemaErrors(fields, isDraftBody.errors ?? []);
  addUnstorableText(fields, body);
  try {
    fields.throwIfAny();
  } catch (error) {
    throw error instanceof InvalidFields ? byRow(error, answers) : error;
  }
}

/** Maps the problems to the rows of the sheet: `items.0.notes` becomes `rows.2.notes`. */
function byRow({ errors }: InvalidFields, answers: readonly SheetAnswer[]): InvalidFields {
  return new InvalidFields(
    Object.fromEntries(
      Object.entries(errors).map(([path, sentences]) => [
        path.replace(
          /^items\.(\d+)/,
          (_, index: string) => `rows.${answers[Number(index)]?.row ?? '?'}`,
        ),
        sentences,
      ]),
    ),
  );
}
