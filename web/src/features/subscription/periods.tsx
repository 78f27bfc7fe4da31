import type { SubscriptionPeriod } from '@lavra/contract/subscriptions/schemas';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { formatDate } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import styles from './subscription.module.css';
import { WithMoney } from '../../ui/money.tsx';

/** Describes how a period was paid. */
function paidText({ kind, amount }: SubscriptionPeriod): string {
  if (kind === 'trial') return 'dias de teste';
  if (kind === 'free') return 'sem custo';
  return amount === null ? 'pago' : `pago ${formatMoney(amount)}`;
}

/** Lists the current period and those paid ahead, in chronological order. */
export function Periods({ periods }: { readonly periods: readonly SubscriptionPeriod[] }) {
  return (
    <ol className={styles['periods']}>
      {periods.map((period) => (
        <li key={period.id}>
          <span className={styles['span']}>
            de {formatDate(period.starts_on)} a {formatDate(period.ends_on)}
          </span>
          {'\u00a0· '}
          <strong>{period.plan.name}</strong>,{' '}
          {billingCycleLabels[period.billing_cycle].toLowerCase()}
          {'\u00a0· '}
          <WithMoney text={paidText(period)} />
        </li>
      ))}
    </ol>
  );
}
