import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { bindsSupplier } from '@lavra/domain/proposal/proposal-rules';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { RowsCard } from '../../lists/list-card.tsx';
import { Refresh } from '../../lists/refresh.tsx';
import { readNumber, readSort, writeSort } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { commonPaths } from '../../paths/common.ts';
import { TruckIcon } from '../../ui/icons.tsx';
import { StarIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { NoMatch, State } from '../../ui/states.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { NextStepButton } from './my-proposal.tsx';
import { orderColumns } from './order-columns.tsx';
import {
  isFiltered,
  noFilter,
  OrderFilters,
  queryOf,
  readFilter,
  type OrderFilter,
} from './order-filters.tsx';
import styles from './supplier-orders.module.css';

const soonest = { field: 'deadline_date', descending: false } as const;

/** The filter, sort and page that the address names, and the orders they show. */
function useOrders() {
  const [search, change] = useAddress();
  const filter = readFilter(search);
  const sort = readSort(
    search['ordem'],
    ['deadline_date', 'published_at', 'number', 'distance_km'] as const,
    soonest,
  );
  const orders = useRead(
    'listSupplierOrders',
    {
      query: {
        page: readNumber(search['pagina'], 1),
        sort: writeSort(sort),
        with_details: true,
        ...queryOf(filter),
      },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  return { filter, sort, orders, change };
}

/** Lists the orders that a supplier may answer, soonest deadline first. */
export function OrdersPage() {
  const { filter, sort, orders, change } = useOrders();
  const navigate = useNavigate();
  const [declining, decline] = useState<SupplierOrderSummary>();
  return (
    <Page
      title="Cotações"
      lead="Pedidos abertos de quem produz. O contato do produtor vem quando ele aceita a sua proposta."
      actions={<DeclinedOrders />}
    >
      <OrderFilters filter={filter} onChange={change} />
      <Refresh list={orders} />
      <RowsCard
        query={orders}
        onPage={(pagina) => change({ pagina })}
        none={() => <NoOrders filter={filter} onClear={() => change(noFilter)} />}
      >
        {(rows) => (
          <DataTable
            caption="Cotações"
            columns={[...orderColumns, actionsColumn(decline)]}
            rows={rows}
            keyOf={({ id }) => id}
            sort={sort}
            onSort={(next) => change({ ordem: writeSort(next), pagina: undefined })}
            onOpen={({ uuid }) => {
              void navigate({ to: supplierPaths.order(uuid) });
            }}
          />
        )}
      </RowsCard>
      {declining !== undefined && (
        <DeclineDialog order={declining} onClose={() => decline(undefined)} />
      )}
    </Page>
  );
}

const DeclinedOrders = () => (
  <Button
    variant="default"
    renderRoot={(props) => <Link to={supplierPaths.declinedOrders} {...props} />}
  >
    Declinadas
  </Button>
);

const actionsColumn = (
  onDecline: (order: SupplierOrderSummary) => void,
): Column<SupplierOrderSummary> => ({
  name: 'actions',
  label: 'Ações',
  bare: true,
  align: 'right',
  cell: (order) => (
    <div className={styles['rowActions']}>
      <NextStepButton order={order} />
      {!(order.my_proposal !== null && bindsSupplier(order.my_proposal.status, order.status)) && (
        <Button
          variant="subtle"
          size="sm"
          aria-label={`Declinar ${order.number}`}
          onClick={() => onDecline(order)}
        >
          Declinar
        </Button>
      )}
    </div>
  ),
});

function NoOrders({
  filter,
  onClear,
}: {
  readonly filter: OrderFilter;
  readonly onClear: () => void;
}) {
  if (filter.tab === 'favoritas' && !isFiltered({ ...filter, tab: 'todas' }))
    return (
      <State icon={StarIcon} title="Nenhuma favorita">
        Toque na estrela para guardar uma cotação.
      </State>
    );
  if (isFiltered(filter))
    return <NoMatch {...(filter.text === '' ? {} : { wanted: filter.text })} onClear={onClear} />;
  return (
    <State
      icon={TruckIcon}
      title="Nenhuma cotação aberta agora"
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={commonPaths.coverage} {...props} />}
        >
          Conferir minha área
        </Button>
      }
    >
      Avisaremos quando um produtor publicar uma. Confira também seus tipos de produto e sua área de
      entrega.
    </State>
  );
}
