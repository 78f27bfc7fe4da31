import type { ProducerDashboard, ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { useRead } from '../../api/use-api.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { useSession } from '../../portal/context.tsx';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { DashboardSkeleton, Figures } from '../../ui/figures.tsx';
import styles from '../../ui/figures.module.css';
import { SproutIcon } from '../../ui/icons.tsx';
import { deadlineTone, orderTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { ConsultantHome } from './consultant-home.tsx';

/** How a producer's orders stand. */
export function ProducerHome() {
  const user = useSession()?.user;
  if (user?.user_type === 'consultor') return <ConsultantHome />;
  return <Dashboard name={user?.name ?? ''} />;
}

function Dashboard({ name }: { readonly name: string }) {
  const dashboard = useRead('getProducerDashboard', {}, { staleTime: 0 });
  return (
    <Page title="Início" lead={name}>
      <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>{(data) => <Overview {...data} />}</QueryView>
    </Page>
  );
}

function Overview({ metrics, attention, latest_orders: latest }: ProducerDashboard) {
  if (latest.length === 0) {
    return <Card><State icon={SproutIcon} title="Sua primeira cotação começa aqui">Quando você publicar uma cotação, ela aparece nesta tela com as propostas que chegarem.</State></Card>;
  }
  return (
    <>
      <Figures
        figures={[
          { label: 'esperando a sua decisão', value: formatCount(metrics.awaiting_decision), call: metrics.awaiting_decision > 0 },
          { label: 'cotações abertas', value: formatCount(metrics.open_orders) },
          { label: 'propostas recebidas', value: formatCount(metrics.proposals_received) },
          { label: 'rascunhos', value: formatCount(metrics.orders_by_status['rascunho'] ?? 0) },
        ]}
      />
      {attention.length > 0 && <Orders title="Precisam de você" orders={attention} />}
      <Orders title="Últimas cotações" orders={latest} />
    </>
  );
}

const columns: readonly Column<ProducerOrderSummary>[] = [
  { name: 'order', label: 'Cotação', bare: true, cell: ({ number, description }) => <><span className={styles['number']}>{number}</span><span className={styles['what']}>{description}</span></> },
  { name: 'status', label: 'Situação', bare: true, cell: ({ status, status_label }) => <Chip tone={orderTone(status)}>{status_label}</Chip> },
  { name: 'items', label: 'Itens', align: 'right', cell: ({ total_itens }) => formatCount(total_itens) },
  { name: 'proposals', label: 'Propostas', align: 'right', cell: ({ proposals_count }) => countOf(proposals_count, ['proposta', 'propostas'], 'Nenhuma') },
  { name: 'deadline', label: 'Prazo', cell: ({ deadline_date, dias_restantes, status }) => (status === 'publicada' ? <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip> : formatDate(deadline_date)) },
];

function Orders({ title, orders }: { readonly title: string; readonly orders: readonly ProducerOrderSummary[] }) {
  return <section className={styles['section']}><h2>{title}</h2><Card flush><DataTable caption={title} columns={columns} rows={orders} keyOf={({ id }) => id} /></Card></section>;
}
