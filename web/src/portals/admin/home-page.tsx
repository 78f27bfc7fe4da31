import type { AdminDashboard } from '@lavra/contract/admin/dashboard';
import { useRead } from '../../api/use-api.ts';
import { useSession } from '../../portal/context.tsx';
import { formatCompactMoney, formatCount, formatPercent } from '../../text/decimal.ts';
import { DashboardSkeleton, Figures } from '../../ui/figures.tsx';
import styles from '../../ui/figures.module.css';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';

/** The market in figures. */
export function AdminHome() {
  const dashboard = useRead('getAdminDashboard', {}, { staleTime: 0 });
  return (
    <Page title="Painel" lead={useSession()?.user.name}>
      <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>{(data) => <Overview {...data} />}</QueryView>
    </Page>
  );
}

const hours = (value: number | null): string => (value === null ? 'sem dados' : `${formatCount(Math.round(value * 10) / 10)} h`);

function growth(percent: number | null): string {
  if (percent === null) return 'sem mês anterior para comparar';
  return `${percent < 0 ? '▼ queda de' : '▲ alta de'} ${formatPercent(Math.abs(percent))} sobre o mês anterior`;
}

function Overview({ users, orders, proposals, accepted_amount: accepted, ...averages }: AdminDashboard) {
  return (
    <>
      <section className={styles['section']}>
        <h2>Negociações</h2>
        <Figures
          figures={[
            { label: 'cotações ativas', value: formatCount(orders.active), hint: `${formatCount(orders.total)} ao todo`, call: true },
            { label: 'propostas enviadas', value: formatCount(proposals.total), hint: `${formatCount(proposals.accepted)} aceitas` },
            { label: 'em propostas aceitas', value: formatCompactMoney(accepted.total), hint: growth(accepted.growth_percent) },
            { label: 'das cotações recebem proposta', value: averages.coverage_percent === null ? 'sem dados' : formatPercent(averages.coverage_percent) },
          ]}
        />
      </section>
      <section className={styles['section']}>
        <h2>Tempos médios</h2>
        <Figures
          figures={[
            { label: 'até a primeira proposta', value: hours(averages.average_first_proposal_hours) },
            { label: 'do envio ao aceite', value: hours(averages.average_approval_hours), hint: `referência: ${averages.approval_reference_hours} h` },
            { label: 'da publicação à finalização', value: averages.average_order_duration_days === null ? 'sem dados' : `${formatCount(averages.average_order_duration_days)} dias` },
          ]}
        />
      </section>
      <section className={styles['section']}>
        <h2>Pessoas</h2>
        <Figures
          figures={[
            { label: 'produtores', value: formatCount(users.producers) }, { label: 'fornecedores', value: formatCount(users.suppliers) },
            { label: 'consultores', value: formatCount(users.consultants) }, { label: 'administradores', value: formatCount(users.admins) },
          ]}
        />
      </section>
    </>
  );
}
