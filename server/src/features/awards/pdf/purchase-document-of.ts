import { documentTypeOf, formatDocument } from '@lavra/domain/document/document';
import { formatPhone } from '@lavra/domain/phone';
import { freightKindsWithoutAmount, freightOf } from '@lavra/domain/proposal/freight';
import { markedProposal, markOf } from '@lavra/domain/proposal/mark';
import {
  isStanding,
  purchaseStateLabels,
  purchaseStates,
} from '@lavra/domain/purchase/purchase-state';
import type { Db } from '../../../platform/db/database.ts';
import { from, jsonRowsSql, selectSql } from '../../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../../platform/db/statement.ts';
import { wireTime } from '../../../platform/text/wire.ts';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';
import { itemNameSql } from '../../catalogue/catalogue-feature.ts';
import {
  identityColumns,
  identityJoins,
  maskOfSupplier,
  maskWords,
} from '../../identities/identities-feature.ts';
import {
  producerContactSql,
  producerJoins,
  type ProducerContactRow,
} from '../../orders/orders-feature.ts';
import type { Party, PurchaseDocument, PurchaseDocumentItem } from './purchase-document.ts';

const itemColumns = {
  unit_price: col.numeric,
  quantity: col.numeric,
  total_price: col.numeric,
  unit: from('oi.unit', col.text),
  requested_notes: from('oi.notes', orNull(col.text)),
  requested: from(itemNameSql('op', 'oi'), col.text),
  product: from(itemNameSql('pp', 'oi'), col.text),
  brand: from('pp.brand', orNull(col.text)),
  active_ingredient: from('pp.active_ingredient', orNull(col.text)),
  concentration: from('pp.concentration', orNull(col.text)),
  is_similar: from('pi.offers_similar OR pi.product_id <> oi.product_id', col.boolean),
  similar_name: from('pi.similar_product_name', orNull(col.text)),
  is_pesticide: from('t.is_pesticide', col.boolean),
};
type PrintedItem = RowOf<typeof itemColumns>;

const itemsSql = jsonRowsSql(
  itemColumns,
  `FROM purchase_items i
    JOIN proposal_items pi ON pi.proposal_id = i.proposal_id AND pi.order_item_id = i.order_item_id
    JOIN order_items oi ON oi.id = i.order_item_id
    JOIN products op ON op.id = oi.product_id
    JOIN products pp ON pp.id = pi.product_id
    JOIN product_subtypes st ON st.id = pp.product_subtype_id
    JOIN product_types t ON t.id = st.product_type_id
    WHERE i.purchase_id = s.id AND i.released_at IS NULL
    ORDER BY oi.position`,
  'i',
);

const columns = {
  ...identityColumns,
  number: col.text,
  state: col.oneOf(purchaseStates),
  awarded_at: col.timestamp,
  items_amount: col.numeric,
  freight_amount: orNull(col.numeric),
  landed_total: from('(s.items_amount + coalesce(s.freight_amount, 0))', col.numeric),
  mark: from('pm.mark', col.int),
  freight_kind: from('p.freight_kind', orNull(col.oneOf(freightKindsWithoutAmount))),
  payment_terms: from('p.payment_terms', orNull(col.text)),
  delivery_days: from('p.delivery_days', orNull(col.int)),
  supplier_reference: from('p.supplier_reference', orNull(col.text)),
  order_number: from('o.number', col.text),
  description: from('o.description', col.text),
  delivery_date: from('o.delivery_date', orNull(col.date)),
  delivery_address: from(
    `nullif(concat_ws(', ', o.delivery_address ->> 'street', o.delivery_address ->> 'number',
      o.delivery_address ->> 'complement', o.delivery_address ->> 'district',
      place.name || '/' || place.uf, 'CEP ' || (o.delivery_address ->> 'postal_code')), '')`,
    orNull(col.text),
  ),
  contact: from(producerContactSql, orNull(col.json<ProducerContactRow>())),
  producer_document: from('pr_user.document_number', orNull(col.text)),
  supplier_address: from(
    `nullif(concat_ws(', ', su_address.street, su_address.number, su_address.district,
      su_city.name || '/' || su_city.uf), '')`,
    orNull(col.text),
  ),
  items: from(itemsSql, col.json<PrintedItem[]>()),
};
type PrintedPurchase = RowOf<typeof columns>;

const printed = statement({
  name: 'purchase-printed',
  params: params<{ id: number }>(),
  columns,
  text: `
    SELECT ${selectSql(columns, 's')}
    FROM purchases s
    JOIN proposals p ON p.id = s.proposal_id
    JOIN orders o ON o.id = s.order_id
    JOIN proposal_marks pm ON pm.proposal_id = s.proposal_id
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    ${identityJoins('s.supplier_id')}
    ${producerJoins}
    WHERE s.id = :id`,
});

/** Whose copy a purchase order is. */
export type PurchaseFace = 'producer' | 'supplier';

/**
 * Returns the content of a purchase order: the supplier's copy has the contact and the document of
 * the producer, which the invoice needs, while the purchase stands; the producer's has nothing about
 * the supplier, and the supplier's words masked.
 */
export async function getPurchaseDocument(
  db: Db,
  id: number,
  { face, now, zone }: { readonly face: PurchaseFace; readonly now: Date; readonly zone: string },
): Promise<PurchaseDocument> {
  const found = await db.row(printed, { id });
  if (found === undefined) throw new Error(`purchase ${id} vanished`);
  const row = isClosed(found, face) ? await withoutContacts(found) : found;
  const mask =
    face === 'supplier'
      ? (text: string | null): string | null => text
      : await maskOfSupplier(row, [
          row.payment_terms,
          ...row.items.map(({ similar_name }) => similar_name),
        ]);
  return {
    generated_at: now,
    time_zone: zone,
    zone_label: zoneLabel(zone),
    number: row.number,
    state_label: purchaseStateLabels[row.state],
    awarded_at: wireTime(row.awarded_at),
    order: {
      number: row.order_number,
      description: row.description,
      delivery_date: row.delivery_date,
      delivery_address: isClosed(row, face) ? null : row.delivery_address,
    },
    ...sidesOf(row, face),
    payment_terms: mask(row.payment_terms),
    delivery_days: row.delivery_days,
    items: row.items.map((item, index) => itemOf(item, index + 1, mask(item.similar_name))),
    items_amount: row.items_amount,
    freight_amount: row.freight_amount,
    freight_kind: row.freight_kind,
    landed_total: landedOf(row),
    has_pesticide: row.items.some(({ is_pesticide }) => is_pesticide),
  };
}

/** Masks the contacts in the producer's words; an item outside the catalogue is named by them. */
async function withoutContacts(found: PrintedPurchase): Promise<PrintedPurchase> {
  const [row = found] = await maskWords([found], ['description']);
  return {
    ...row,
    items: await maskWords(row.items, ['requested_notes', 'requested', 'product']),
  };
}

/** A supplier whose purchase was released or revoked reads no more where the producer is. */
const isClosed = ({ state }: PrintedPurchase, face: PurchaseFace): boolean =>
  face === 'supplier' && !isStanding(state);

/** Returns who and what a copy names. */
function sidesOf(
  row: PrintedPurchase,
  face: PurchaseFace,
): Pick<PurchaseDocument, 'proposal_name' | 'producer' | 'supplier' | 'supplier_reference'> {
  const { contact, producer_document } = row;
  const named = contact && {
    ...contact,
    document: documentOf(producer_document),
    phone: phoneOf(contact.phone),
  };
  if (face === 'producer')
    return {
      proposal_name: markedProposal(markOf(row.mark)),
      producer: named,
      supplier: null,
      supplier_reference: null,
    };
  return {
    proposal_name: null,
    producer: isClosed(row, face) ? null : named,
    supplier: supplierOf(row),
    supplier_reference: row.supplier_reference,
  };
}

const supplierOf = (row: PrintedPurchase): Party => ({
  name: row.supplier_name,
  document: documentOf(row.supplier_document),
  phone: phoneOf(row.supplier_mobile ?? row.supplier_phone),
  email: row.supplier_email,
  address: row.supplier_address,
});

function landedOf({ freight_amount, freight_kind, landed_total }: PrintedPurchase): string | null {
  const isKnown = freight_amount !== null || freightOf(freight_kind, null).kind === 'included';
  return isKnown ? landed_total : null;
}

function itemOf(
  printed: PrintedItem,
  position: number,
  similarName: string | null,
): PurchaseDocumentItem {
  const {
    requested,
    product,
    is_similar,
    similar_name: _name,
    is_pesticide: _is,
    ...item
  } = printed;
  return {
    ...item,
    position,
    product: is_similar ? (similarName ?? product) : product,
    instead_of: is_similar ? requested : null,
  };
}

const phoneOf = (phone: string | null): string | null =>
  phone === null ? null : formatPhone(phone);

function documentOf(document: string | null): string | null {
  const type = document === null ? null : documentTypeOf(document);
  return document === null || type === null ? document : formatDocument(type, document);
}
