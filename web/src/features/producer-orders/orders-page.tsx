import type { UseQueryResult } from '@tanstack/react-query';
import { useRead } from '../../data/use-api.ts';
import type { Reply } from '../../api/endpoint-types.ts';
import { RowsCard } from '../../lists/list-card.tsx';
import { Refresh } from '../../lists/refresh.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { NoMatch, State } from '../../ui/states.tsx';
import { NewOrderButton } from './new-order-button.tsx';
import {
  isFiltered,
  noFilter,
  OrderFilters,
  periodOf,
  queryOf,
  readFilter,
} from './order-filters.tsx';
import { OrderRows } from './order-rows.tsx';
import styles from './orders.module.css';
import { useAddress } from '../../lists/use-address.ts';
import { useIsReader } from './use-order.ts';

/** Lists the orders of a producer, or of the producers that a consultant advises. */
export const OrdersPage = () => (useIsReader() ? <AdvisedOrders /> : <OwnOrders />);

function useListState() {
  const [search, change] = useAddress();
  return { search, change, filter: readFilter(search), page: readNumber(search['pagina'], 1) };
}

function OwnOrders() {
  const { filter, page } = useListState();
  const orders = useRead(
    'listProducerOrders',
    { query: { page, per_page: 15, ...queryOf(filter), ...periodOf(filter) } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Page title="Minhas cotações" actions={<NewOrderButton />}>
      <OrderList
        orders={orders}
        withPeriod
        empty={
          <State
            icon={SproutIcon}
            title="Sua primeira cotação começa aqui"
            actions={<NewOrderButton />}
          >
            Escolha os insumos, diga onde e até quando, e receba propostas de vários fornecedores.
          </State>
        }
      />
    </Page>
  );
}

/** The orders that the address asks for, and the one producer that it limits them to. */
function useAdvisedOrders() {
  const { search, filter, page } = useListState();
  const producerId = readNumber(search['produtor'], 0);
  const orders = useRead(
    'listConsultantOrders',
    {
      query: {
        page,
        per_page: 15,
        ...queryOf(filter),
        ...(producerId === 0 ? {} : { producer_id: producerId }),
      },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  const one = useRead(
    'getConsultantProducer',
    { params: { id: String(producerId) } },
    { enabled: producerId !== 0 },
  ).data;
  return { orders, one };
}

function AdvisedOrders() {
  const { orders, one } = useAdvisedOrders();
  return (
    <Page
      title="Cotações"
      actions={one === undefined ? undefined : <NewOrderButton producer={one} />}
      lead={one === undefined ? 'Dos produtores que você atende.' : <OneProducer name={one.name} />}
    >
      <OrderList
        orders={orders}
        withPeriod={false}
        empty={
          <State icon={UsersIcon} title="Nenhuma cotação ainda">
            Aqui aparecem as cotações dos produtores vinculados a você.
          </State>
        }
      />
    </Page>
  );
}

/** Whose orders these are, and the way to those of all. */
function OneProducer({ name }: { readonly name: string }) {
  const { change } = useListState();
  return (
    <>
      De {name}.{' '}
      <button
        type="button"
        className={styles['plain']}
        onClick={() => change({ produtor: undefined, pagina: undefined })}
      >
        Ver de todos
      </button>
    </>
  );
}

interface OrderListProps {
  readonly orders: UseQueryResult<Reply<'listProducerOrders'> | Reply<'listConsultantOrders'>>;
  readonly withPeriod: boolean;
  readonly empty: React.ReactNode;
}

function OrderList({ orders, withPeriod, empty }: OrderListProps) {
  const { change, filter } = useListState();
  return (
    <>
      <OrderFilters filter={filter} onChange={change} withPeriod={withPeriod} />
      <Refresh list={orders} />
      <RowsCard
        query={orders}
        onPage={(pagina) => change({ pagina })}
        none={() =>
          isFiltered(filter) ? (
            <NoMatch
              {...(filter.text === '' ? {} : { wanted: filter.text })}
              onClear={() => change(noFilter)}
            />
          ) : (
            empty
          )
        }
      >
        {(rows) => <OrderRows label="Cotações" orders={rows} />}
      </RowsCard>
    </>
  );
}
