import { Link } from '@tanstack/react-router';
import type { ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import type { Column } from '../../lists/data-table.tsx';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { deadlineTone, orderTone } from '../../ui/order-texts.ts';

type Row = ProducerOrderSummary & { readonly producer?: { readonly name: string } };

/** Where an order is gone on with: a draft in its editor, the others on their page. */
export const placeOf = ({ uuid, can_edit }: Pick<Row, 'uuid' | 'can_edit'>): string => (can_edit ? `/cotacoes/${uuid}/editar` : `/cotacoes/${uuid}`);

const order: Column<Row> = {
  name: 'order', label: 'Cotação', bare: true, sort: 'created_at',
  cell: (row) => (
    <>
      <span className={figures['number']}>{row.number}</span>
      <Link to={placeOf(row)} data-row-link className={figures['what']}>{row.description}</Link>
    </>
  ),
};
const status: Column<Row> = {
  name: 'status', label: 'Situação', bare: true,
  cell: ({ status, status_label, is_suspended }) => <Chip tone={is_suspended ? 'danger' : orderTone(status)}>{is_suspended ? 'Suspensa' : status_label}</Chip>,
};
const items: Column<Row> = { name: 'items', label: 'Itens', align: 'right', cell: ({ total_itens }) => formatCount(total_itens) };
const proposals: Column<Row> = { name: 'proposals', label: 'Propostas', align: 'right', cell: ({ proposals_count }) => countOf(proposals_count, ['proposta', 'propostas'], 'Nenhuma') };
const deadline: Column<Row> = {
  name: 'deadline', label: 'Prazo', sort: 'deadline_date',
  cell: ({ deadline_date, dias_restantes, status }) => (status === 'publicada' ? <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip> : formatDate(deadline_date)),
};

/** A producer's own orders. */
export const orderColumns: readonly Column<Row>[] = [order, status, items, proposals, deadline];
/** Orders of several producers, as a consultant lists them. */
export const advisedColumns: readonly Column<Row>[] = [order, { name: 'producer', label: 'Produtor', cell: ({ producer }) => producer?.name }, status, proposals, deadline];
