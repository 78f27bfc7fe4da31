import type { AdminSupplier, OfferedProduct } from '@lavra/contract/admin/suppliers';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount, formatMoney, formatUnitPrice } from '../../text/decimal.ts';
import { counted, Figures, type Figure } from '../../ui/figures.tsx';
import { BoxIcon, ScaleIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { byState } from '../account/coverage-form.ts';
import kit from '../admin-kit/kit.module.css';
import { PartList } from '../admin-kit/list.tsx';
import { LogList } from '../admin-kit/log-list.tsx';
import { Facts, Tabs, useRecordId, useTab, type Tab } from '../admin-kit/record.tsx';
import { personProposalColumns } from '../admin-proposals/proposal-columns.tsx';
import { ActivationCard } from './activation-card.tsx';
import { documentText, StatusChip } from './people-columns.tsx';
import { boughtHint } from './person-values.ts';
import { PersonActions } from './person-actions.tsx';
import { AddressesCard, IdentityCard, SubscriptionCard } from './person-facts.tsx';

/** One supplier: their data, what they sell and where, and their proposals. */
export function SupplierPage() {
  const supplier = useRead(
    'getAdminSupplier',
    { params: { id: useRecordId() }, query: { with_deleted: true } },
    { staleTime: 0 },
  );
  const { data } = supplier;
  return (
    <Page
      title={data?.name ?? 'Fornecedor'}
      trail={[{ label: 'Fornecedores', to: adminPaths.suppliers }]}
      lead={
        data === undefined ? undefined : (
          <span className={kit['chips']}>
            <StatusChip person={data} />
            <span className="lv-number">{documentText(data)}</span>
          </span>
        )
      }
    >
      <QueryView query={supplier}>{(found) => <Record supplier={found} />}</QueryView>
    </Page>
  );
}

/** What the supplier has sold and offered so far. */
const figuresOf = (kpis: AdminSupplier['kpis']): readonly Figure[] => [
  {
    label: 'volume negociado',
    value: formatMoney(kpis.negotiated_volume),
    hint: 'o que foi comprado, fora o de cotações revogadas',
  },
  {
    ...counted(kpis.orders_participated, ['cotação com proposta', 'cotações com proposta']),
    hint: countOf(kpis.orders_won, ['ganha', 'ganhas']),
  },
  {
    ...counted(kpis.proposals.total, ['proposta enviada', 'propostas enviadas']),
    hint: `${formatCount(kpis.proposals.pending)} em aberto · ${countOf(kpis.proposals.accepted, ['aceita', 'aceitas'])} · ${countOf(kpis.proposals.rejected, ['recusada', 'recusadas'])}`,
  },
  counted(kpis.distinct_producers, ['produtor distinto', 'produtores distintos']),
  {
    ...counted(kpis.items_bought, ['item vendido', 'itens vendidos']),
    hint: boughtHint(kpis, 'das cotações que ganhou'),
  },
];

function Record({ supplier }: { readonly supplier: AdminSupplier }) {
  const { kpis, addresses, product_types: types, coverage } = supplier;
  const tabs: readonly Tab[] = [
    { name: 'dados', label: 'Dados' },
    { name: 'enderecos', label: 'Endereços', count: addresses.length },
    { name: 'tipos', label: 'Tipos de produto', count: types.length },
    { name: 'atuacao', label: 'Área de atuação' },
    { name: 'assinatura', label: 'Assinatura' },
    { name: 'propostas', label: 'Propostas', count: kpis.proposals.total },
    { name: 'produtos', label: 'Produtos oferecidos' },
    { name: 'registro', label: 'Registro' },
  ];
  const tab = useTab(tabs);
  return (
    <>
      <Actions supplier={supplier} />
      <Figures figures={figuresOf(kpis)} />
      <Tabs tabs={tabs} at={tab} label="Partes do cadastro" />
      {tab === 'dados' && (
        <>
          {supplier.activation !== 'active' && <Activation supplier={supplier} />}
          <Data supplier={supplier} />
        </>
      )}
      {tab === 'enderecos' && <AddressesCard addresses={addresses} />}
      {tab === 'tipos' && <ProductTypes types={types} />}
      {tab === 'atuacao' && <Coverage coverage={coverage} />}
      {tab === 'assinatura' && <SubscriptionCard subscription={supplier.subscription} />}
      {tab === 'propostas' && <Proposals id={supplier.uuid} />}
      {tab === 'produtos' && <Products id={supplier.uuid} />}
      {tab === 'registro' && <Logs id={supplier.uuid} />}
    </>
  );
}

function Actions({ supplier }: { readonly supplier: AdminSupplier }) {
  const [mayEdit, mayDelete] = [useMay('suppliers.edit'), useMay('suppliers.delete')];
  const save = useChange('updateAdminSupplier');
  const remove = useChange('deleteAdminSupplier');
  const restore = useChange('restoreAdminSupplier');
  const { uuid, version } = supplier;
  return (
    <PersonActions
      person={supplier}
      userType="fornecedor"
      listTo={adminPaths.suppliers}
      {...(mayEdit
        ? {
            editTo: adminPaths.supplierEditor(uuid),
            onStatus: (status) =>
              save.mutateAsync({ params: { id: uuid }, body: { status }, ifMatch: version }),
          }
        : {})}
      {...(mayDelete
        ? {
            onDelete: () => remove.mutateAsync({ params: { id: uuid } }),
            onRestore: () => restore.mutateAsync({ params: { id: uuid } }),
          }
        : {})}
    />
  );
}

function Activation({ supplier }: { readonly supplier: AdminSupplier }) {
  const send = useChange('sendSupplierActivation');
  const { uuid, version } = supplier;
  return (
    <ActivationCard
      person={supplier}
      mayEdit={useMay('suppliers.edit')}
      send={() => send.mutateAsync({ params: { id: uuid }, ifMatch: version })}
    />
  );
}

const Data = ({ supplier }: { readonly supplier: AdminSupplier }) => (
  <IdentityCard
    person={supplier}
    more={[
      {
        label: 'Site',
        value:
          supplier.website !== null && /^https?:\/\//.test(supplier.website) ? (
            <a href={supplier.website} target="_blank" rel="noreferrer">
              {supplier.website}
            </a>
          ) : (
            supplier.website
          ),
      },
    ]}
  />
);

const ProductTypes = ({ types }: { readonly types: AdminSupplier['product_types'] }) => (
  <Card title="Tipos de produto">
    <p>
      {types.length === 0
        ? 'Nenhum escolhido: recebe cotações de todos.'
        : types.map(({ name }) => name).join(', ')}
    </p>
  </Card>
);

const Coverage = ({ coverage }: Pick<AdminSupplier, 'coverage'>) => (
  <Card title="Área de atuação">
    <Facts
      facts={[
        { label: 'Alcance', value: coverage.kind_label },
        ...(coverage.kind === 'states'
          ? [
              {
                label: countOf(coverage.states.length, ['estado', 'estados']),
                value: coverage.states.join(', '),
                wide: true,
              },
            ]
          : []),
        ...(coverage.kind === 'cities'
          ? byState(coverage.cities).map(([state, cities]) => ({
              label: `${state}: ${countOf(cities.length, ['município', 'municípios'])}`,
              value:
                cities
                  .slice(0, 60)
                  .map(({ name }) => name)
                  .join(', ') + (cities.length > 60 ? ` e mais ${cities.length - 60}` : ''),
              wide: true,
            }))
          : []),
      ]}
    />
  </Card>
);

function Proposals({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  const proposals = useRead(
    'listAdminSupplierProposals',
    { params: { id }, query: { page, per_page: 25, with_deleted: true } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <PartList
      caption="Propostas do fornecedor"
      query={proposals}
      columns={personProposalColumns}
      keyOf={({ id: one }) => one}
      onPage={setPage}
      empty={<State icon={ScaleIcon} title="Nenhuma proposta enviada ainda" />}
    />
  );
}

const productColumns: readonly Column<OfferedProduct>[] = [
  {
    name: 'product',
    label: 'Produto',
    bare: true,
    cell: ({ product }) => <ProductName product={product} />,
  },
  {
    name: 'times',
    label: 'Vezes oferecido',
    align: 'right',
    cell: ({ times_offered }) => formatCount(times_offered),
  },
  {
    name: 'price',
    label: 'Último preço',
    align: 'right',
    cell: ({ last_unit_price, product: { unit } }) =>
      `${formatUnitPrice(last_unit_price)} / ${unit}`,
  },
  {
    name: 'when',
    label: 'Última oferta',
    cell: ({ last_offered_at }) => formatDateTime(last_offered_at),
  },
];

function Products({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  const products = useRead(
    'listAdminSupplierProducts',
    { params: { id }, query: { page, per_page: 25, with_deleted: true } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <PartList
      caption="Produtos a que já deu preço"
      query={products}
      columns={productColumns}
      keyOf={({ product }) => product.id}
      onPage={setPage}
      empty={<State icon={BoxIcon} title="Nenhum produto com preço ainda" />}
    />
  );
}

function Logs({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminSupplierLogs',
        { params: { id }, query: { page, per_page: 25, with_deleted: true } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}
