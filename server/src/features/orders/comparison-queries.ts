import { freightRules } from '@lavra/domain/award/partial-terms';
import { parseDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, QUANTITY_SCALE, UNIT_PRICE_SCALE } from '@lavra/domain/money/proposal-total';
import type { ComparedItem } from '@lavra/domain/proposal/comparison';
import type { Composition } from '@lavra/domain/proposal/equivalence';
import { byItemText, type ItemTexts } from '@lavra/domain/proposal/free-texts';
import { freightKindsWithoutAmount, freightOf, type Freight } from '@lavra/domain/proposal/freight';
import { justificationTypes, type JustificationType } from '@lavra/domain/proposal/justification';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../platform/db/database.ts';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { itemNameSql } from '../catalogue/catalogue-feature.ts';
import { identityColumns, identityJoins, identitySql } from '../identities/identities-feature.ts';
import { availableSql } from './available-sql.ts';

const proposals = statement({
  name: 'comparison-proposals',
  params: params<{ order_id: number; uuids: string[] }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    status: col.oneOf(proposalStatuses),
    total_amount: col.numeric,
    freight_amount: orNull(col.numeric),
    freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
    allows_partial: col.boolean,
    partial_minimum: orNull(col.numeric),
    freight_rule: col.oneOf(freightRules),
    delivery_days: orNull(col.int),
    payment_terms: orNull(col.text),
    validity_date: orNull(col.date),
    submitted_at: orNull(col.timestamp),
    notes: orNull(col.text),
    is_available: col.boolean,
    mark: col.int,
    supplier_id: col.int,
    ...identityColumns,
  },
  text: `
    SELECT p.id, p.uuid, p.status, p.total_amount, p.freight_amount, p.freight_kind,
      p.allows_partial, p.partial_minimum, p.freight_rule,
      p.delivery_days, p.payment_terms, p.validity_date, p.submitted_at, p.notes,
      ${availableSql('su_user')} AS is_available, pm.mark, p.supplier_id, ${identitySql}
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    JOIN proposal_marks pm ON pm.proposal_id = p.id
    ${identityJoins('p.supplier_id')}
    WHERE p.order_id = :order_id AND p.status <> 'draft' AND p.uuid = ANY(:uuids::uuid[])`,
});

/** Columns of proposal item `i`, which offers product `p` for order item `oi`. */
const cellColumns = {
  proposal_id: col.int,
  order_item_id: col.int,
  product_id: col.int,
  unit_price: orNull(col.numeric),
  quantity: col.numeric,
  total_price: col.numeric,
  offers_similar: col.boolean,
  ...byItemText(() => orNull(col.text)),
  justification_type: orNull(col.oneOf(justificationTypes)),
  product_name: from(itemNameSql('p', 'oi'), col.text),
  active_ingredient: from('p.active_ingredient', orNull(col.text)),
  concentration: from('p.concentration', orNull(col.text)),
};

const items = statement({
  name: 'comparison-items',
  params: params<{ proposal_ids: number[] }>(),
  columns: cellColumns,
  text: `
    SELECT ${selectSql(cellColumns, 'i')}
    FROM proposal_items i
    JOIN products p ON p.id = i.product_id
    JOIN order_items oi ON oi.id = i.order_item_id
    WHERE i.proposal_id = ANY(:proposal_ids::bigint[])`,
});

/**
 * A proposal's offer for an item: exact units for calculations, and the other values that a cell
 * shows.
 */
export interface OfferedCell extends ComparedItem {
  readonly productId: number;
  readonly product: Composition & { readonly name: string };
  readonly offersSimilar: boolean;
  readonly texts: ItemTexts;
  readonly justificationType: JustificationType | null;
}

/**
 * A proposal in a comparison; the fields that identify its supplier are included for masking its
 * text.
 */
export interface ComparedOffer {
  readonly row: Awaited<ReturnType<typeof listProposals>>[number];
  readonly totalAmount: bigint;
  readonly freight: Freight;
  readonly isAvailable: boolean;
  readonly items: readonly OfferedCell[];
}

const listCells = (db: Db, proposalIds: number[]) => db.rows(items, { proposal_ids: proposalIds });
const listProposals = (db: Db, orderId: number, uuids: readonly string[]) =>
  db.rows(proposals, { order_id: orderId, uuids: [...uuids] });

/**
 * Returns the submitted proposals of the order among the given ones, with their items; excludes
 * drafts and proposals for other orders.
 */
export async function listComparedOffers(
  db: Db,
  orderId: number,
  uuids: readonly string[],
): Promise<ComparedOffer[]> {
  const rows = await listProposals(db, orderId, uuids);
  const cells = await listCells(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    row,
    totalAmount: unitsOf(row.total_amount, AMOUNT_SCALE),
    freight: freightOf(row.freight_kind, unitsOrNull(row.freight_amount, AMOUNT_SCALE)),
    isAvailable: row.is_available,
    items: cells.filter((cell) => cell.proposal_id === row.id).map(cellOf),
  }));
}

function cellOf(row: RowOf<typeof cellColumns>): OfferedCell {
  return {
    orderItemId: row.order_item_id,
    unitPrice: unitsOrNull(row.unit_price, UNIT_PRICE_SCALE),
    quantity: unitsOf(row.quantity, QUANTITY_SCALE),
    totalPrice: unitsOf(row.total_price, AMOUNT_SCALE),
    productId: row.product_id,
    product: {
      name: row.product_name,
      active_ingredient: row.active_ingredient,
      concentration: row.concentration,
    },
    offersSimilar: row.offers_similar,
    texts: byItemText((name) => row[name]),
    justificationType: row.justification_type,
  };
}

/**
 * Converts a stored decimal to units of 10^-scale. Throws when it is out of bounds, which the check
 * on input should have prevented.
 */
export function unitsOf(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok) throw new Error(`stored decimal ${text} is ${parsed.reason}`);
  return parsed.units;
}

const unitsOrNull = (text: string | null, scale: number): bigint | null =>
  text === null ? null : unitsOf(text, scale);
