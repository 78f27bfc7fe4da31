import { Navigate } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import { RowsCard } from '../../lists/list-card.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { invitation, producerPaths } from '../../paths/producer.ts';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { NewOrderButton } from './new-order-button.tsx';
import { canInvite } from './order-actions.tsx';
import { OrderRows } from './order-rows.tsx';

/** Asks to which open order suppliers are invited; where there is only one, opens it. */
export function InvitePage() {
  const [search, change] = useAddress();
  const page = readNumber(search['pagina'], 1);
  const orders = useRead(
    'listProducerOrders',
    { query: { status: 'publicada', page, per_page: 15 } },
    { keepPrevious: true, staleTime: 0 },
  );
  const [only] = orders.data?.data.filter(canInvite) ?? [];
  if (only !== undefined && orders.data?.meta.total === 1)
    return <Navigate {...invitation(only.uuid)} replace />;
  return (
    <Page
      title="Convidar fornecedores"
      lead="Para qual cotação?"
      trail={[{ label: 'Cotações', to: producerPaths.orders }]}
    >
      <RowsCard query={orders} onPage={(pagina) => change({ pagina })} none={() => <NoneOpen />}>
        {(rows) => {
          const open = rows.filter(canInvite);
          return open.length === 0 ? (
            <NoneOpen />
          ) : (
            <OrderRows label="Cotações abertas" orders={open} linkOf={invitation} />
          );
        }}
      </RowsCard>
    </Page>
  );
}

const NoneOpen = () => (
  <State icon={UsersIcon} title="Nenhuma cotação aberta" actions={<NewOrderButton />}>
    O convite é para uma cotação publicada, enquanto ela recebe propostas.
  </State>
);
