import { Link } from '@tanstack/react-router';
import type { AdminOrderSummary } from '@lavra/contract/admin/orders';
import type { PersonOrder } from '@lavra/contract/admin/producers';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { formatCount, formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { deadlineTone, orderTone } from '../../ui/order-texts.ts';
import kit from '../admin-kit/kit.module.css';

type Head = Pick<
  AdminOrderSummary,
  | 'uuid'
  | 'number'
  | 'description'
  | 'status'
  | 'status_label'
  | 'is_suspended'
  | 'deadline_date'
  | 'dias_restantes'
  | 'total_itens'
  | 'proposals_count'
  | 'created_at'
>;

export const OrderChip = ({
  order: { status, status_label, is_suspended },
}: {
  readonly order: Pick<Head, 'status' | 'status_label' | 'is_suspended'>;
}) => (
  <Chip tone={is_suspended ? 'danger' : orderTone(status)}>
    {is_suspended ? `${status_label}, suspensa` : status_label}
  </Chip>
);

const head: Column<Head> = {
  name: 'order',
  label: 'Cotação',
  bare: true,
  sort: 'number',
  cell: (row) => (
    <span className={kit['stack']}>
      <Link to={adminPaths.order(row.uuid)} data-row-link className="lv-number">
        {row.number}
      </Link>
      <small>{row.description}</small>
    </span>
  ),
};
const status: Column<Head> = {
  name: 'status',
  label: 'Situação',
  sort: 'status',
  cell: (order) => <OrderChip order={order} />,
};
const items: Column<Head> = {
  name: 'items',
  label: 'Itens',
  align: 'right',
  cell: ({ total_itens }) => formatCount(total_itens),
};
const proposals: Column<Head> = {
  name: 'proposals',
  label: 'Propostas',
  align: 'right',
  cell: ({ proposals_count }) => formatCount(proposals_count),
};
const deadline: Column<Head> = {
  name: 'deadline',
  label: 'Prazo',
  sort: 'deadline_date',
  cell: ({ deadline_date, dias_restantes, status: now }) => (
    <span className={kit['stack']}>
      {formatDate(deadline_date)}
      {now === 'publicada' && (
        <span>
          <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip>
        </span>
      )}
    </span>
  ),
};
const created: Column<Head> = {
  name: 'created',
  label: 'Criada',
  sort: 'created_at',
  cell: ({ created_at }) => formatDate(created_at),
};
const producer: Column<AdminOrderSummary> = {
  name: 'producer',
  label: 'Produtor',
  cell: ({ producer: { name, uuid }, delivery_city, delivery_state }) => (
    <span className={kit['stack']}>
      <Link to={adminPaths.producer(uuid)}>{name}</Link>
      {delivery_city !== null && (
        <small>
          entrega em {delivery_city}/{delivery_state}
        </small>
      )}
    </span>
  ),
};

/** Columns for the orders of all producers. */
export const orderColumns: readonly Column<AdminOrderSummary>[] = [
  head,
  producer,
  status,
  items,
  proposals,
  deadline,
  created,
];
/** Columns for one producer's orders. */
export const personOrderColumns: readonly Column<PersonOrder>[] = [
  head,
  status,
  items,
  proposals,
  {
    name: 'amount',
    label: 'Valor aceito',
    align: 'right',
    cell: ({ accepted_amount }) => (accepted_amount === null ? '–' : formatMoney(accepted_amount)),
  },
  deadline,
  created,
];
