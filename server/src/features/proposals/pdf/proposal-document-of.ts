import { closureTypeLabels, closureTypes } from '@lavra/domain/order/closure-type';
import { documentTypeOf, formatDocument } from '@lavra/domain/document/document';
import { formatPhone } from '@lavra/domain/phone';
import { initialsOf } from '@lavra/domain/text/initials';
import { justificationLabels, wordsBeyondLabel } from '@lavra/domain/proposal/justification';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../../platform/db/database.ts';
import { from, jsonRowsSql, selectForJsonSql } from '../../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../../platform/db/statement.ts';
import { wireTime, wireTimeOrNull } from '../../../platform/text/wire.ts';
import {
  proposalColumns,
  proposalSql,
  supplierColumns,
  supplierJoins,
  supplierSql,
} from '../proposal-view.ts';
import { itemNameSql } from '../../catalogue/catalogue-feature.ts';
import { maskWords } from '../../identities/identities-feature.ts';
import {
  landedTotalSql,
  requestedItemColumns,
  requestedTexts,
  type RequestedItem,
} from '../../orders/orders-feature.ts';
import { similarOffer, writtenItemColumns } from '../proposal-item.ts';
import type { ProposalDocument, ProposalDocumentItem } from './proposal-document.ts';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';

/** Columns of item `pi` of offered product `pp`, for order item `oi` of product `op`. */
const printedItemColumns = {
  requested: from('requested', col.json<RequestedItem>()),
  ...writtenItemColumns,
  offered_product: from(itemNameSql('pp', 'oi'), col.text),
};
type PrintedItem = RowOf<typeof printedItemColumns>;

const printed = statement({
  name: 'proposal-printed',
  params: params<{ id: number }>(),
  columns: {
    ...proposalColumns,
    ...supplierColumns,
    supplier_street: orNull(col.text),
    landed_total: orNull(col.numeric),
    number: col.text,
    description: col.text,
    deadline_date: col.date,
    closure_type: col.oneOf(closureTypes),
    delivery_date: orNull(col.date),
    has_pesticide: col.boolean,
    delivery_city: orNull(col.text),
    delivery_state: orNull(col.text),
    producer_name: col.text,
    producer_city: orNull(col.text),
    producer_state: orNull(col.text),
    items: col.json<PrintedItem[]>(),
  },
  text: `
    SELECT ${proposalSql}, ${supplierSql},
      nullif(concat_ws(', ', su_address.street, su_address.number, su_address.district), '')
        AS supplier_street,
      ${landedTotalSql('p')} AS landed_total,
      o.number, o.description, o.deadline_date, o.closure_type, o.delivery_date, o.has_pesticide,
      place.name AS delivery_city, place.uf AS delivery_state,
      pr_user.name AS producer_name, pr_city.name AS producer_city, pr_city.uf AS producer_state,
      ${jsonRowsSql(
        printedItemColumns,
        `FROM proposal_items pi JOIN order_items oi ON oi.id = pi.order_item_id
          JOIN products op ON op.id = oi.product_id JOIN products pp ON pp.id = pi.product_id
          CROSS JOIN LATERAL (SELECT ${selectForJsonSql(requestedItemColumns)}) requested
          WHERE pi.proposal_id = p.id ORDER BY oi.position`,
        'pi',
      )} AS items
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    ${supplierJoins}
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    LEFT JOIN addresses pr_address ON pr_address.user_id = pr_user.id AND pr_address.position = 0
    LEFT JOIN cities pr_city ON pr_city.id = pr_address.city_id
    WHERE p.id = :id`,
});

/**
 * Returns the content of the supplier's printed copy; undefined when the proposal has just been
 * deleted.
 */
export async function findProposalDocument(
  db: Db,
  id: number,
  { now, zone }: { now: Date; zone: string },
): Promise<ProposalDocument | undefined> {
  const found = await db.row(printed, { id });
  if (found === undefined) return undefined;
  const [row = found] = await maskWords([found], ['description']);
  return {
    generated_at: now,
    time_zone: zone,
    zone_label: zoneLabel(zone),
    has_pesticide: row.has_pesticide,
    order: {
      number: row.number,
      description: row.description,
      deadline_date: row.deadline_date,
      closure_label: closureTypeLabels[row.closure_type],
      city: row.delivery_city,
      state: row.delivery_state,
      delivery_date: row.delivery_date,
    },
    producer: {
      initials: initialsOf(row.producer_name),
      city: row.producer_city,
      state: row.producer_state,
    },
    supplier: {
      name: row.supplier_name,
      document: masked(row.supplier_document),
      address: addressOf(row),
      email: row.supplier_email,
      phone: row.supplier_phone === null ? null : formatPhone(row.supplier_phone),
      website: row.supplier_website,
    },
    proposal: {
      uuid: row.uuid,
      status: row.status,
      status_label: proposalStatusLabels[row.status],
      created_at: wireTime(row.created_at),
      submitted_at: wireTimeOrNull(row.submitted_at),
      validity_date: row.validity_date,
      notes: row.notes,
      payment_terms: row.payment_terms,
      delivery_days: row.delivery_days,
      supplier_reference: row.supplier_reference,
      total_amount: row.total_amount,
      freight_amount: row.freight_amount,
      freight_kind: row.freight_kind,
      allows_partial: row.allows_partial,
      partial_minimum: row.partial_minimum,
      freight_rule: row.freight_rule,
      landed_total: row.landed_total,
    },
    items: await documentItems(row.items),
  };
}

function masked(document: string | null): string {
  const type = document === null ? null : documentTypeOf(document);
  return document === null || type === null ? (document ?? '') : formatDocument(type, document);
}

function addressOf(row: {
  supplier_street: string | null;
  supplier_city: string | null;
  supplier_state: string | null;
}): string | null {
  const parts = [
    row.supplier_street,
    row.supplier_city === null ? null : `${row.supplier_city}/${row.supplier_state ?? ''}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Returns the items, with the contacts in the producer's words masked. */
async function documentItems(items: readonly PrintedItem[]): Promise<ProposalDocumentItem[]> {
  const offered = await maskWords(items, ['offered_product']);
  const requested = await maskWords(
    items.map((item) => item.requested),
    requestedTexts,
  );
  return offered.map((item, n) => ({ ...itemOf(item), ...requested[n] }));
}

function itemOf(item: PrintedItem): ProposalDocumentItem {
  const { justification, justification_type } = item;
  const label = justification_type === null ? null : justificationLabels[justification_type];
  return {
    ...item.requested,
    offered_quantity: item.quantity,
    unit_price: item.unit_price,
    total_price: item.total_price,
    justification:
      justification === null && label === null
        ? null
        : { label: label ?? 'Não cotado', text: wordsBeyondLabel(label, justification) },
    similar: similarOffer(item, item.offered_product),
    notes: item.notes,
  };
}
