import { closureTypeLabels, closureTypes } from '@lavra/domain/order/closure-type';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { documentTypes } from '@lavra/domain/document/document';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import {
  amountCell,
  dateCell,
  documentCell,
  instantCell,
  integerCell,
  phoneCell,
  textCell,
  yesNoCell,
} from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';

const documentType = orNull(col.oneOf(documentTypes));

/** Without a period the report includes orders that were never published. */
export const publishedIn =
  ':whole::boolean OR (o.published_at >= :from::timestamptz AND o.published_at < :until::timestamptz)';

// Sorted by number, which is the order of creation.
const orders = statement({
  name: 'report-orders',
  params: params<ReportParams>(),
  columns: {
    id: col.int,
    number: col.text,
    description: col.text,
    status: col.oneOf(orderStatuses),
    suspended: col.boolean,
    closure_type: col.oneOf(closureTypes),
    producer_id: col.int,
    producer: col.text,
    producer_document_type: documentType,
    producer_document: orNull(col.text),
    producer_email: col.text,
    producer_phone: orNull(col.text),
    city: orNull(col.text),
    state: orNull(col.text),
    product_types: orNull(col.text),
    has_pesticide: col.boolean,
    items_count: col.int,
    proposals_count: col.int,
    declines_count: col.int,
    winner_id: orNull(col.int),
    supplier_id: orNull(col.int),
    supplier: orNull(col.text),
    supplier_document_type: documentType,
    supplier_document: orNull(col.text),
    total_amount: orNull(col.numeric),
    freight_amount: orNull(col.numeric),
    deadline_date: col.date,
    delivery_date: orNull(col.date),
    created_at: col.timestamp,
    published_at: orNull(col.timestamp),
    closed_at: orNull(col.timestamp),
    awarded_at: orNull(col.timestamp),
    finished_at: orNull(col.timestamp),
    ended_at: orNull(col.timestamp),
    reason: orNull(col.text),
    payment_terms: orNull(col.text),
    notes: orNull(col.text),
  },
  text: `
    SELECT o.id, o.number, o.description, o.status, o.suspended_at IS NOT NULL AS suspended, o.closure_type,
      o.producer_id, pu.name AS producer, pu.document_type AS producer_document_type,
      pu.document_number AS producer_document, pu.email AS producer_email,
      coalesce(pu.mobile, pu.phone) AS producer_phone, c.name AS city, c.uf AS state,
      (SELECT string_agg(t.name, ', ' ORDER BY t.name_key) FROM product_types t
        WHERE t.id = ANY (o.product_type_ids)) AS product_types, o.has_pesticide, o.items_count,
      (SELECT count(*)::int FROM proposals p WHERE p.order_id = o.id AND p.status <> 'draft') AS proposals_count,
      (SELECT count(*)::int FROM supplier_order_declines d WHERE d.order_id = o.id) AS declines_count,
      w.id AS winner_id, w.supplier_id, su.name AS supplier,
      su.document_type AS supplier_document_type, su.document_number AS supplier_document,
      w.total_amount, w.freight_amount, o.deadline_date, o.delivery_date, o.created_at,
      o.published_at, o.closed_at, o.awarded_at, o.finished_at, o.ended_at,
      o.reason, o.payment_terms, o.notes
    FROM orders o
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pu ON pu.id = pr.user_id
    LEFT JOIN cities c ON c.id = o.delivery_city_id
    LEFT JOIN proposals w ON w.order_id = o.id AND w.status = 'accepted'
    LEFT JOIN suppliers s ON s.id = w.supplier_id
    LEFT JOIN users su ON su.id = s.user_id
    WHERE ${publishedIn}
    ORDER BY o.id`,
});

/** All orders; with a period, only those published in it. */
export const orderReport = defineReport('cotacoes', orders, [
  ['Código', (row) => integerCell(row.id)],
  ['Número', (row) => textCell(row.number)],
  ['Descrição', (row) => textCell(row.description)],
  ['Status', (row) => orderStatusLabels[row.status]],
  ['Suspensa', (row) => yesNoCell(row.suspended)],
  ['Tipo de fechamento', (row) => closureTypeLabels[row.closure_type]],
  ['Código do produtor', (row) => integerCell(row.producer_id)],
  ['Produtor', (row) => textCell(row.producer)],
  [
    'CPF/CNPJ do produtor',
    (row) => documentCell(row.producer_document_type, row.producer_document),
  ],
  ['E-mail do produtor', (row) => textCell(row.producer_email)],
  ['Telefone do produtor', (row) => phoneCell(row.producer_phone)],
  ['Município de entrega', (row) => textCell(row.city)],
  ['UF', (row) => textCell(row.state)],
  ['Tipos de produto', (row) => textCell(row.product_types)],
  ['Defensivos', (row) => yesNoCell(row.has_pesticide)],
  ['Itens', (row) => integerCell(row.items_count)],
  ['Propostas recebidas', (row) => integerCell(row.proposals_count)],
  ['Recusas de participar', (row) => integerCell(row.declines_count)],
  ['Código da proposta aceita', (row) => integerCell(row.winner_id)],
  ['Código do fornecedor vencedor', (row) => integerCell(row.supplier_id)],
  ['Fornecedor vencedor', (row) => textCell(row.supplier)],
  [
    'CPF/CNPJ do vencedor',
    (row) => documentCell(row.supplier_document_type, row.supplier_document),
  ],
  ['Total aceito (R$)', (row) => amountCell(row.total_amount)],
  ['Frete aceito (R$)', (row) => amountCell(row.freight_amount)],
  ['Prazo para propostas', (row) => dateCell(row.deadline_date)],
  ['Entrega desejada', (row) => dateCell(row.delivery_date)],
  ['Criada em', (row) => instantCell(row.created_at)],
  ['Publicada em', (row) => instantCell(row.published_at)],
  ['Encerrada em', (row) => instantCell(row.closed_at)],
  ['Adjudicada em', (row) => instantCell(row.awarded_at)],
  ['Finalizada em', (row) => instantCell(row.finished_at)],
  ['Cancelada, revogada ou expirada em', (row) => instantCell(row.ended_at)],
  ['Motivo', (row) => textCell(row.reason)],
  ['Condições de pagamento', (row) => textCell(row.payment_terms)],
  ['Observações', (row) => textCell(row.notes)],
]);
