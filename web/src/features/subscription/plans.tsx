import { Button } from '@mantine/core';
import type { OwnSubscription, PublicPlan } from '@lavra/contract/subscriptions/schemas';
import {
  billingCycleLabels,
  billingCycles,
  type BillingCycle,
} from '@lavra/domain/subscription/billing-cycle';
import { planProfileOf } from '@lavra/domain/subscription/plan-profile';
import { isRunning } from '@lavra/domain/subscription/subscription-machine';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { useSession } from '../../runtime/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Money } from '../../ui/money.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { Features } from './plan-features.tsx';
import styles from './subscription.module.css';

const priceOf = (plan: PublicPlan, cycle: BillingCycle): number | null => plan[`price_${cycle}`];
const per: Readonly<Record<BillingCycle, string>> = {
  monthly: 'por mês',
  quarterly: 'por trimestre',
  annual: 'por ano',
};

/** The plans on sale for the user's profile. */
export function Plans({ own }: { readonly own?: OwnSubscription }) {
  const type = useSession()?.user.user_type;
  const profile = type === undefined ? null : planProfileOf[type];
  const plans = useRead('listPublicPlans', {
    query: profile === null ? {} : { profile_type: profile },
  });
  const [cycle, setCycle] = useState<BillingCycle>(own?.billing_cycle ?? 'monthly');
  return (
    <Card
      title="Planos"
      lead="Preços em reais. Cada pagamento vale como o período que você pagou, depois dos já pagos. Uma troca de plano vale a partir do próximo período."
    >
      <QueryView query={plans}>
        {({ data }) => (
          <>
            <Chips
              label="Período de cobrança"
              value={cycle}
              options={billingCycles
                .filter((one) => data.some((plan) => priceOf(plan, one) !== null))
                .map((one) => [one, billingCycleLabels[one]])}
              onChange={setCycle}
            />
            <ul className={styles['plans']}>
              {data.map((plan) => (
                <Plan
                  key={plan.id}
                  plan={plan}
                  cycle={cycle}
                  {...(own === undefined ? {} : { own })}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  );
}

interface PlanProps {
  readonly plan: PublicPlan;
  readonly cycle: BillingCycle;
  readonly own?: OwnSubscription;
}

function Plan({ plan, cycle, own }: PlanProps) {
  const price = priceOf(plan, cycle);
  const isCurrent = own?.plan.id === plan.id;
  return (
    <li className={styles['plan']} data-current={isCurrent || undefined}>
      <div className={styles['planHead']}>
        <h3>{plan.name}</h3>
        {isCurrent && <Chip tone="good">Seu plano</Chip>}
      </div>
      <p className={styles['price']}>
        {price === null ? (
          'Não vendido neste período'
        ) : price === 0 ? (
          'Grátis'
        ) : (
          <>
            <Money amount={price} /> <small>{per[cycle]}</small>
          </>
        )}
      </p>
      {plan.description !== null && <p className={styles['quiet']}>{plan.description}</p>}
      <Features features={plan.features} />
      {price !== null && (
        <PlanActions
          plan={plan}
          cycle={cycle}
          price={price}
          {...(own === undefined ? {} : { own })}
        />
      )}
    </li>
  );
}

interface PricedProps extends PlanProps {
  readonly price: number;
}

const wordsOf = ({ name }: PublicPlan, cycle: BillingCycle): string =>
  `${name}, ${billingCycleLabels[cycle].toLowerCase()}`;

/**
 * Buttons of a plan: paying starts or extends a period now; a change applies from the next period.
 */
function PlanActions({ plan, cycle, price, own }: PricedProps) {
  const [asked, setAsked] = useState<'pay' | 'change'>();
  const isRunningNow = own !== undefined && isRunning(own.status);
  const isNext =
    own !== undefined &&
    (own.next_plan?.id ?? own.plan.id) === plan.id &&
    (own.next_billing_cycle ?? own.billing_cycle) === cycle;
  const words = wordsOf(plan, cycle);
  return (
    <div className={styles['planFoot']}>
      {price > 0 && (
        <Button
          {...(own?.plan.id === plan.id ? {} : { variant: 'default' })}
          onClick={() => setAsked('pay')}
        >
          Pagar<span className="lv-hidden"> {words}</span>
        </Button>
      )}
      {isRunningNow && !isNext && (
        <Button variant="default" onClick={() => setAsked('change')}>
          Trocar no próximo período<span className="lv-hidden"> para {words}</span>
        </Button>
      )}
      {asked === 'pay' && (
        <CheckoutDialog
          plan={plan}
          cycle={cycle}
          amount={isNext ? (own.next_amount ?? price) : price}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'change' && own !== undefined && (
        <ChangeDialog {...{ plan, cycle, price, own }} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

interface ChangeDialogProps extends PricedProps {
  readonly own: OwnSubscription;
  readonly onClose: () => void;
}

function ChangeDialog({ plan, cycle, price, own, onClose }: ChangeDialogProps) {
  const change = useChange('changeOwnPlan');
  return (
    <ConfirmDialog
      title="Trocar de plano?"
      action="Trocar de plano"
      onClose={onClose}
      body={
        <p>
          A partir de {formatDate(own.due_date)} você passa para{' '}
          <strong>{wordsOf(plan, cycle)}</strong>,{' '}
          {price === 0 ? 'grátis' : <Money amount={price} />}. Até lá nada muda.
        </p>
      }
      run={async () => {
        await change.mutateAsync({ body: { plan_id: plan.id, billing_cycle: cycle } });
        toast('Troca marcada para o próximo período.');
      }}
    />
  );
}
