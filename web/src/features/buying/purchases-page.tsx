import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProducerPurchaseSummary } from '@lavra/contract/purchases/schemas';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { ListCard } from '../../lists/list-card.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { TruckIcon } from '../../ui/icons.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { MarkName } from '../../ui/proposal-name.tsx';
import { State } from '../../ui/states.tsx';
import { PurchaseFilters } from '../purchases/purchase-filters.tsx';
import { purchaseTone } from '../purchases/purchase-tone.ts';
import { usePurchaseList } from '../purchases/use-purchase-list.ts';
import { freightSaid, itemsText } from './award-texts.ts';
import styles from './buying.module.css';

/** What the producer bought, over all orders. */
export function PurchasesPage() {
  const { query, ...list } = usePurchaseList();
  const purchases = useRead(
    'listProducerPurchases',
    { query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Page title="Compras">
      <PurchaseFilters label="Buscar compra" />
      <ListCard
        {...list}
        caption="Compras"
        query={purchases}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        pathOf={({ uuid }) => producerPaths.purchase(uuid)}
        empty={<Empty />}
      />
    </Page>
  );
}

const columns: readonly Column<ProducerPurchaseSummary>[] = [
  {
    name: 'number',
    label: 'Compra',
    bare: true,
    cell: ({ uuid, number, order, mark }) => (
      <span className={styles['what']}>
        <Link to={producerPaths.purchase(uuid)} data-row-link>
          {order.description}
        </Link>
        <small>
          <span className="lv-number">{number}</span> · <MarkName mark={mark} />
        </small>
      </span>
    ),
  },
  { name: 'items', label: 'Itens', cell: ({ items_count }) => itemsText(items_count) },
  {
    name: 'total',
    label: 'Total',
    align: 'right',
    cell: (purchase) => (
      <span className={styles['cost']}>
        <Money amount={purchase.landed_total} />
        <small>{purchase.freight_amount === null ? freightSaid(purchase) : 'com frete'}</small>
      </span>
    ),
  },
  {
    name: 'awarded',
    label: 'Comprada em',
    sort: 'awarded_at',
    cell: ({ awarded_at }) => formatDate(awarded_at),
  },
  {
    name: 'state',
    label: 'Situação',
    bare: true,
    cell: ({ state, state_label }) => <Chip tone={purchaseTone[state]}>{state_label}</Chip>,
  },
];

const Empty = () => (
  <State
    icon={TruckIcon}
    title="Nenhuma compra ainda"
    actions={
      <Button renderRoot={(props) => <Link to={producerPaths.orders} {...props} />}>
        Ver as cotações
      </Button>
    }
  >
    O que você comprar de cada proposta aparece aqui, até a entrega.
  </State>
);
