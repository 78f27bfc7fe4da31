import { documentTypes } from '@lavra/domain/document/document';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import {
  purchaseKindLabels,
  purchaseKinds,
  purchaseStateLabels,
  purchaseStates,
} from '@lavra/domain/purchase/purchase-state';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { boughtItemsSql } from '../awards/awards-feature.ts';
import {
  amountCell,
  documentCell,
  freightCell,
  instantCell,
  integerCell,
  textCell,
} from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';

const documentType = orNull(col.oneOf(documentTypes));

const awardedIn = 's.awarded_at >= :from::timestamptz AND s.awarded_at < :until::timestamptz';

const purchases = statement({
  name: 'report-purchases',
  params: params<ReportParams>(),
  columns: {
    number: col.text,
    state: col.oneOf(purchaseStates),
    kind: col.oneOf(purchaseKinds),
    round: col.int,
    order_id: col.int,
    order_number: col.text,
    order_description: col.text,
    order_status: col.oneOf(orderStatuses),
    proposal_id: col.int,
    producer_id: col.int,
    producer: col.text,
    producer_document_type: documentType,
    producer_document: orNull(col.text),
    city: orNull(col.text),
    state_name: orNull(col.text),
    supplier_id: col.int,
    supplier: col.text,
    supplier_document_type: documentType,
    supplier_document: orNull(col.text),
    supplier_email: col.text,
    order_items: col.int,
    items_bought: col.int,
    items_amount: col.numeric,
    freight_amount: orNull(col.numeric),
    freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
    landed_total: orNull(col.numeric),
    awarded_at: col.timestamp,
    settled_at: orNull(col.timestamp),
  },
  text: `
    SELECT s.number, s.state, s.kind, s.round, o.id AS order_id, o.number AS order_number,
      o.description AS order_description, o.status AS order_status, s.proposal_id,
      o.producer_id, pu.name AS producer, pu.document_type AS producer_document_type,
      pu.document_number AS producer_document, c.name AS city, c.uf AS state_name,
      s.supplier_id, su.name AS supplier, su.document_type AS supplier_document_type,
      su.document_number AS supplier_document, su.email AS supplier_email,
      o.items_count AS order_items, ${boughtItemsSql} AS items_bought, s.items_amount, s.freight_amount, p.freight_kind,
      CASE WHEN s.freight_amount IS NOT NULL THEN s.items_amount + s.freight_amount
        WHEN p.freight_kind = 'included' THEN s.items_amount END AS landed_total,
      s.awarded_at, s.settled_at
    FROM purchases s
    JOIN proposals p ON p.id = s.proposal_id
    JOIN orders o ON o.id = s.order_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pu ON pu.id = pr.user_id
    JOIN suppliers sp ON sp.id = s.supplier_id
    JOIN users su ON su.id = sp.user_id
    LEFT JOIN cities c ON c.id = o.delivery_city_id
    WHERE ${awardedIn}
    ORDER BY s.awarded_at, s.id`,
});

/** All purchases, by award; the released and cancelled ones too, with that state. */
export const purchaseReport = defineReport('compras', purchases, [
  ['Número', (row) => textCell(row.number)],
  ['Situação', (row) => purchaseStateLabels[row.state]],
  ['Tipo', (row) => purchaseKindLabels[row.kind]],
  ['Rodada', (row) => integerCell(row.round)],
  ['Código da cotação', (row) => integerCell(row.order_id)],
  ['Cotação', (row) => textCell(row.order_number)],
  ['Descrição da cotação', (row) => textCell(row.order_description)],
  ['Status da cotação', (row) => orderStatusLabels[row.order_status]],
  ['Código da proposta', (row) => integerCell(row.proposal_id)],
  ['Código do produtor', (row) => integerCell(row.producer_id)],
  ['Produtor', (row) => textCell(row.producer)],
  [
    'CPF/CNPJ do produtor',
    (row) => documentCell(row.producer_document_type, row.producer_document),
  ],
  ['Município de entrega', (row) => textCell(row.city)],
  ['UF de entrega', (row) => textCell(row.state_name)],
  ['Código do fornecedor', (row) => integerCell(row.supplier_id)],
  ['Fornecedor', (row) => textCell(row.supplier)],
  [
    'CPF/CNPJ do fornecedor',
    (row) => documentCell(row.supplier_document_type, row.supplier_document),
  ],
  ['E-mail do fornecedor', (row) => textCell(row.supplier_email)],
  ['Itens da cotação', (row) => integerCell(row.order_items)],
  ['Itens comprados', (row) => integerCell(row.items_bought)],
  ['Total dos itens (R$)', (row) => amountCell(row.items_amount)],
  ['Frete', freightCell],
  ['Frete (R$)', (row) => amountCell(row.freight_amount)],
  ['Total com frete (R$)', (row) => amountCell(row.landed_total)],
  ['Comprada em', (row) => instantCell(row.awarded_at)],
  ['Concluída em', (row) => instantCell(row.settled_at)],
]);
