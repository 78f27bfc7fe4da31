import type { FileContent, UploadedFile } from '@lavra/contract/kit/endpoint';
import type { SheetFormat } from '@lavra/contract/kit/sheet';
import { ProposalDraftBody, type Proposal } from '@lavra/contract/proposals/schemas';
import type { SupplierCaller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { readTable, type CsvLimits, type CsvTable } from '../../../platform/csv/csv-read.ts';
import { writeSheet } from '../../../platform/csv/write-sheet.ts';
import { FieldErrors, InvalidFields } from '../../../platform/errors.ts';
import { addSchemaErrors, compileSchema } from '../../../platform/http/schema-compiler.ts';
import { addUnstorableText } from '../../../platform/http/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertMayUseSheets } from '../../subscriptions/subscriptions-feature.ts';
import { storeDraft } from '../proposal-drafts.ts';
import type { ProposalQueues } from '../proposal-queues.ts';
import { sheetHeadings, termColumns } from './quote-sheet-columns.ts';
import { readAnswers, type SheetAnswer } from './quote-sheet-read.ts';
import { readTerms } from './quote-sheet-terms.ts';
import { listSheetItems, type SheetItem } from './quote-sheet-store.ts';
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

interface FilledSheet {
  readonly file: UploadedFile;
  /** With `only_valid`, rows with errors are left out, which refuse the sheet otherwise. */
  readonly query: { readonly only_valid?: boolean };
  readonly assertAlive: () => Promise<void>;
}

/**
 * Replaces the draft's items by those of the sheet, and the terms of a sale in part that it names,
 * under the same rules as JSON; other terms stay. If one row is invalid, nothing is stored, or with
 * `only_valid` what the other rows say; a sheet without any valid row is refused.
 */
export async function saveQuoteSheet(
  platform: Platform,
  { reading, saving }: Pick<ProposalQueues, 'reading' | 'saving'>,
  request: HttpRequest<SupplierCaller>,
  { id }: SheetOrder,
  { file, query: { only_valid = false }, assertAlive }: FilledSheet,
): Promise<Proposal> {
  const draft = await reading(request, async () => {
    await assertMayUseSheets(platform.db, request.caller.supplierId);
    const table = await readTable(file.content, LIMITS);
    const items = await listSheetItems(platform.db, id, request.caller.supplierId);
    return only_valid ? readValidRows(table, items) : readDraft(table, items);
  });
  // Waits in a queue of its own, without keeping others from reading their sheets.
  const store = async ({ body, answers }: SheetDraft): Promise<Proposal> =>
    storeDraft(platform, saving, request, { ref: { id }, body, assertAlive }).catch(
      (error: unknown) => {
        throw error instanceof InvalidFields ? byRow(error, answers) : error;
      },
    );
  return store(draft).catch((error: unknown) => {
    const rest = only_valid ? withoutRowsOf(error, draft) : undefined;
    if (rest === undefined) throw error;
    return store(rest);
  });
}

/** What a sheet says, and the rows that say it. */
interface SheetDraft {
  readonly body: ProposalDraftBody;
  readonly answers: readonly SheetAnswer[];
}

/** Reads a sheet; throws the problems of all of its rows. */
function readDraft(table: CsvTable, items: readonly SheetItem[]): SheetDraft {
  const fields = new FieldErrors();
  const answers = readAnswers(table, items, fields);
  const terms = readTerms(table, fields);
  fields.throwIfAny();
  const body = { items: answers.map(({ item }) => item), ...terms };
  assertDraftBody(body, answers);
  return { body, answers };
}

/** Reads a sheet without its invalid rows; throws their problems where no other row answers an item. */
function readValidRows(table: CsvTable, items: readonly SheetItem[]): SheetDraft {
  try {
    return readDraft(table, items);
  } catch (error) {
    const invalid = rowsIn(error);
    const rows = table.rows.filter(({ number }) => !invalid.has(number));
    if (rows.length === table.rows.length) throw error;
    const draft = readValidRows({ ...table, rows }, items);
    if (draft.answers.length === 0) throw error;
    return draft;
  }
}

/** Returns a draft without the rows that a refusal names; undefined where it names none, or all. */
function withoutRowsOf(error: unknown, { body, answers }: SheetDraft): SheetDraft | undefined {
  const invalid = rowsIn(error);
  const left = answers.filter(({ row }) => !invalid.has(row));
  return left.length === 0 || left.length === answers.length
    ? undefined
    : { body: { ...body, items: left.map(({ item }) => item) }, answers: left };
}

/**
 * Returns the rows that a refusal names: those of `rows.3.unit_price`. None where it is about the terms,
 * which are the whole proposal's: without the row that names them, the next one would name them.
 */
function rowsIn(error: unknown): ReadonlySet<number> {
  const named = Object.keys(error instanceof InvalidFields ? error.errors : {}).map((path) =>
    /^rows\.(\d+)(?:\.(\w+))?/.exec(path),
  );
  const isOfTerms = named.some((found) => termColumns.some((column) => column === found?.[2]));
  return new Set(
    isOfTerms ? [] : named.flatMap((found) => (found === null ? [] : Number(found[1]))),
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
