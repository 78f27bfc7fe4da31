import type { FileContent, UploadedFile } from '@lavra/contract/kit/endpoint';
import { ProposalDraftBody, type Proposal } from '@lavra/contract/proposals/schemas';
import type { SupplierCaller } from '../../../platform/auth/caller.ts';
import { readCsv, type CsvLimits } from '../../../platform/csv/csv-read.ts';
import { FieldErrors, InvalidFields } from '../../../platform/errors.ts';
import { addSchemaErrors, compileSchema } from '../../../platform/http/schema-compiler.ts';
import { createCallerTurns } from '../../../platform/http/caller-turns.ts';
import { addUnstorableText } from '../../../platform/http/clean-text.ts';
import type { Ref } from '../../../platform/http/refs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertMayUseSheets } from '../../subscriptions/subscriptions-feature.ts';
import { readAnswers, type SheetAnswer } from './quote-sheet-read.ts';
import { listSheetItems } from './quote-sheet-store.ts';
import { writeQuoteSheet } from './quote-sheet-write.ts';

const LIMITS: CsvLimits = { rows: 1000, columns: 64, cellBytes: 4096 };
const isDraftBody = compileSchema(ProposalDraftBody, 'body');

export interface SheetOrder {
  readonly id: number;
  readonly number: string;
}
type SaveDraft = (caller: SupplierCaller, ref: Ref, body: ProposalDraftBody) => Promise<Proposal>;

/** An order's spreadsheet, out to be filled in and back in as the draft. */
export function createQuoteSheets({ db }: Platform, saveDraft: SaveDraft) {
  const reading = createCallerTurns(
    { atOnce: 2, each: 2, waiting: 20 },
    { own: 'sheets_busy_own', all: 'sheets_busy', retryAfter: 2 },
  );
  return {
    write: async (caller: SupplierCaller, { id, number }: SheetOrder): Promise<FileContent> => {
      await assertMayUseSheets(db, caller.supplierId);
      return {
        content: writeQuoteSheet(await listSheetItems(db, id, caller.supplierId)),
        filename: `cotacao_${number}.csv`,
      };
    },

    /** The filled sheet replaces the draft's items by the same rules as JSON does; its terms stay. One wrong row, and nothing is stored. */
    save: (caller: SupplierCaller, { id }: SheetOrder, file: UploadedFile): Promise<Proposal> =>
      reading(caller, async () => {
        await assertMayUseSheets(db, caller.supplierId);
        const fields = new FieldErrors();
        const answers = readAnswers(
          readCsv(file.content, LIMITS),
          await listSheetItems(db, id, caller.supplierId),
          fields,
        );
        fields.throwIfAny();
        const body = { items: answers.map(({ item }) => item) };
        assertDraftBody(body, answers);
        return saveDraft(caller, { id }, body).catch((error: unknown) => {
          throw error instanceof InvalidFields ? byRow(error, answers) : error;
        });
      }),
  };
}

/** What the route of JSON would have refused before the rules. */
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

/** The same problems under the rows they stand in: `items.0.notes` is `rows.2.notes`. */
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
