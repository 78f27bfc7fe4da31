import { closureTypeLabels, closureTypes } from '@lavra/domain/order/closure-type';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { documentTypes } from '@lavra/domain/document/document';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import { from, jsonRowsSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { boughtItemsSql, standingSql, wonSql } from '../awards/awards-feature.ts';
import type { SheetCell } from '../../platform/spreadsheet/sheet-cell.ts';
import {
  amountCell,
  dateCell,
  freightCell,
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
const publishedIn =
  ':whole::boolean OR (o.published_at >= :from::timestamptz AND o.published_at < :until::timestamptz)';

const winnerColumns = {
  proposal_id: from('p.id', col.int),
  supplier_id: from('p.supplier_id', col.int),
  supplier: from('su.name', col.text),
  document_type: from('su.document_type', documentType),
  document: from('su.document_number', orNull(col.text)),
  freight_amount: from('p.freight_amount', orNull(col.numeric)),
  freight_kind: from('p.freight_kind', orNull(col.oneOf(freightKindsWithoutAmount))),
};
type Winner = RowOf<typeof winnerColumns>;

/**
 * The proposals that something was bought from, in that order, also where the order was revoked
 * afterwards.
 */
const winnersSql = jsonRowsSql(
  winnerColumns,
  `FROM (
      SELECT s.proposal_id, min(s.id) AS first_id FROM purchases s
      WHERE s.order_id = o.id AND ${wonSql} GROUP BY s.proposal_id
    ) w
    JOIN proposals p ON p.id = w.proposal_id
    JOIN suppliers r ON r.id = p.supplier_id
    JOIN users su ON su.id = r.user_id
    ORDER BY w.first_id`,
);

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
    split_award: col.boolean,
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
    winners: col.json<Winner[]>(),
    accepted_amount: orNull(col.numeric),
    freight_amount: orNull(col.numeric),
    items_bought: orNull(col.int),
    bought_amount: orNull(col.numeric),
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
    SELECT o.id, o.number, o.description, o.status, o.suspended_at IS NOT NULL AS suspended,
      o.closure_type, o.split_award,
      o.producer_id, pu.name AS producer, pu.document_type AS producer_document_type,
      pu.document_number AS producer_document, pu.email AS producer_email,
      coalesce(pu.mobile, pu.phone) AS producer_phone, c.name AS city, c.uf AS state,
      (SELECT string_agg(t.name, ', ' ORDER BY t.name_key) FROM product_types t
        WHERE t.id = ANY (o.product_type_ids)) AS product_types, o.has_pesticide, o.items_count,
      (SELECT count(*)::int FROM proposals p WHERE p.order_id = o.id AND p.status <> 'draft') AS proposals_count,
      (SELECT count(*)::int FROM supplier_order_declines d WHERE d.order_id = o.id) AS declines_count,
      ${winnersSql} AS winners, bought.accepted_amount, bought.freight_amount,
      bought.items_bought, bought.bought_amount,
      o.deadline_date, o.delivery_date, o.created_at,
      o.published_at, o.closed_at, o.awarded_at, o.finished_at, o.ended_at,
      o.reason, o.payment_terms, o.notes
    FROM orders o
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pu ON pu.id = pr.user_id
    LEFT JOIN cities c ON c.id = o.delivery_city_id
    CROSS JOIN LATERAL (
      SELECT sum(s.items_amount) AS accepted_amount, sum(s.freight_amount) AS freight_amount,
        (sum(${boughtItemsSql}) FILTER (WHERE ${standingSql}))::int AS items_bought,
        sum(s.items_amount) FILTER (WHERE ${standingSql}) AS bought_amount
      FROM purchases s WHERE s.order_id = o.id AND ${wonSql}
    ) bought
    WHERE ${publishedIn}
    ORDER BY o.id`,
});

/** One text a winner, in the order of the other columns. */
const joined = (winners: readonly Winner[], text: (winner: Winner) => string): string =>
  winners.length === 1
    ? winners.map(text).join('')
    : winners.map((winner) => text(winner) || '–').join(', ');
/** A number where there is one, text where there are several. */
const idsCell = (winners: readonly Winner[], id: (winner: Winner) => number): SheetCell => {
  const [only, ...others] = winners.map(id);
  return others.length === 0 ? integerCell(only ?? null) : [only, ...others].join(', ');
};

/** All orders, one row each, however many it bought from; with a period, only those published in it. */
export const orderReport = defineReport('cotacoes', orders, [
  ['Código', (row) => integerCell(row.id)],
  ['Número', (row) => textCell(row.number)],
  ['Descrição', (row) => textCell(row.description)],
  ['Status', (row) => orderStatusLabels[row.status]],
  ['Suspensa', (row) => yesNoCell(row.suspended)],
  ['Tipo de fechamento', (row) => closureTypeLabels[row.closure_type]],
  ['Aceita comprar de vários fornecedores', (row) => yesNoCell(row.split_award)],
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
  ['Código da proposta aceita', ({ winners }) => idsCell(winners, ({ proposal_id: id }) => id)],
  ['Código do fornecedor vencedor', ({ winners }) => idsCell(winners, ({ supplier_id: id }) => id)],
  ['Fornecedor vencedor', ({ winners }) => joined(winners, ({ supplier }) => supplier)],
  [
    'CPF/CNPJ do vencedor',
    ({ winners }) =>
      joined(winners, ({ document_type, document }) => documentCell(document_type, document)),
  ],
  ['Total aceito (R$)', (row) => amountCell(row.accepted_amount)],
  ['Frete aceito', ({ winners }) => joined(winners, freightCell)],
  ['Frete aceito (R$)', (row) => amountCell(row.freight_amount)],
  ['Itens comprados', (row) => integerCell(row.items_bought)],
  ['Total comprado (R$)', (row) => amountCell(row.bought_amount)],
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
