import { freightRules, freightRuleShortLabels } from '@lavra/domain/award/partial-terms';
import { documentTypes } from '@lavra/domain/document/document';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import { displayStatus } from '@lavra/domain/proposal/proposal-rules';
import { proposalStatuses, proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import {
  amountCell,
  dateCell,
  documentCell,
  freightCell,
  instantCell,
  integerCell,
  textCell,
  yesNoCell,
} from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';
import { landedTotalSql, offeredSql } from '../orders/orders-feature.ts';

const documentType = orNull(col.oneOf(documentTypes));

/** Excludes drafts, which have no submission time. */
const submittedIn = 'p.submitted_at >= :from::timestamptz AND p.submitted_at < :until::timestamptz';

// Only submitted proposals: a draft has never been submitted.
const proposals = statement({
  name: 'report-proposals',
  params: params<ReportParams>(),
  columns: {
    id: col.int,
    status: col.oneOf(proposalStatuses),
    order_id: col.int,
    order_number: col.text,
    order_description: col.text,
    order_status: col.oneOf(orderStatuses),
    supplier_id: col.int,
    supplier: col.text,
    supplier_document_type: documentType,
    supplier_document: orNull(col.text),
    supplier_email: col.text,
    supplier_city: orNull(col.text),
    supplier_state: orNull(col.text),
    producer_id: col.int,
    producer: col.text,
    producer_document_type: documentType,
    producer_document: orNull(col.text),
    city: orNull(col.text),
    state: orNull(col.text),
    order_items: col.int,
    answered_items: col.int,
    priced_items: col.int,
    total_amount: col.numeric,
    freight_amount: orNull(col.numeric),
    freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
    landed_total: orNull(col.numeric),
    allows_partial: col.boolean,
    partial_minimum: orNull(col.numeric),
    freight_rule: col.oneOf(freightRules),
    delivery_days: orNull(col.int),
    validity_date: orNull(col.date),
    payment_terms: orNull(col.text),
    supplier_reference: orNull(col.text),
    submitted_at: col.timestamp,
    accepted_at: orNull(col.timestamp),
    rejected_at: orNull(col.timestamp),
    rejection_reason: orNull(col.text),
    cancelled_at: orNull(col.timestamp),
    cancellation_reason: orNull(col.text),
    notes: orNull(col.text),
  },
  text: `
    SELECT p.id, p.status, o.id AS order_id, o.number AS order_number,
      o.description AS order_description, o.status AS order_status,
      p.supplier_id, su.name AS supplier, su.document_type AS supplier_document_type,
      su.document_number AS supplier_document, su.email AS supplier_email,
      sc.name AS supplier_city, sc.uf AS supplier_state,
      o.producer_id, pu.name AS producer, pu.document_type AS producer_document_type,
      pu.document_number AS producer_document, c.name AS city, c.uf AS state,
      o.items_count AS order_items, offered.answered_items, offered.priced_items,
      p.total_amount, p.freight_amount, p.freight_kind,
      ${landedTotalSql('p')} AS landed_total, p.allows_partial, p.partial_minimum, p.freight_rule, p.delivery_days,
      p.validity_date, p.payment_terms, p.supplier_reference,
      p.submitted_at, p.accepted_at, p.rejected_at, p.rejection_reason, p.cancelled_at, p.cancellation_reason, p.notes
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    JOIN suppliers s ON s.id = p.supplier_id
    JOIN users su ON su.id = s.user_id
    LEFT JOIN addresses sa ON sa.user_id = su.id AND sa.position = 0
    LEFT JOIN cities sc ON sc.id = sa.city_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pu ON pu.id = pr.user_id
    LEFT JOIN cities c ON c.id = o.delivery_city_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS answered_items,
        count(*) FILTER (WHERE ${offeredSql('pi')})::int AS priced_items
      FROM proposal_items pi WHERE pi.proposal_id = p.id
    ) offered
    WHERE ${submittedIn}
    ORDER BY p.submitted_at, p.id`,
});

/** All proposals ever submitted, by submission time. */
export const proposalReport = defineReport('propostas', proposals, [
  ['Código', (row) => integerCell(row.id)],
  ['Status', (row) => proposalStatusLabels[row.status]],
  [
    'Situação',
    (row, today) =>
      proposalStatusLabels[
        displayStatus({
          status: row.status,
          orderStatus: row.order_status,
          validityDate: row.validity_date,
          today,
        })
      ],
  ],
  ['Código da cotação', (row) => integerCell(row.order_id)],
  ['Cotação', (row) => textCell(row.order_number)],
  ['Descrição da cotação', (row) => textCell(row.order_description)],
  ['Status da cotação', (row) => orderStatusLabels[row.order_status]],
  ['Código do fornecedor', (row) => integerCell(row.supplier_id)],
  ['Fornecedor', (row) => textCell(row.supplier)],
  [
    'CPF/CNPJ do fornecedor',
    (row) => documentCell(row.supplier_document_type, row.supplier_document),
  ],
  ['E-mail do fornecedor', (row) => textCell(row.supplier_email)],
  ['Município do fornecedor', (row) => textCell(row.supplier_city)],
  ['UF do fornecedor', (row) => textCell(row.supplier_state)],
  ['Código do produtor', (row) => integerCell(row.producer_id)],
  ['Produtor', (row) => textCell(row.producer)],
  [
    'CPF/CNPJ do produtor',
    (row) => documentCell(row.producer_document_type, row.producer_document),
  ],
  ['Município de entrega', (row) => textCell(row.city)],
  ['UF de entrega', (row) => textCell(row.state)],
  ['Itens da cotação', (row) => integerCell(row.order_items)],
  ['Itens respondidos', (row) => integerCell(row.answered_items)],
  ['Itens com preço', (row) => integerCell(row.priced_items)],
  ['Total (R$)', (row) => amountCell(row.total_amount)],
  ['Frete', freightCell],
  ['Frete (R$)', (row) => amountCell(row.freight_amount)],
  ['Total com frete (R$)', (row) => amountCell(row.landed_total)],
  ['Vende em parte', (row) => yesNoCell(row.allows_partial)],
  ['Mínimo da venda em parte (R$)', (row) => amountCell(row.partial_minimum)],
  [
    'Frete em compra parcial',
    (row) => (row.allows_partial ? freightRuleShortLabels[row.freight_rule] : ''),
  ],
  ['Prazo de entrega (dias)', (row) => integerCell(row.delivery_days)],
  ['Validade', (row) => dateCell(row.validity_date)],
  ['Condições de pagamento', (row) => textCell(row.payment_terms)],
  ['Referência do fornecedor', (row) => textCell(row.supplier_reference)],
  ['Enviada em', (row) => instantCell(row.submitted_at)],
  ['Aceita em', (row) => instantCell(row.accepted_at)],
  ['Recusada em', (row) => instantCell(row.rejected_at)],
  ['Motivo da recusa', (row) => textCell(row.rejection_reason)],
  ['Cancelada em', (row) => instantCell(row.cancelled_at)],
  ['Motivo do cancelamento', (row) => textCell(row.cancellation_reason)],
  ['Observações', (row) => textCell(row.notes)],
]);
