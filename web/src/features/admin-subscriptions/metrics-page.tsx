import type { SubscriptionMetrics } from '@lavra/contract/admin/subscriptions';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { formatCount, formatMoney, wordsFor } from '../../text/decimal.ts';
import { DashboardSkeleton, Figures, type Figure } from '../../ui/figures.tsx';
import figures from '../../ui/figures.module.css';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { SectionTabs } from '../admin-kit/parts.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import styles from './metrics.module.css';
import { subscriptionTabs } from './subscriptions-page.tsx';
import type { CountWords } from '@lavra/domain/text/count-of';

/** The subscriptions' figures; each links to its list and explains how it is counted. */
export function SubscriptionMetricsPage() {
  const metrics = useRead('getSubscriptionMetrics', {}, { staleTime: 0 });
  return (
    <Page title="Números das assinaturas">
      <SectionTabs label="Assinaturas" tabs={subscriptionTabs} />
      <QueryView query={metrics} skeleton={<DashboardSkeleton />}>
        {(data) => <Overview {...data} />}
      </QueryView>
    </Page>
  );
}

const linked = (status: string, count: number, words: CountWords): Figure => ({
  label: wordsFor(count, words),
  value: (
    <Link to={adminPaths.subscriptions} search={{ situacao: status }} className={styles['figure']}>
      {formatCount(count)}
      <span className="lv-hidden">
        {' '}
        {wordsFor(count, ['assinatura', 'assinaturas'])} {wordsFor(count, words)}
      </span>
    </Link>
  ),
});

function Overview(metrics: SubscriptionMetrics) {
  return (
    <>
      <section className={figures['section']}>
        <h2>Receita</h2>
        <Figures
          figures={[
            {
              label: 'receita recorrente por ano',
              value: formatMoney(metrics.arr),
              hint: 'o que as assinaturas ativas pagam por ano',
              call: true,
            },
            { label: 'por mês', value: formatMoney(metrics.mrr), hint: 'um doze avos da anual' },
            {
              label: 'recebido neste mês',
              value: formatMoney(metrics.revenue_current_month),
              hint: 'pagamentos confirmados com data no mês',
            },
            {
              label: 'líquido neste mês',
              value: formatMoney(metrics.net_revenue_current_month),
              hint: 'menos os estornos feitos no mês',
            },
          ]}
        />
      </section>
      <RevenueChart months={metrics.monthly_revenue} />
      <section className={figures['section']}>
        <h2>Assinaturas</h2>
        <Figures
          figures={[
            linked('active', metrics.active, ['ativa', 'ativas']),
            linked('trial', metrics.trial, ['em teste', 'em teste']),
            linked('expired', metrics.expired, ['vencida', 'vencidas']),
            linked('cancelled', metrics.cancelled, ['cancelada', 'canceladas']),
            {
              label: wordsFor(metrics.near_expiry, ['vence em até 7 dias', 'vencem em até 7 dias']),
              value: (
                <Link
                  to={adminPaths.subscriptions}
                  search={{ vencendo: 1 }}
                  className={styles['figure']}
                >
                  {formatCount(metrics.near_expiry)}
                  <span className="lv-hidden"> assinaturas que vencem logo</span>
                </Link>
              ),
              hint: 'em teste ou ativas',
            },
          ]}
        />
      </section>
    </>
  );
}
