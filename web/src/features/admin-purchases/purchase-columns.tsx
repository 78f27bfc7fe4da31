import { Link } from '@tanstack/react-router';
import type { AdminPurchaseSummary } from '@lavra/contract/admin/purchases';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { freightText } from '../../text/freight.ts';
import { Chip } from '../../ui/chip.tsx';
import { MarkName } from '../../ui/proposal-name.tsx';
import kit from '../admin-kit/kit.module.css';
import { orderColumn } from '../admin-kit/order-column.tsx';
import { purchaseTone } from '../purchases/purchase-tone.ts';

export const PurchaseChip = ({
  purchase: { state, state_label },
}: {
  readonly purchase: Pick<AdminPurchaseSummary, 'state' | 'state_label'>;
}) => <Chip tone={purchaseTone[state]}>{state_label}</Chip>;

const purchase: Column<AdminPurchaseSummary> = {
  name: 'number',
  label: 'Compra',
  bare: true,
  cell: ({ uuid, number, mark }) => (
    <span className={kit['stack']}>
      <Link to={adminPaths.purchase(uuid)} data-row-link className="lv-number">
        {number}
      </Link>
      <small>
        <MarkName mark={mark} />
      </small>
    </span>
  ),
};
const supplier: Column<AdminPurchaseSummary> = {
  name: 'supplier',
  label: 'Fornecedor',
  cell: ({ supplier: { uuid, name } }) => <Link to={adminPaths.supplier(uuid)}>{name}</Link>,
};
const state: Column<AdminPurchaseSummary> = {
  name: 'state',
  label: 'Situação',
  sort: 'state',
  cell: (row) => (
    <span className={kit['stack']}>
      <span>
        <PurchaseChip purchase={row} />
      </span>
      {row.contact_missed_at !== null && <small>Não procurou o produtor</small>}
    </span>
  ),
};
const items: Column<AdminPurchaseSummary> = {
  name: 'items',
  label: 'Itens',
  align: 'right',
  cell: ({ items_count }) => items_count,
};
const amount: Column<AdminPurchaseSummary> = {
  name: 'amount',
  label: 'Valor dos itens',
  align: 'right',
  sort: 'items_amount',
  cell: ({ items_amount }) => formatMoney(items_amount),
};
const freight: Column<AdminPurchaseSummary> = {
  name: 'freight',
  label: 'Frete',
  cell: (row) => freightText(row),
};
const awarded: Column<AdminPurchaseSummary> = {
  name: 'awarded',
  label: 'Comprada',
  sort: 'awarded_at',
  cell: ({ awarded_at }) => formatDateTime(awarded_at),
};

/** Columns for all purchases, and for those of one order. */
export const purchaseColumns: readonly Column<AdminPurchaseSummary>[] = [
  purchase,
  supplier,
  orderColumn,
  state,
  items,
  amount,
  freight,
  awarded,
];
export const orderPurchaseColumns: readonly Column<AdminPurchaseSummary>[] = [
  purchase,
  supplier,
  state,
  items,
  amount,
  freight,
  awarded,
];
