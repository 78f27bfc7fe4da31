import { Button } from '@mantine/core';
import type { OwnSubscription } from '@lavra/contract/subscriptions/schemas';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import {
  isRunning,
  type SubscriptionStatus,
} from '@lavra/domain/subscription/subscription-machine';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { newKey } from '../../forms/operation-key.ts';
import { formatDate } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { keepingMoney } from '../../ui/money.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ClockIcon } from '../../ui/page-icons.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { Term, TermList } from '../../ui/record.tsx';
import { Failure, Notice, QueryView, State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { OwnPayments } from './own-payments.tsx';
import { Features } from './plan-features.tsx';
import { Periods } from './periods.tsx';
import { Plans } from './plans.tsx';
import styles from './subscription.module.css';
import { useConfirmations, useOwnPayments } from './use-own-payments.ts';

/**
 * The user's plan, the other plans, and the payments. Producers, suppliers and consultants see the
 * same page.
 */
export function SubscriptionPage() {
  usePageTitle('Assinatura – Minha conta');
  const [page, setPage] = useState(1);
  const payments = useOwnPayments(page);
  useConfirmations(payments.data?.data);
  // Read after the payments, so that it is never older than they are: a payment that is confirmed
  // later changes them, which reloads it.
  const subscription = useRead(
    'getOwnSubscription',
    {},
    { staleTime: 0, enabled: payments.isFetchedAfterMount },
  );
  const hasNone = subscription.error instanceof ApiError && subscription.error.status === 404;
  if (hasNone) return <NoneYet />;
  if (subscription.isError && subscription.data === undefined)
    return (
      <Failure
        error={subscription.error}
        onRetry={() => {
          void subscription.refetch();
        }}
      />
    );
  return (
    <QueryView query={subscription}>
      {(own) => (
        <>
          <Current own={own} />
          <Plans own={own} />
          <OwnPayments payments={payments} onPage={setPage} />
        </>
      )}
    </QueryView>
  );
}

const NoneYet = () => (
  <>
    <Card>
      <State icon={ClockIcon} title="Você ainda não tem assinatura">
        Escolha um plano abaixo.
      </State>
    </Card>
    <Plans />
  </>
);

const tones: Readonly<Record<SubscriptionStatus, ChipTone>> = {
  trial: 'info',
  active: 'good',
  expired: 'danger',
  cancelled: 'plain',
};

interface OwnProps {
  readonly own: OwnSubscription;
}

function Current({ own }: OwnProps) {
  const { plan, status, status_label, billing_cycle, due_date, features, periods } = own;
  return (
    <Card title={`Plano ${plan.name}`} aside={<Chip tone={tones[status]}>{status_label}</Chip>}>
      <DueNotice own={own} />
      <TermList>
        <Term
          name={status === 'trial' ? 'Teste até' : isRunning(status) ? 'Vale até' : 'Valeu até'}
        >
          {formatDate(due_date)}
        </Term>
        <Term name="Cobrança">{billingCycleLabels[billing_cycle]}</Term>
        <NextPeriod own={own} />
      </TermList>
      {periods.length > 0 && (
        <section>
          <h3 className={styles['periodsTitle']}>Seus períodos</h3>
          <Periods periods={periods} />
        </section>
      )}
      {features.length > 0 && <Features features={features} />}
      <CancelButton own={own} />
    </Card>
  );
}

function NextPeriod({ own }: OwnProps) {
  const { plan, next_plan, billing_cycle, next_billing_cycle, next_amount } = own;
  return (
    <Term
      name={
        next_plan === null && own.periods.length > 1
          ? `Depois de ${formatDate(own.due_date)}`
          : 'Próximo período'
      }
    >
      {own.cancel_requested_at === null
        ? keepingMoney(
            nextOf(next_plan?.name ?? plan.name, next_billing_cycle ?? billing_cycle, next_amount),
          )
        : 'Nenhum: cancelada ao fim do período'}
      {isNextPaid(own) && ' (já pago)'}
    </Term>
  );
}

function nextOf(
  plan: string,
  cycle: OwnSubscription['billing_cycle'],
  amount: number | null,
): string {
  return amount === null
    ? `${plan} não é mais vendido neste ciclo: escolha outro`
    : `${plan}, ${billingCycleLabels[cycle].toLowerCase()}, ${amount === 0 ? 'grátis' : formatMoney(amount)}`;
}

/** Returns true when the next plan was paid for, rather than only chosen. */
const isNextPaid = ({
  next_plan,
  next_billing_cycle,
  cancel_requested_at,
  periods,
}: OwnSubscription): boolean =>
  cancel_requested_at === null &&
  periods
    .slice(1)
    .some(
      ({ kind, plan, billing_cycle }) =>
        kind === 'paid' && plan.id === next_plan?.id && billing_cycle === next_billing_cycle,
    );

/** Warns when action is needed: a trial about to end, a period that is over. */
function DueNotice({
  own: { status, days_left, due_date, cancel_requested_at },
}: {
  readonly own: OwnSubscription;
}) {
  if (status === 'expired')
    return (
      <Notice tone="danger" title="Sua assinatura venceu.">
        <p>Você continua vendo tudo. Pague um plano para voltar a publicar e enviar.</p>
      </Notice>
    );
  if (cancel_requested_at !== null && isRunning(status))
    return (
      <Notice
        tone="warn"
        title={`Cancelamento pedido: a assinatura segue até ${formatDate(due_date)}.`}
      >
        <p>Mudou de ideia? Um novo pagamento desfaz o cancelamento.</p>
      </Notice>
    );
  if (!isRunning(status) || days_left > 7) return null;
  const when = days_left <= 0 ? 'hoje' : days_left === 1 ? 'amanhã' : `em ${days_left} dias`;
  return (
    <Notice
      tone="warn"
      title={
        status === 'trial'
          ? `Seu período de teste termina ${when}.`
          : `Sua assinatura vence ${when}.`
      }
    >
      <p>Renove a tempo para continuar sem interrupção.</p>
    </Notice>
  );
}

function CancelButton({
  own: { status, due_date, plan, cancel_requested_at },
}: {
  readonly own: OwnSubscription;
}) {
  const [asking, setAsking] = useState(false);
  const cancel = useChange('cancelOwnSubscription');
  if (!isRunning(status) || cancel_requested_at !== null) return null;
  return (
    <div>
      <Button variant="subtle" color="var(--lv-danger)" onClick={() => setAsking(true)}>
        Cancelar assinatura…
      </Button>
      {asking && (
        <ConfirmDialog
          title="Cancelar a assinatura?"
          action="Cancelar assinatura"
          danger
          onClose={() => setAsking(false)}
          body={
            <p>
              O plano <strong>{plan.name}</strong> segue até {formatDate(due_date)}. Depois disso
              você continua vendo tudo, sem publicar nem enviar.
            </p>
          }
          run={async () => {
            await cancel.mutateAsync({ idempotencyKey: newKey() });
            toast('Cancelamento pedido.');
          }}
        />
      )}
    </div>
  );
}
