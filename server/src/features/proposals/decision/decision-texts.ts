import {
  byItemText,
  draftTextsOf,
  itemTexts,
  type ItemTexts,
} from '@lavra/domain/proposal/free-texts';
import type { Db } from '../../../platform/db/database.ts';
import { from, jsonRowsSql } from '../../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import { maskOfProducer, maskOfSupplier } from '../../identities/identities-feature.ts';
import { MOST_TEXT } from './decision-size.ts';
import { supplierColumns, supplierJoins, supplierSql } from '../proposal-view.ts';

type StoredTexts = ItemTexts & { readonly id: number };

/**
 * Maximum number of characters read of a stored text. The end of the part that was read may be a
 * fragment of a name and is discarded: see `withoutCut`.
 */
const READ = 1_000;
const PRINTED = 500;
const head = (column: string): string => `left(${column}, ${READ})`;

/** What is read of item `pi`. */
const itemColumns = {
  id: col.int,
  ...byItemText((name) => from(head(`pi.${name}`), orNull(col.text))),
};

/**
 * SQL value that changes when a proposal's texts or its supplier's data change after they were
 * read.
 */
const markSql = `concat_ws(':', p.id, p.version, su_user.version)`;

const readTexts = statement({
  name: 'decision-texts',
  params: params<{ ids: readonly number[] }>(),
  columns: {
    ...supplierColumns,
    id: col.int,
    mark: col.text,
    notes: orNull(col.text),
    payment_terms: orNull(col.text),
    rejection_reason: orNull(col.text),
    items: col.json<StoredTexts[]>(),
  },
  text: `
    SELECT p.id, ${markSql} AS mark, p.notes, p.payment_terms, p.rejection_reason, ${supplierSql},
      ${jsonRowsSql(
        itemColumns,
        `FROM proposal_items pi WHERE pi.proposal_id = p.id
          AND num_nonnulls(${itemTexts.map((name) => `pi.${name}`).join(', ')}) > 0`,
        'pi',
      )} AS items
    FROM proposals p
    ${supplierJoins}
    WHERE p.id = ANY (:ids::bigint[])`,
});

const readMarks = statement({
  name: 'decision-text-marks',
  params: params<{ ids: readonly number[] }>(),
  columns: { mark: col.text },
  text: `SELECT ${markSql} AS mark FROM proposals p ${supplierJoins} WHERE p.id = ANY (:ids::bigint[])`,
});

/**
 * JSON parameters of the statement that stores the record: a list of the proposals' texts, and the
 * items' texts by their id.
 */
export interface MaskedTexts {
  readonly proposals: string;
  readonly items: string;
}
/** The same, with the marks that show whether the texts have changed since. */
export interface PreparedTexts extends MaskedTexts {
  readonly marks: ReadonlySet<string>;
}

/**
 * Returns the texts that suppliers wrote in these proposals, with everything hidden that would
 * identify them, and `…` for those beyond a proposal's share of the record. The record stores these
 * and never the originals: a supplier's name can be erased later, a stored record cannot be changed.
 * The reason of a rejection was written by the producer, so only contacts are masked in it.
 */
export async function readMaskedTexts(db: Db, ids: readonly number[]): Promise<PreparedTexts> {
  const rows = (await db.rows(readTexts, { ids })).map((row) =>
    withinShare(row, MOST_TEXT / ids.length),
  );
  const proposals: unknown[] = [];
  const items: [number, unknown][] = [];
  for (const row of rows) {
    const mask = await maskOfSupplier(
      row,
      [...draftTextsOf(row)].map(([, text]) => text),
    );
    const short = (text: string | null): string | null => shortened(withoutCut(text, mask(text)));
    proposals.push({
      id: row.id,
      notes: mask(row.notes),
      payment_terms: mask(row.payment_terms),
      rejection_reason: await maskOfProducer(row.rejection_reason),
    });
    items.push(
      ...row.items.map((item): [number, unknown] => [
        item.id,
        byItemText((name) => short(item[name])),
      ]),
    );
  }
  return {
    proposals: JSON.stringify(proposals),
    items: JSON.stringify(Object.fromEntries(items)),
    marks: new Set(rows.map(({ mark }) => mark)),
  };
}

/**
 * Returns the texts prepared before the transaction if none of them has changed since; otherwise
 * reads them again.
 */
export async function currentTexts(
  db: Db,
  ids: readonly number[],
  prepared: PreparedTexts,
): Promise<MaskedTexts> {
  const marks = await db.rows(readMarks, { ids });
  const isCurrent =
    marks.length === prepared.marks.size && marks.every(({ mark }) => prepared.marks.has(mark));
  return isCurrent ? prepared : readMaskedTexts(db, ids);
}

const CUT = '…';

/** Replaces the texts on items that are beyond a proposal's share, in characters. */
function withinShare<
  R extends { readonly notes: string | null; readonly items: readonly StoredTexts[] },
>(row: R, share: number): R {
  let left = share - (row.notes?.length ?? 0);
  const kept = (text: string | null): string | null => {
    if (text === null) return null;
    left -= text.length;
    return left < 0 ? CUT : text;
  };
  const items = row.items.map((item) => ({
    ...item,
    ...byItemText((name) => kept(item[name])),
  }));
  return { ...row, items };
}

const shortened = (text: string | null): string | null =>
  text === null || text.length <= PRINTED ? text : `${text.slice(0, PRINTED - 1).toWellFormed()}…`;

/**
 * Returns the masked text without the end that the cut may have split: half a name or phone number
 * is not recognised, and long contacts before it, once masked, would move it forward into the
 * printed part.
 */
function withoutCut(text: string | null, masked: string | null): string | null {
  if (text === null || masked === null || text.length < READ) return masked;
  let kept = 0;
  while (
    kept < READ - PRINTED &&
    kept < masked.length &&
    text.at(-1 - kept) === masked.at(-1 - kept)
  )
    kept += 1;
  return `${masked.slice(0, masked.length - kept).toWellFormed()}…`;
}
