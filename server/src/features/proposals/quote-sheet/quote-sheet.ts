import type { FileContent, UploadedFile } from '@lavra/contract/kit/endpoint';
import type { SheetFormat } from '@lavra/contract/kit/sheet';
import {
  ProposalItemInput,
  type Proposal,
  type ProposalDraftBody,
} from '@lavra/contract/proposals/schemas';
import { byItemText } from '@lavra/domain/proposal/free-texts';
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
import { priceItems } from '../proposal-input.ts';
import type { ProposalQueues } from '../proposal-queues.ts';
import { sheetHeadings } from './quote-sheet-columns.ts';
import { readAnswers, type SheetAnswer } from './quote-sheet-read.ts';
import { readTerms } from './quote-sheet-terms.ts';
import { listSheetItems, type SheetItem } from './quote-sheet-store.ts';
import { quoteSheetRows } from './quote-sheet-write.ts';

const LIMITS: CsvLimits = { rows: 1000, columns: 64, cellBytes: 4096 };
const isItem = compileSchema(ProposalItemInput, 'body');

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
  /** The version of the draft that the sheet replaces; undefined for any, or none. */
  readonly ifMatch: number | undefined;
  readonly assertAlive: () => Promise<void>;
}

/**
 * Replaces the draft's items by those of the sheet, and the terms of a sale in part that it names,
 * under the same rules as JSON; other terms stay. If one row is invalid, nothing is stored, or with
 * `only_valid` what the other rows say, beside what the draft says of the items of invalid ones. Terms
 * are of the whole proposal: they are read from every row, and where they are wrong, or no row is
 * valid, the sheet is refused. With `ifMatch` a newer draft is not replaced.
 */
export async function saveQuoteSheet(
  platform: Platform,
  { reading, saving }: Pick<ProposalQueues, 'reading' | 'saving'>,
  request: HttpRequest<SupplierCaller>,
  { id }: SheetOrder,
  { file, query: { only_valid = false }, ifMatch, assertAlive }: FilledSheet,
): Promise<Proposal> {
  const { body, answers, version } = await reading(request, async () => {
    await assertMayUseSheets(platform.db, request.caller.supplierId);
    const table = await readTable(file.content, LIMITS);
    const items = await listSheetItems(platform.db, id, request.caller.supplierId);
    // What it keeps of the draft must not take back what another request saves meanwhile.
    const seen = only_valid ? (items[0]?.draft_version ?? 0) : undefined;
    return { ...readDraft(table, items, only_valid), version: ifMatch ?? seen };
  });
  // Waits in a queue of its own, without keeping others from reading their sheets.
  return storeDraft(platform, saving, request, {
    ref: { id },
    body,
    ifMatch: version,
    assertAlive,
  }).catch((error: unknown) => {
    throw error instanceof InvalidFields ? byRow(error, answers) : error;
  });
}

/** What a sheet says, and the rows that say it. */
interface SheetDraft {
  readonly body: ProposalDraftBody;
  readonly answers: readonly SheetAnswer[];
}

/**
 * Reads a sheet, in time that is linear in its rows; throws the problems of all of them. With
 * `onlyValid` every item of which no valid row says anything keeps its answer in the draft, unless no
 * other row is left.
 */
function readDraft(table: CsvTable, items: readonly SheetItem[], onlyValid: boolean): SheetDraft {
  const [ofRows, ofTerms] = [new FieldErrors(), new FieldErrors()];
  const { answers: all, blanks, repeated } = readAnswers(table, items, ofRows);
  const terms = readTerms(table, ofTerms);
  addItemProblems(all, ofRows);
  const errors = { ...ofRows.errors, ...priceProblems(all) };
  const wrong = new Set(Object.keys(errors).map((path) => Number(/^rows\.(\d+)/.exec(path)?.[1])));
  const isValid = (row: number, itemId: number): boolean =>
    !wrong.has(row) && !repeated.has(itemId);
  const answers = all.filter(({ row, item }) => isValid(row, item.order_item_id));
  if (ofTerms.any || (wrong.size > 0 && (!onlyValid || answers.length === 0)))
    throw new InvalidFields({ ...errors, ...ofTerms.errors });
  const said = new Set([
    ...answers.map(({ item }) => item.order_item_id),
    ...blanks.flatMap(({ row, itemId }) => (isValid(row, itemId) ? [itemId] : [])),
  ]);
  const kept = onlyValid ? items.filter(({ code }) => !said.has(code)).flatMap(draftedOf) : [];
  return { body: { items: [...answers.map(({ item }) => item), ...kept], ...terms }, answers };
}

/** Returns what the draft says of an item, if it says anything. */
const draftedOf = (item: SheetItem): ProposalItemInput[] =>
  item.offered_product_id === null
    ? []
    : [
        {
          order_item_id: item.code,
          product_id: item.offered_product_id,
          unit_price: item.unit_price === null ? null : Number(item.unit_price),
          quantity: Number(item.quantity),
          offers_similar: item.offers_similar ?? false,
          ...byItemText((name) => item[name]),
          justification_type: item.justification_type,
        },
      ];

/** Adds what the JSON route's schema would have rejected before the rules, one item after the other. */
function addItemProblems(answers: readonly SheetAnswer[], fields: FieldErrors): void {
  for (const { row, item } of answers) {
    if (!isItem(item)) addSchemaErrors(fields, isItem.errors ?? [], `rows.${row}`);
    addUnstorableText(fields, item, `rows.${row}`);
  }
}

/** Returns the problems of the items' prices and totals by row; not that of their sum, which is no row's. */
function priceProblems(answers: readonly SheetAnswer[]): InvalidFields['errors'] {
  const fields = new FieldErrors();
  priceItems(
    answers.map(({ item }) => item),
    fields,
  );
  const { errors } = byRow(new InvalidFields(fields.errors), answers);
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path.startsWith('rows.')));
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
