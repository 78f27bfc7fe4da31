import type { AdminDashboard } from '@lavra/contract/admin/dashboard';
import { useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useSession } from '../../runtime/context.tsx';
import {
  countOf,
  formatCompactMoney,
  formatCount,
  formatMoney,
  formatPercent,
} from '../../text/decimal.ts';
import { formatMonth } from '../../text/dates.ts';
import { counted, DashboardSkeleton } from '../../ui/figures.tsx';
import figures from '../../ui/figures.module.css';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { BarChart } from '../../features/admin-dashboard/bar-chart.tsx';
import styles from '../../features/admin-dashboard/dashboard.module.css';
import { Metrics, type MetricProps } from '../../features/admin-dashboard/metric.tsx';
import { PeriodSection } from '../../features/admin-dashboard/period-section.tsx';
import { WeeklySection } from '../../features/admin-dashboard/weekly-section.tsx';
import { WorkSection } from '../../features/admin-dashboard/work-section.tsx';

/**
 * Shows what waits for an administrator, then the week's figures, then those of all time; each links
 * to its list and explains how it is counted.
 */
export function AdminHome() {
  const work = useRead('getAdminWork', {}, { staleTime: 0 });
  const dashboard = useRead('getAdminDashboard', {}, { staleTime: 0 });
  return (
    <Page title="Painel" lead={useSession()?.user.name}>
      <QueryView query={work} skeleton={<DashboardSkeleton />}>
        {({ lines, figures: weekly }) => (
          <>
            <WorkSection lines={lines} />
            <WeeklySection figures={weekly} />
          </>
        )}
      </QueryView>
      <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (
          <>
            <Negotiations {...data} />
            <Times {...data} />
            <PeriodSection />
            <Revenue {...data} />
            <People {...data} />
            <Charts {...data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const number = (value: number | null, unit: string): string =>
  value === null ? 'sem dados' : `${formatCount(Math.round(value * 10) / 10)} ${unit}`;

function growth(percent: number | null): string {
  if (percent === null) return 'sem mês anterior para comparar';
  return `${percent < 0 ? '▼ queda de' : '▲ alta de'} ${formatPercent(Math.abs(percent))} sobre o mês anterior`;
}

/** How many orders and proposals there are. */
const orderMetrics = ({ orders, proposals }: AdminDashboard): readonly MetricProps[] => [
  {
    ...counted(orders.active, ['cotação ativa', 'cotações ativas']),
    hint: `${formatCount(orders.total)} ao todo`,
    to: adminPaths.orders,
    search: { ativas: 'sim' },
    how: 'Cotações pendentes, publicadas, em análise e adjudicadas. Ao todo contam também rascunhos, encerradas e canceladas.',
  },
  {
    ...counted(proposals.total, ['proposta enviada', 'propostas enviadas']),
    to: adminPaths.proposals,
    how: 'Propostas que um fornecedor enviou, em qualquer situação. Rascunhos não contam.',
  },
  {
    ...counted(proposals.accepted, ['proposta aceita', 'propostas aceitas']),
    to: adminPaths.proposals,
    search: { situacao: 'accepted' },
    how: 'Propostas enviadas que o produtor aceitou.',
  },
];

/** What is bought, and how much of what is asked for. */
const purchaseMetrics = ({
  accepted_amount: accepted,
  coverage_percent: coverage,
  items_bought_percent: bought,
}: AdminDashboard): readonly MetricProps[] => [
  {
    label: 'em compras',
    value: formatCompactMoney(accepted.total),
    hint: growth(accepted.growth_percent),
    to: adminPaths.proposals,
    search: { situacao: 'accepted', ordem: '-total_amount' },
    how: 'Soma do que foi comprado, sem frete, fora o de cotações revogadas. O crescimento compara este mês com o anterior.',
  },
  {
    label: 'dos itens são comprados',
    value: bought === null ? 'sem dados' : formatPercent(bought),
    to: adminPaths.orders,
    search: { situacao: 'adjudicada' },
    how: 'Dos itens das cotações adjudicadas e finalizadas, quantos foram comprados. A lista mostra as adjudicadas.',
  },
  {
    label: 'das cotações recebem proposta',
    value: coverage === null ? 'sem dados' : formatPercent(coverage),
    to: adminPaths.orders,
    search: { respondidas: 'nao' },
    how: 'Das cotações que já foram publicadas, quantas receberam ao menos uma proposta. A lista mostra as que não receberam nenhuma.',
  },
];

const Negotiations = (dashboard: AdminDashboard) => (
  <section className={figures['section']}>
    <h2>Negociações</h2>
    <Metrics metrics={[...orderMetrics(dashboard), ...purchaseMetrics(dashboard)]} />
  </section>
);

/** The hours until a proposal is accepted, against their target. */
function approvalMetric(approval: number | null, reference: number): MetricProps {
  const isLate = approval !== null && approval > reference;
  return {
    label: 'do envio ao aceite',
    value: number(approval, 'h'),
    hint: `referência: ${reference} h${approval === null ? '' : isLate ? ', acima dela' : ', dentro dela'}`,
    call: isLate,
    to: adminPaths.proposals,
    search: { situacao: 'accepted' },
    how: `Do envio ao aceite da proposta, em média, nas propostas aceitas. A referência é de ${reference} horas.`,
  };
}

function Times({
  average_first_proposal_hours: first,
  average_approval_hours: approval,
  approval_reference_hours: reference,
  average_order_duration_days: duration,
}: AdminDashboard) {
  return (
    <section className={figures['section']}>
      <h2>Tempos médios</h2>
      <Metrics
        metrics={[
          {
            label: 'até a primeira proposta',
            value: number(first, 'h'),
            to: adminPaths.orders,
            search: { respondidas: 'sim' },
            how: 'Da publicação da cotação ao envio da primeira proposta, em média.',
          },
          approvalMetric(approval, reference),
          {
            label: 'da publicação à finalização',
            value: number(duration, 'dias'),
            to: adminPaths.orders,
            search: { situacao: 'finalizada' },
            how: 'Dias entre a publicação e a finalização, em média, nas cotações finalizadas.',
          },
        ]}
      />
    </section>
  );
}

/** Shows a duration against its target. */
function Gauge({ value, reference }: { readonly value: number; readonly reference: number }) {
  const most = Math.max(value, reference) * 1.15;
  return (
    <div className={styles['gauge']}>
      <div className={styles['track']} aria-hidden="true">
        <span style={{ width: `${(value / most) * 100}%` }} />
        <i style={{ left: `${(reference / most) * 100}%` }} />
      </div>
      <p>
        Em média {number(value, 'h')}; a linha marca a referência de {reference} h.
      </p>
    </div>
  );
}

const subscriptionMetrics = ({ subscriptions, trials }: AdminDashboard): readonly MetricProps[] => [
  {
    ...counted(subscriptions.active, ['assinatura ativa', 'assinaturas ativas']),
    hint: `${countOf(subscriptions.paid, ['paga', 'pagas'])}, ${formatCount(subscriptions.trial)} em teste`,
    to: adminPaths.subscriptions,
    how: 'Assinaturas pagas e em teste, dentro da validade.',
  },
  {
    label: 'perto do vencimento',
    value: formatCount(subscriptions.near_expiry),
    call: subscriptions.near_expiry > 0,
    to: adminPaths.subscriptions,
    search: { vencendo: 1 },
    how: 'Assinaturas ativas ou em teste que vencem em até 7 dias.',
  },
  {
    ...counted(trials.in_trial, ['teste em curso', 'testes em curso']),
    to: adminPaths.subscriptions,
    search: { situacao: 'trial' },
    how: 'Assinaturas em período de teste.',
  },
  {
    ...counted(trials.expired, ['teste expirado', 'testes expirados']),
    to: adminPaths.subscriptions,
    search: { situacao: 'expired' },
    how: 'Assinaturas vencidas sem nenhum pagamento. A lista mostra todas as vencidas.',
  },
];

const incomeMetrics = ({
  arr,
  revenue_current_month: month,
}: AdminDashboard): readonly MetricProps[] => [
  {
    label: 'receita recorrente anual',
    value: formatCompactMoney(arr),
    to: adminPaths.subscriptions,
    search: { situacao: 'active' },
    how: 'Das assinaturas ativas: o preço mensal vezes 12, o trimestral vezes 4 e o anual.',
  },
  {
    label: 'receita do mês',
    value: formatCompactMoney(month),
    to: adminPaths.payments,
    search: { situacao: 'confirmed' },
    how: 'Pagamentos confirmados com data neste mês. A lista mostra os confirmados de todas as datas.',
  },
];

const Revenue = (dashboard: AdminDashboard) => (
  <section className={figures['section']}>
    <h2>Assinaturas e receita</h2>
    <Metrics metrics={subscriptionMetrics(dashboard)} />
    <Metrics metrics={incomeMetrics(dashboard)} />
  </section>
);

function People({ users }: AdminDashboard) {
  const how = 'Contas não excluídas deste perfil, ativas ou não.';
  return (
    <section className={figures['section']}>
      <h2>Pessoas</h2>
      <Metrics
        metrics={[
          {
            ...counted(users.producers, ['produtor', 'produtores']),
            to: adminPaths.producers,
            how,
          },
          {
            ...counted(users.suppliers, ['fornecedor', 'fornecedores']),
            to: adminPaths.suppliers,
            how,
          },
          {
            ...counted(users.consultants, ['consultor', 'consultores']),
            to: adminPaths.consultants,
            how,
          },
          {
            ...counted(users.admins, ['administrador', 'administradores']),
            to: adminPaths.users,
            search: { perfil: 'admin' },
            how,
          },
          {
            ...counted(users.total, ['usuário ao todo', 'usuários ao todo']),
            to: adminPaths.users,
            how: 'Contas não excluídas de todos os perfis.',
          },
        ]}
      />
    </section>
  );
}

const PeopleChart = ({ users }: Pick<AdminDashboard, 'users'>) => (
  <BarChart
    title="Usuários por perfil"
    lead="Contas não excluídas."
    columns={['Perfil', 'Contas']}
    short={formatCount}
    whole={formatCount}
    points={[
      { label: 'Produtores', value: users.producers },
      { label: 'Fornecedores', value: users.suppliers },
      { label: 'Consultores', value: users.consultants },
      { label: 'Administradores', value: users.admins },
    ]}
  />
);

/** Shows the same figures as charts; each chart is also a table. */
function Charts({
  users,
  monthly_revenue: months,
  average_approval_hours: approval,
  approval_reference_hours: reference,
}: AdminDashboard) {
  return (
    <section className={figures['section']}>
      <h2>Em gráficos</h2>
      <div className={styles['charts']}>
        <BarChart
          title="Receita por mês"
          lead="Pagamentos confirmados, nos últimos 6 meses."
          columns={['Mês', 'Receita']}
          points={months.map(({ month, amount }) => ({ label: formatMonth(month), value: amount }))}
          short={formatCompactMoney}
          whole={formatMoney}
        />
        <PeopleChart users={users} />
      </div>
      {approval !== null && (
        <Card title="Do envio ao aceite, e a referência">
          <Gauge value={approval} reference={reference} />
        </Card>
      )}
    </section>
  );
}
