import { maskContacts } from '@lavra/domain/text/contacts';
import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import { identityNames } from '@lavra/domain/supplier/identity-names';
import { supplierColumns, supplierJoins, supplierSql } from '../proposal-view.ts';

interface ItemTexts { id: number; justification: string | null; similar_product_name: string | null; similar_product_description: string | null; notes: string | null }

/** A stored text is read no further: what is printed is shorter, and a name across the cut is still met whole. */
const READ = 800;
const PRINTED = 500;
const head = (column: string): string => `left(${column}, ${READ})`;

const readTexts = statement({
  name: 'decision-texts', params: params<{ order_id: number }>(),
  columns: { ...supplierColumns, id: col.int, notes: orNull(col.text), payment_terms: orNull(col.text), rejection_reason: orNull(col.text), items: col.json<ItemTexts[]>() },
  text: `
    SELECT p.id, p.notes, p.payment_terms, p.rejection_reason, ${supplierSql},
      (SELECT coalesce(json_agg(json_build_object('id', pi.id, 'justification', ${head('pi.justification')}, 'similar_product_name', pi.similar_product_name,
          'similar_product_description', ${head('pi.similar_product_description')}, 'notes', ${head('pi.notes')})), '[]')
       FROM proposal_items pi
       WHERE pi.proposal_id = p.id
         AND num_nonnulls(pi.justification, pi.similar_product_name, pi.similar_product_description, pi.notes) > 0) AS items
    FROM proposals p
    ${supplierJoins}
    WHERE p.order_id = :order_id AND p.status <> 'draft'`,
});

/** JSON for the record's statement: a list of the proposals' texts, and the items' texts by their id. */
export interface MaskedTexts { readonly proposals: string; readonly items: string }

/**
 * What suppliers wrote in their proposals for an order, with everything hidden that would tell who they are. The record
 * keeps these and never the originals: a supplier's name can be erased later, a frozen record cannot.
 */
export async function readMaskedTexts(db: Db, orderId: number): Promise<MaskedTexts> {
  const rows = await db.rows(readTexts, { order_id: orderId });
  const masked = rows.map((row) => {
    const names = identityNames(row);
    const known = new Map<string, string>(); // the same sentence often stands in every item
    const mask = (text: string | null): string | null => {
      if (text === null) return null;
      const found = known.get(text) ?? maskContacts(text, names);
      known.set(text, found);
      return found;
    };
    const short = (text: string | null): string | null => shortened(mask(text));
    return {
      proposal: { id: row.id, notes: mask(row.notes), payment_terms: mask(row.payment_terms), rejection_reason: mask(row.rejection_reason) },
      items: row.items.map((item) => [item.id, {
        justification: short(item.justification), similar_product_name: short(item.similar_product_name),
        similar_product_description: short(item.similar_product_description), notes: short(item.notes),
      }] as const),
    };
  });
  return { proposals: JSON.stringify(masked.map(({ proposal }) => proposal)), items: JSON.stringify(Object.fromEntries(masked.flatMap(({ items }) => items))) };
}

const shortened = (text: string | null): string | null => (text === null || text.length <= PRINTED ? text : `${text.slice(0, PRINTED - 1).toWellFormed()}…`);
