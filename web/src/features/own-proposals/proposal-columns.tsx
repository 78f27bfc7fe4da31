import { Link } from '@tanstack/react-router';
import type { ProposalSummary } from '@lavra/contract/proposals/schemas';
import type { Column } from '../../lists/data-table.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatAgo, formatDateTime } from '../../text/dates.ts';
import { formatCount, formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { proposalTone } from '../../ui/order-texts.ts';

const order: Column<ProposalSummary> = {
  name: 'order',
  label: 'Cotação',
  bare: true,
  cell: ({ uuid, order: { number, description }, supplier_reference }) => (
    <>
      <span className={figures['number']}>
        {number}
        {supplier_reference === null ? '' : ` · ${supplier_reference}`}
      </span>
      <Link to={supplierPaths.proposal(uuid)} data-row-link className={figures['what']}>
        {description}
      </Link>
    </>
  ),
};
const status: Column<ProposalSummary> = {
  name: 'status',
  label: 'Situação',
  bare: true,
  cell: ({ display_status, display_status_label }) => (
    <Chip tone={proposalTone(display_status)}>{display_status_label}</Chip>
  ),
};
const items: Column<ProposalSummary> = {
  name: 'items',
  label: 'Itens com preço',
  align: 'right',
  cell: ({ priced_items, order: { total_itens } }) =>
    `${formatCount(priced_items)} de ${formatCount(total_itens)}`,
};
const total: Column<ProposalSummary> = {
  name: 'total',
  label: 'Total',
  align: 'right',
  sort: 'total_amount',
  cell: ({ total_amount }) => formatMoney(total_amount),
};

/** Columns for a supplier's latest proposals. */
export const proposalColumns: readonly Column<ProposalSummary>[] = [
  order,
  status,
  items,
  total,
  {
    name: 'changed',
    label: 'Alterada',
    cell: ({ updated_at }) => formatAgo(updated_at, new Date()),
  },
];
/** Columns for all of them, sortable by the service's fields. */
export const listColumns: readonly Column<ProposalSummary>[] = [
  order,
  status,
  items,
  total,
  {
    name: 'sent',
    label: 'Enviada',
    sort: 'submitted_at',
    cell: ({ submitted_at }) =>
      submitted_at === null ? 'Ainda não' : formatDateTime(submitted_at),
  },
];
