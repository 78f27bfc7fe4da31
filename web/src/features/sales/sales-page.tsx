import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SupplierPurchaseSummary } from '@lavra/contract/purchases/schemas';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { ListCard } from '../../lists/list-card.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { freightText } from '../../text/freight.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { CardIcon } from '../../ui/page-icons.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { PurchaseFilters } from '../purchases/purchase-filters.tsx';
import { purchaseTone } from '../purchases/purchase-tone.ts';
import { usePurchaseList } from '../purchases/use-purchase-list.ts';

const columns: readonly Column<SupplierPurchaseSummary>[] = [
  {
    name: 'sale',
    label: 'Venda',
    bare: true,
    cell: ({ uuid, number, order: { description } }) => (
      <>
        <span className={figures['number']}>{number}</span>
        <Link to={supplierPaths.sale(uuid)} data-row-link className={figures['what']}>
          {description}
        </Link>
      </>
    ),
  },
  {
    name: 'state',
    label: 'Situação',
    bare: true,
    cell: ({ state, state_label, is_new }) => (
      <>
        {is_new && <Chip tone="info">Nova</Chip>}{' '}
        <Chip tone={purchaseTone[state]}>{state_label}</Chip>
      </>
    ),
  },
  {
    name: 'items',
    label: 'Itens',
    align: 'right',
    cell: ({ items_count }) => countOf(items_count, ['item', 'itens']),
  },
  {
    name: 'amount',
    label: 'Valor dos itens',
    align: 'right',
    sort: 'items_amount',
    cell: ({ items_amount }) => <Money amount={items_amount} />,
  },
  {
    name: 'freight',
    label: 'Frete',
    align: 'right',
    cell: (sale) => <WithMoney text={freightText(sale)} />,
  },
  {
    name: 'awarded',
    label: 'Comprada em',
    sort: 'awarded_at',
    cell: ({ awarded_at }) => formatDate(awarded_at),
  },
];

/** What was bought from the supplier, over all orders. */
export function SalesPage() {
  const { query, ...list } = usePurchaseList();
  const sales = useRead('listSupplierPurchases', { query }, { keepPrevious: true, staleTime: 0 });
  return (
    <Page title="Vendas">
      <PurchaseFilters label="Buscar venda" />
      <ListCard
        {...list}
        caption="Vendas"
        query={sales}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        pathOf={({ uuid }) => supplierPaths.sale(uuid)}
        empty={<Empty />}
      />
    </Page>
  );
}

const Empty = () => (
  <State
    icon={CardIcon}
    title="Nenhuma venda ainda"
    actions={
      <Button renderRoot={(props) => <Link to={supplierPaths.orders} {...props} />}>
        Ver cotações abertas
      </Button>
    }
  >
    O que os produtores comprarem das suas propostas aparece aqui, com o contato deles.
  </State>
);
