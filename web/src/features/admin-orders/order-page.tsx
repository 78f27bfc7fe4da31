import { Link } from '@tanstack/react-router';
import type { AdminOrder } from '@lavra/contract/admin/orders';
import { documentTypeLabels, formatDocument } from '@lavra/domain/document/document';
import { closureTypeLabels } from '@lavra/domain/order/closure-type';
import { useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { daysLeft, formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/decimal.ts';
import { maskPhone } from '../../text/masks.ts';
import { Chip } from '../../ui/chip.tsx';
import { deadlineTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { Facts, Tabs, useRecordId, useTab, type Fact, type Tab } from '../admin-kit/record.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderChip } from './order-columns.tsx';
import { OrderPurchases } from '../admin-purchases/order-purchases.tsx';
import { OrderItems, OrderLogs, OrderTimeline } from './order-parts.tsx';
import { OrderProposals } from './order-proposals.tsx';

/** One order as the administration sees it. */
export function AdminOrderPage() {
  const order = useRead('getAdminOrder', { params: { id: useRecordId() } }, { staleTime: 0 });
  const { data } = order;
  return (
    <Page
      title={data?.description ?? 'Cotação'}
      windowTitle={data === undefined ? 'Cotação' : `Cotação ${data.number}`}
      trail={[{ label: 'Cotações', to: adminPaths.orders }]}
      lead={data === undefined ? '' : <Lead order={data} />}
    >
      <QueryView query={order}>{(found) => <Record order={found} />}</QueryView>
    </Page>
  );
}

const Lead = ({ order }: { readonly order: AdminOrder }) => (
  <span className={kit['chips']}>
    <span className="lv-number">{order.number}</span>
    <OrderChip order={order} />
    {order.status === 'publicada' && (
      <Chip tone={deadlineTone(order.dias_restantes)}>{daysLeft(order.dias_restantes)}</Chip>
    )}
    <span>
      de <Link to={adminPaths.producer(order.producer.uuid)}>{order.producer.name}</Link>
    </span>
  </span>
);

function Record({ order }: { readonly order: AdminOrder }) {
  const maySeeProposals = useMay('proposals.view');
  const maySeePurchases = useMay('purchases.view');
  const { submitted, accepted, rejected, cancelled } = order.proposals;
  const tabs: readonly Tab[] = [
    { name: 'itens', label: 'Itens', count: order.total_itens },
    ...(maySeeProposals
      ? [
          {
            name: 'propostas',
            label: 'Propostas',
            count: submitted + accepted + rejected + cancelled,
          },
        ]
      : []),
    ...(maySeePurchases && order.awarded_at !== null
      ? [{ name: 'compras', label: 'Compras' }]
      : []),
    { name: 'historico', label: 'Linha do tempo' },
    { name: 'dados', label: 'Dados' },
    { name: 'registro', label: 'Registro' },
  ];
  const tab = useTab(tabs);
  return (
    <>
      <OrderActions order={order} />
      {order.is_suspended && (
        <Notice tone="danger" title="Suspensa: ninguém envia propostas, e nenhuma é aceita.">
          <p>{order.reason === null ? '' : `Motivo: ${order.reason}`}</p>
        </Notice>
      )}
      {!order.is_suspended && order.reason !== null && (
        <Notice tone="info" title="Motivo">
          <p>{order.reason}</p>
        </Notice>
      )}
      {order.status === 'pendente' && order.publish_at !== null && (
        <Notice
          tone="info"
          title={`Marcada para publicar em ${formatDateTime(order.publish_at)}.`}
        />
      )}
      <Tabs tabs={tabs} at={tab} label="Partes da cotação" />
      {tab === 'itens' && <OrderItems order={order} />}
      {tab === 'propostas' && <OrderProposals order={order} />}
      {tab === 'compras' && <OrderPurchases orderId={order.id} />}
      {tab === 'historico' && <OrderTimeline order={order} />}
      {tab === 'dados' && <OrderFacts order={order} />}
      {tab === 'registro' && <OrderLogs order={order} />}
    </>
  );
}

const when = (at: string | null): string => (at === null ? '–' : formatDateTime(at));

const OrderFacts = ({ order }: { readonly order: AdminOrder }) => (
  <>
    <Card title="Cotação">
      <Facts facts={factsOf(order)} />
    </Card>
    <Card title="Datas">
      <Facts facts={datesOf(order)} />
    </Card>
    <Card title="Produtor">
      <Facts facts={producerFacts(order.producer)} />
    </Card>
  </>
);

const deliveryText = (address: NonNullable<AdminOrder['delivery_address']>): string =>
  [
    address.street,
    address.number,
    address.complement,
    address.district,
    `${address.city}/${address.state}`,
    address.postal_code,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');

const factsOf = (order: AdminOrder): readonly Fact[] => [
  { label: 'Tipo', value: closureTypeLabels[order.closure_type] },
  {
    label: 'Compra de vários fornecedores',
    value: order.split_award ? 'Aceita' : 'Não pretendida',
  },
  { label: 'Prazo', value: formatDate(order.deadline_date) },
  {
    label: 'Entrega até',
    value: order.delivery_date === null ? 'A combinar' : formatDate(order.delivery_date),
  },
  { label: 'Pagamento', value: order.payment_terms ?? 'A combinar' },
  {
    label: 'Local de entrega',
    value: order.delivery_address === null ? null : deliveryText(order.delivery_address),
    wide: true,
  },
  { label: 'Observações', value: order.notes, wide: true },
  { label: 'Defensivos', value: order.has_pesticide ? 'Sim: exige receituário' : 'Não' },
  { label: 'Perguntas', value: formatCount(order.questions_count) },
  { label: 'Anexos', value: formatCount(order.attachments_count) },
  { label: 'Fornecedores que favoritaram', value: formatCount(order.favorites_count) },
  { label: 'Fornecedores que declinaram', value: formatCount(order.declines_count) },
];

const datesOf = (order: AdminOrder): readonly Fact[] => [
  { label: 'Criada', value: when(order.created_at) },
  { label: 'Aprovada', value: when(order.approved_at) },
  { label: 'Publicada', value: when(order.published_at) },
  { label: 'Encerrada para propostas', value: when(order.closed_at) },
  { label: 'Adjudicada', value: when(order.awarded_at) },
  { label: 'Finalizada', value: when(order.finished_at) },
  { label: 'Suspensa', value: when(order.suspended_at) },
  { label: 'Cancelada, revogada ou expirada', value: when(order.ended_at) },
];

const producerFacts = (producer: AdminOrder['producer']): readonly Fact[] => [
  {
    label: 'Nome',
    value: <Link to={adminPaths.producer(producer.uuid)}>{producer.name}</Link>,
  },
  { label: 'E-mail', value: <a href={`mailto:${producer.email}`}>{producer.email}</a> },
  { label: 'Telefone', value: producer.phone === null ? null : maskPhone(producer.phone) },
  { label: 'Celular', value: producer.mobile === null ? null : maskPhone(producer.mobile) },
  {
    label:
      producer.document_type === null ? 'Documento' : documentTypeLabels[producer.document_type],
    value:
      producer.document_type === null || producer.document === null
        ? null
        : formatDocument(producer.document_type, producer.document),
  },
  {
    label: 'Município',
    value: producer.city === null ? null : `${producer.city}/${producer.state}`,
  },
];
