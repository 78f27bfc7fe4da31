import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import { maskOfProducer, maskOfSupplier } from '../../identities/identities-feature.ts';
import { supplierColumns, supplierJoins, supplierSql } from '../proposal-view.ts';

interface ItemTexts {
  id: number;
  justification: string | null;
  similar_product_name: string | null;
  similar_product_description: string | null;
  notes: string | null;
}

/** A stored text is read no further. What was read last may be part of a name, and is not kept: see `withoutCut`. */
const READ = 1_000;
const PRINTED = 500;
const head = (column: string): string => `left(${column}, ${READ})`;

/** Whether a proposal's words, or who sent them, have changed since they were read. */
const markSql = `concat_ws(':', p.id, CASE WHEN p.id = :chosen_id::bigint THEN 0 ELSE p.version END, su_user.version)`;

const readTexts = statement({
  name: 'decision-texts',
  params: params<{ order_id: number; chosen_id: number }>(),
  columns: {
    ...supplierColumns,
    id: col.int,
    mark: col.text,
    notes: orNull(col.text),
    payment_terms: orNull(col.text),
    rejection_reason: orNull(col.text),
    items: col.json<ItemTexts[]>(),
  },
  text: `
    SELECT p.id, ${markSql} AS mark, p.notes, p.payment_terms, p.rejection_reason, ${supplierSql},
      (SELECT coalesce(json_agg(json_build_object('id', pi.id, 'justification', ${head('pi.justification')}, 'similar_product_name', pi.similar_product_name,
          'similar_product_description', ${head('pi.similar_product_description')}, 'notes', ${head('pi.notes')})), '[]')
       FROM proposal_items pi
       WHERE pi.proposal_id = p.id
         AND num_nonnulls(pi.justification, pi.similar_product_name, pi.similar_product_description, pi.notes) > 0) AS items
    FROM proposals p
    ${supplierJoins}
    WHERE p.order_id = :order_id AND p.status <> 'draft'`,
});

const readMarks = statement({
  name: 'decision-text-marks',
  params: params<{ order_id: number; chosen_id: number }>(),
  columns: { mark: col.text },
  text: `SELECT ${markSql} AS mark FROM proposals p ${supplierJoins} WHERE p.order_id = :order_id AND p.status <> 'draft'`,
});

/** JSON for the record's statement: a list of the proposals' texts, and the items' texts by their id. */
export interface MaskedTexts {
  readonly proposals: string;
  readonly items: string;
}
/** The same, and by what it is known whether they are still what they were. */
export interface PreparedTexts extends MaskedTexts {
  readonly marks: ReadonlySet<string>;
}

/** What is prepared of a proposal that cannot be chosen; whatever is there counts as new. */
export const nothingRead: PreparedTexts = { proposals: '[]', items: '{}', marks: new Set() };

type Scope = { readonly orderId: number; readonly chosenId: number };

/**
 * What suppliers wrote in their proposals for an order, with everything hidden that would tell who they are. The record
 * keeps these and never the originals: a supplier's name can be erased later, a frozen record cannot. Why a proposal was
 * rejected is in the producer's words, and loses contacts alone.
 */
export async function readMaskedTexts(
  db: Db,
  { orderId, chosenId }: Scope,
): Promise<PreparedTexts> {
  const rows = await db.rows(readTexts, { order_id: orderId, chosen_id: chosenId });
  const proposals: unknown[] = [];
  const items: [number, unknown][] = [];
  for (const row of rows) {
    const mask = await maskOfSupplier(row, textsOf(row));
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
        {
          justification: short(item.justification),
          similar_product_name: short(item.similar_product_name),
          similar_product_description: short(item.similar_product_description),
          notes: short(item.notes),
        },
      ]),
    );
  }
  return {
    proposals: JSON.stringify(proposals),
    items: JSON.stringify(Object.fromEntries(items)),
    marks: new Set(rows.map(({ mark }) => mark)),
  };
}

/** The texts that were prepared before anything was locked, where none of them has changed since; else they are read anew. */
export async function currentTexts(
  db: Db,
  scope: Scope,
  prepared: PreparedTexts,
): Promise<MaskedTexts> {
  const marks = await db.rows(readMarks, { order_id: scope.orderId, chosen_id: scope.chosenId });
  const isCurrent =
    marks.length === prepared.marks.size && marks.every(({ mark }) => prepared.marks.has(mark));
  return isCurrent ? prepared : readMaskedTexts(db, scope);
}

function* textsOf({
  notes,
  payment_terms,
  items,
}: {
  notes: string | null;
  payment_terms: string | null;
  items: readonly ItemTexts[];
}): Generator<string | null> {
  yield* [notes, payment_terms];
  for (const item of items)
    yield* [
      item.justification,
      item.similar_product_name,
      item.similar_product_description,
      item.notes,
    ];
}

const shortened = (text: string | null): string | null =>
  text === null || text.length <= PRINTED ? text : `${text.slice(0, PRINTED - 1).toWellFormed()}…`;

/**
 * The masked text without the ending that the cut may have gone through: half a name or phone is not met, and long contacts
 * before it, masked, would bring it forward to where it is printed.
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
