import { Button } from '@mantine/core';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import type { PublicPlan } from '@lavra/contract/subscriptions/schemas';
import {
  checkoutMethods,
  paymentMethodLabels,
  type CheckoutMethod,
} from '@lavra/domain/payment/payment-status';
import { billingCycleLabels, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';
import { Money } from '../../ui/money.tsx';
import { DecisionButton } from '../../ui/decision-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/states.tsx';
import { Instructions } from './instructions.tsx';
import { useOwnPayments } from './use-own-payments.ts';

interface CheckoutDialogProps {
  readonly plan: PublicPlan;
  readonly cycle: BillingCycle;
  readonly amount: number;
  readonly onClose: () => void;
}

const hints: Readonly<Record<CheckoutMethod, string>> = {
  pix: 'Cai na hora',
  boleto: 'Até 3 dias úteis',
  credit_card: 'Na página do meio de pagamento',
};

/**
 * Delays in seconds after which a gateway that has not responded is asked again, for the same
 * charge, never another one.
 */
const PATIENCE = [2, 4, 8, 15, 30];

/**
 * Asks for the payment method, then shows how to pay, until the charge is paid. Card numbers are
 * never typed here.
 */
export function CheckoutDialog({ plan, cycle, amount, onClose }: CheckoutDialogProps) {
  const [method, setMethod] = useState<CheckoutMethod>('pix');
  const { charge, error, isPending, run, waits } = useCharge({
    plan: plan.slug,
    billing_cycle: cycle,
    method,
  });
  const status = useOwnPayments().data?.data.find(({ id }) => id === charge?.payment.id)?.status;
  const isSilent = charge !== undefined && charge.instructions === null && status !== 'confirmed';
  const canSend = charge === undefined || (isSilent && !waits);
  return (
    <Dialog title={charge === undefined ? 'Pagar a assinatura' : 'Como pagar'} onClose={onClose}>
      <WhatIsPaid plan={plan} cycle={cycle} amount={charge?.payment.amount ?? amount} />
      {charge === undefined && <MethodField method={method} onChange={setMethod} />}
      {isSilent && <Silence waits={waits} />}
      {status === 'confirmed' && <Confirmed plan={plan} />}
      {status !== 'confirmed' && charge !== undefined && charge.instructions !== null && (
        <Instructions instructions={charge.instructions} />
      )}
      {error !== null && <Refusal error={error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {canSend ? 'Voltar' : 'Fechar'}
        </Button>
        {canSend && (
          <DecisionButton busy={isPending} onPress={run}>
            {isPending
              ? 'Gerando cobrança…'
              : charge === undefined
                ? 'Continuar'
                : 'Tentar de novo'}
          </DecisionButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

const WhatIsPaid = ({ plan, cycle, amount }: Omit<CheckoutDialogProps, 'onClose'>) => (
  <p>
    <strong>{plan.name}</strong>, {billingCycleLabels[cycle].toLowerCase()},{' '}
    <Money amount={amount} />.
  </p>
);

const Confirmed = ({ plan }: Pick<CheckoutDialogProps, 'plan'>) => (
  <Notice tone="good" role="status" title="Pagamento confirmado.">
    <p>O plano {plan.name} está em “Seus períodos”, com o dia em que começa.</p>
  </Notice>
);

const Refusal = ({ error }: { readonly error: Error }) => (
  <p role="alert" style={{ color: 'var(--lv-danger)' }}>
    {error.message}
  </p>
);

interface MethodFieldProps {
  readonly method: CheckoutMethod;
  readonly onChange: (method: CheckoutMethod) => void;
}

const MethodField = ({ method, onChange }: MethodFieldProps) => (
  <ChoiceField
    legend="Como você quer pagar?"
    name="method"
    value={method}
    onChange={onChange}
    options={checkoutMethods.map((value) => ({
      value,
      label: paymentMethodLabels[value],
      hint: hints[value],
    }))}
  />
);

/** Shown while the gateway has not responded: it is asked again, by itself or by the person. */
const Silence = ({ waits }: { readonly waits: boolean }) =>
  waits ? (
    <Notice tone="info" role="status" title="Processando…">
      <p>
        O meio de pagamento ainda não respondeu. Estamos perguntando de novo; a cobrança é uma só.
      </p>
    </Notice>
  ) : (
    <Notice tone="warn" role="status">
      <p>
        O meio de pagamento ainda não respondeu. A cobrança é a mesma: tente de novo em um instante.
      </p>
    </Notice>
  );

interface Choice {
  readonly plan: string;
  readonly billing_cycle: BillingCycle;
  readonly method: CheckoutMethod;
}

interface Charge {
  readonly payment: OwnPayment;
  /** How to pay; null until the gateway has responded. */
  readonly instructions: OwnPayment['instructions'];
}

interface Asking {
  readonly isSilent: boolean;
  readonly isPending: boolean;
}

/** Runs a request again while the gateway is silent; returns whether it will. */
function useRepetition(run: () => Promise<void>, { isSilent, isPending }: Asking): boolean {
  const [tries, setTries] = useState(0);
  const latest = useRef(run);
  latest.current = run;
  const seconds = isSilent ? PATIENCE[tries] : undefined;
  useEffect(() => {
    if (seconds === undefined || isPending) return undefined;
    const timer = setTimeout(() => {
      setTries((count) => count + 1);
      void latest.current();
    }, seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds, isPending]);
  return seconds !== undefined;
}

/**
 * Creates the charge once, and asks for it again automatically while the gateway does not respond.
 */
function useCharge({ plan, billing_cycle, method }: Choice) {
  const [charge, setCharge] = useState<Charge>();
  const key = useOperationKey();
  const checkout = useChange('checkoutSubscription');
  // set at once: `isPending` changes only with the next render, which a double click precedes
  const isUnderWay = useRef(false);
  const run = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      // One key per payment method: pressing again is the same charge. Without instructions the
      // charge is requested again.
      setCharge(
        await checkout.mutateAsync({
          body: { plan, billing_cycle, method },
          ...(charge === undefined ? { idempotencyKey: `${key}.${method}` } : {}),
        }),
      );
    } catch {
      // Shown in the dialog.
    } finally {
      isUnderWay.current = false;
    }
  };
  const { error, isPending } = checkout;
  const isSilent = charge !== undefined && charge.instructions === null;
  const willAsk = useRepetition(run, { isSilent, isPending });
  return {
    charge,
    error,
    isPending,
    waits: willAsk || isPending,
    run: () => {
      void run();
    },
  };
}
