import { Button } from '@mantine/core';
import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { LayersIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { yesOrNo } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, May, RowButton } from '../admin-kit/parts.tsx';
import { DeleteOrderKitDialog, OrderKitDialog } from './order-kit-dialogs.tsx';
import { RegistryTabs } from './registry-tabs.tsx';

const filters = {
  active: yesOrNo('ativo', 'Situação', ['Ativas', 'Inativas'], { all: 'Todas' }),
} as const;
type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'look' | 'edit' | 'delete'; readonly kit: OrderKit };

const productsOf = ({ products }: OrderKit): string => products.map(({ name }) => name).join(', ');

/** The lists of products by crop, which producers add to an order at once. */
export function OrderKitsPage() {
  const list = useList({
    sorts: ['name', 'created_at'],
    first: { field: 'name', descending: false },
    filters,
  });
  const kits = useRead(
    'listOrderKits',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <ListPage<OrderKit>
      title="Listas de produtos"
      caption="Listas de produtos"
      words={['lista', 'listas']}
      search={{ label: 'Buscar lista', placeholder: 'Nome' }}
      list={list}
      query={kits}
      columns={useColumns(setDoing)}
      keyOf={({ id }) => id}
      above={<RegistryTabs />}
      actions={
        <May permission="products.create">
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>
            Nova lista
          </Button>
        </May>
      }
      empty={
        <State icon={LayersIcon} title="Nenhuma lista ainda">
          O produtor inclui uma lista inteira na cotação, por exemplo a da soja, e só preenche as
          quantidades.
        </State>
      }
    >
      {doing?.what === 'create' && <OrderKitDialog onClose={close} />}
      {doing?.what === 'look' && (
        <FactsDialog
          title={doing.kit.name}
          facts={[
            { label: 'Produtos', value: productsOf(doing.kit) },
            { label: 'Situação', value: doing.kit.active ? 'Ativa' : 'Inativa' },
            { label: 'Mudou em', value: formatDate(doing.kit.updated_at) },
          ]}
          onClose={close}
        />
      )}
      {doing?.what === 'edit' && <OrderKitDialog kit={doing.kit} onClose={close} />}
      {doing?.what === 'delete' && <DeleteOrderKitDialog kit={doing.kit} onClose={close} />}
    </ListPage>
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<OrderKit>[] {
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  return [
    {
      name: 'name',
      label: 'Nome',
      sort: 'name',
      bare: true,
      cell: (kit) => (
        <RowButton onClick={() => act({ what: mayEdit ? 'edit' : 'look', kit })}>
          {kit.name}
        </RowButton>
      ),
    },
    { name: 'products', label: 'Produtos', cell: productsOf },
    {
      name: 'active',
      label: 'Situação',
      cell: ({ active }) => (
        <Chip tone={active ? 'good' : 'plain'}>{active ? 'Ativa' : 'Inativa'}</Chip>
      ),
    },
    { name: 'updated', label: 'Mudou em', cell: ({ updated_at }) => formatDate(updated_at) },
    {
      name: 'acts',
      label: 'Ações',
      align: 'right',
      bare: true,
      cell: (kit) =>
        mayDelete && (
          <Acts>
            <Act label={`Excluir ${kit.name}`} danger onClick={() => act({ what: 'delete', kit })}>
              Excluir
            </Act>
          </Acts>
        ),
    },
  ];
}
