import { Link } from '@tanstack/react-router';
import type { AdminProducer } from '@lavra/contract/admin/producers';
import { orderStatusLabels, orderStatuses } from '@lavra/domain/order/order-status';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatCount, formatMoney, formatQuantity } from '../../text/decimal.ts';
import { maskPhone } from '../../text/masks.ts';
import { counted, Figures } from '../../ui/figures.tsx';
import { SproutIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { PartList } from '../admin-kit/list.tsx';
import { LogList } from '../admin-kit/log-list.tsx';
import { Facts, Tabs, useRecordId, useTab, type Tab } from '../admin-kit/record.tsx';
import { personOrderColumns } from '../admin-orders/order-columns.tsx';
import { documentText, StatusChip } from './people-columns.tsx';
import { boughtHint } from './person-values.ts';
import { PersonActions } from './person-actions.tsx';
import { AddressesCard, IdentityCard, SubscriptionCard } from './person-facts.tsx';

/** One producer: their data, their orders, and the changes. */
export function ProducerPage() {
  const producer = useRead(
    'getAdminProducer',
    { params: { id: useRecordId() }, query: { with_deleted: true } },
    { staleTime: 0 },
  );
  const { data } = producer;
  return (
    <Page
      title={data?.name ?? 'Produtor'}
      trail={[{ label: 'Produtores', to: adminPaths.producers }]}
      lead={
        data === undefined ? undefined : (
          <span className={kit['chips']}>
            <StatusChip person={data} />
            <span className="lv-number">{documentText(data)}</span>
          </span>
        )
      }
    >
      <QueryView query={producer}>{(found) => <Record producer={found} />}</QueryView>
    </Page>
  );
}

function Record({ producer }: { readonly producer: AdminProducer }) {
  const { kpis, addresses, commercial_references: references, consultants } = producer;
  const ordersCount = Object.values(kpis.orders_by_status).reduce((sum, one) => sum + one, 0);
  const tabs: readonly Tab[] = [
    { name: 'dados', label: 'Dados' },
    { name: 'enderecos', label: 'Endereços', count: addresses.length },
    { name: 'referencias', label: 'Referências', count: references.length },
    { name: 'assinatura', label: 'Assinatura' },
    { name: 'cotacoes', label: 'Cotações', count: ordersCount },
    { name: 'consultores', label: 'Consultores', count: consultants.length },
    { name: 'registro', label: 'Registro' },
  ];
  const tab = useTab(tabs);
  return (
    <>
      <Actions producer={producer} />
      <Figures
        figures={[
          {
            label: 'em cotações finalizadas',
            value: formatMoney(kpis.savings),
            hint: 'soma do que foi comprado',
          },
          counted(kpis.proposals_received, ['proposta recebida', 'propostas recebidas']),
          counted(kpis.distinct_suppliers, ['fornecedor distinto', 'fornecedores distintos']),
          {
            ...counted(kpis.items_bought, ['item comprado', 'itens comprados']),
            hint: boughtHint(kpis, 'das cotações adjudicadas e finalizadas'),
          },
          {
            ...counted(ordersCount, ['cotação', 'cotações']),
            hint: orderStatuses
              .filter((one) => kpis.orders_by_status[one] > 0)
              .map((one) => `${orderStatusLabels[one]}: ${formatCount(kpis.orders_by_status[one])}`)
              .join(' · '),
          },
        ]}
      />
      <Tabs tabs={tabs} at={tab} label="Partes do cadastro" />
      {tab === 'dados' && <Data producer={producer} />}
      {tab === 'enderecos' && <AddressesCard addresses={addresses} />}
      {tab === 'referencias' && <References references={references} />}
      {tab === 'assinatura' && <SubscriptionCard subscription={producer.subscription} />}
      {tab === 'consultores' && <Consultants consultants={consultants} />}
      {tab === 'cotacoes' && <Orders id={producer.uuid} />}
      {tab === 'registro' && <Logs id={producer.uuid} />}
    </>
  );
}

function Actions({ producer }: { readonly producer: AdminProducer }) {
  const [mayEdit, mayDelete, mayRestore] = [
    useMay('producers.edit'),
    useMay('users.delete'),
    useMay('producers.delete'),
  ];
  const save = useChange('updateAdminProducer');
  // A producer is created and deleted together with the account, through the account's endpoint.
  const remove = useChange('deleteAdminUser');
  const restore = useChange('restoreAdminProducer');
  const { uuid, version, user_id } = producer;
  return (
    <PersonActions
      person={producer}
      userType="produtor"
      listTo={adminPaths.producers}
      {...(mayEdit
        ? {
            editTo: adminPaths.producerEditor(uuid),
            onStatus: (status) =>
              save.mutateAsync({ params: { id: uuid }, body: { status }, ifMatch: version }),
          }
        : {})}
      {...(mayDelete
        ? { onDelete: () => remove.mutateAsync({ params: { id: String(user_id) } }) }
        : {})}
      {...(mayRestore ? { onRestore: () => restore.mutateAsync({ params: { id: uuid } }) } : {})}
    />
  );
}

function Data({ producer }: { readonly producer: AdminProducer }) {
  return (
    <IdentityCard
      person={producer}
      more={[
        { label: 'Tipo', value: producer.type === 'PF' ? 'Pessoa física' : 'Pessoa jurídica' },
        {
          label: 'Área plantada',
          value:
            producer.planted_area === null ? null : formatQuantity(producer.planted_area, 'ha'),
        },
        { label: 'Associação', value: producer.association },
        { label: 'Cooperativa de produtores', value: producer.producers_cooperative },
        { label: 'Cooperativa de crédito', value: producer.credit_cooperative },
        {
          label: 'Culturas',
          value: producer.cultures.map(({ name }) => name).join(', '),
          wide: true,
        },
      ]}
    />
  );
}

const References = ({
  references,
}: {
  readonly references: AdminProducer['commercial_references'];
}) => (
  <Card title="Referências comerciais">
    {references.length === 0 ? (
      <p>Nenhuma referência.</p>
    ) : (
      <Facts
        facts={references.map(({ type, name, phone, email }, index) => ({
          label: `${index + 1}. ${type}`,
          value: [name, phone === null ? null : maskPhone(phone), email]
            .filter((part) => part !== null)
            .join(' · '),
        }))}
      />
    )}
  </Card>
);

function Consultants({ consultants }: Pick<AdminProducer, 'consultants'>) {
  const may = useMay('consultants.view');
  return (
    <Card title="Consultores" lead="Acompanham as cotações e as propostas, só para leitura.">
      {consultants.length === 0 ? (
        <p>Nenhum consultor vinculado.</p>
      ) : (
        <Facts
          facts={consultants.map(({ uuid, name, email }) => ({
            label: email,
            value: may ? <Link to={adminPaths.consultant(uuid)}>{name}</Link> : name,
          }))}
        />
      )}
    </Card>
  );
}

function Orders({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  const orders = useRead(
    'listAdminProducerOrders',
    { params: { id }, query: { page, per_page: 25, with_deleted: true } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <PartList
      caption="Cotações do produtor"
      query={orders}
      columns={personOrderColumns}
      keyOf={({ id: order }) => order}
      onPage={setPage}
      empty={<State icon={SproutIcon} title="Nenhuma cotação ainda" />}
    />
  );
}

function Logs({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminProducerLogs',
        { params: { id }, query: { page, per_page: 25, with_deleted: true } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}
