import { Button } from '@mantine/core';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { useRead } from '../../data/use-api.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { RowsCard } from '../../lists/list-card.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { orderColumns } from './order-columns.tsx';
import { useDecline } from './order-choices.ts';

/** Lists the declined orders, which can be restored. */
export function DeclinedPage() {
  const [search, change] = useAddress();
  const orders = useRead(
    'listDeclinedOrders',
    { query: { page: readNumber(search['pagina'], 1), with_details: true } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Page
      title="Declinadas"
      lead="Cotações de que você não participa. Elas não aparecem na sua lista nem no painel."
      trail={[{ label: 'Cotações', to: supplierPaths.orders }]}
    >
      <RowsCard
        query={orders}
        lines={6}
        onPage={(pagina) => change({ pagina })}
        none={() => (
          <State icon={CheckCircleIcon} title="Nenhuma cotação declinada">
            Quando uma cotação não servir para a sua empresa, decline: ela sai da lista e vem para
            cá.
          </State>
        )}
      >
        {(rows) => (
          <DataTable
            caption="Cotações declinadas"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </RowsCard>
    </Page>
  );
}

function ComeBack({ order }: { readonly order: SupplierOrderSummary }) {
  const { comeBack, isComingBack } = useDecline(order.uuid);
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={`Voltar a participar de ${order.number}`}
      aria-disabled={isComingBack}
      onClick={comeBack}
    >
      Voltar a participar
    </Button>
  );
}

const columns: readonly Column<SupplierOrderSummary>[] = [
  ...orderColumns,
  {
    name: 'back',
    label: 'Ações',
    bare: true,
    align: 'right',
    cell: (order) => <ComeBack order={order} />,
  },
];
