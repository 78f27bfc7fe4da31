import { Link } from '@tanstack/react-router';
import type { AdminProposalSummary } from '@lavra/contract/admin/proposals';
import type { PersonProposal } from '@lavra/contract/admin/suppliers';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { proposalTone } from '../../ui/order-texts.ts';
import { MarkName } from '../../ui/proposal-name.tsx';
import kit from '../admin-kit/kit.module.css';
import { orderColumn } from '../admin-kit/order-column.tsx';

export const ProposalChip = ({
  proposal: { display_status, display_status_label },
}: {
  readonly proposal: Pick<PersonProposal, 'display_status' | 'display_status_label'>;
}) => <Chip tone={proposalTone(display_status)}>{display_status_label}</Chip>;

const supplier: Column<AdminProposalSummary> = {
  name: 'supplier',
  label: 'Fornecedor',
  bare: true,
  cell: (row) => (
    <Link to={adminPaths.proposal(row.uuid)} data-row-link>
      {row.supplier.name}
    </Link>
  ),
};
/** What the order's producer calls the proposal; unique within one order only. */
const mark: Column<AdminProposalSummary> = {
  name: 'mark',
  label: 'Nome na cotação',
  cell: (row) => <MarkName mark={row.mark} />,
};
const orderOfPerson: Column<PersonProposal> = {
  name: 'order',
  label: 'Cotação',
  bare: true,
  cell: (row) => (
    <span className={kit['stack']}>
      <Link to={adminPaths.proposal(row.uuid)} data-row-link className="lv-number">
        {row.order.number}
      </Link>
      <small>{row.order.description}</small>
    </span>
  ),
};
const status: Column<PersonProposal> = {
  name: 'status',
  label: 'Situação',
  sort: 'status',
  cell: (proposal) => <ProposalChip proposal={proposal} />,
};
const items: Column<PersonProposal> = {
  name: 'items',
  label: 'Itens com preço',
  align: 'right',
  cell: ({ priced_items, order: { total_itens } }) => `${priced_items} de ${total_itens}`,
};
const total: Column<PersonProposal> = {
  name: 'total',
  label: 'Total',
  align: 'right',
  sort: 'total_amount',
  cell: ({ total_amount }) => formatMoney(total_amount),
};
const validity: Column<PersonProposal> = {
  name: 'validity',
  label: 'Validade',
  cell: ({ validity_date }) => (validity_date === null ? 'Sem data' : formatDate(validity_date)),
};
const sent: Column<PersonProposal> = {
  name: 'sent',
  label: 'Enviada',
  sort: 'submitted_at',
  cell: ({ submitted_at }) => (submitted_at === null ? '–' : formatDateTime(submitted_at)),
};

/** Columns for all proposals, those of one order, or those of one supplier. */
export const proposalColumns: readonly Column<AdminProposalSummary>[] = [
  supplier,
  mark,
  orderColumn,
  status,
  items,
  total,
  validity,
  sent,
];
export const orderProposalColumns: readonly Column<AdminProposalSummary>[] = [
  supplier,
  { ...mark, sort: 'mark' },
  status,
  items,
  total,
  validity,
  sent,
];
export const personProposalColumns: readonly Column<PersonProposal>[] = [
  orderOfPerson,
  status,
  items,
  total,
  validity,
  sent,
];
