import { TextInput } from '@mantine/core';
import type { Plan, Subscription } from '@lavra/contract/subscriptions/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { paymentMethodLabels, type PaymentMethod } from '@lavra/domain/payment/payment-status';
import {
  billingCycleLabels,
  billingCycles,
  type BillingCycle,
} from '@lavra/domain/subscription/billing-cycle';
import { useChange } from '../../data/use-api.ts';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { Form, Row } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Fields } from '../../forms/use-fields.ts';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { formatMoney, readDecimal } from '../../text/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';
import { comingPeriodOf } from './coming-period.ts';

interface Values {
  readonly plan_id: string;
  readonly billing_cycle: BillingCycle;
  readonly amount: string;
  readonly agreed_amount: boolean;
  readonly payment_method: PaymentMethod;
  readonly payment_date: string;
}

const methods = Object.entries(paymentMethodLabels);
const cycles = billingCycles.map((cycle) => [cycle, billingCycleLabels[cycle]] as const);

interface ManualPaymentProps {
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly onClose: () => void;
}

function useRecording({ subscription, onClose }: Omit<ManualPaymentProps, 'plans'>) {
  const record = useChange('createManualPayment');
  const idempotencyKey = useOperationKey();
  const coming = comingPeriodOf(subscription);
  return useForm<Values>({
    initial: {
      plan_id: String(coming.plan.id),
      billing_cycle: coming.billing_cycle,
      amount: '',
      agreed_amount: false,
      payment_method: 'transfer',
      payment_date: localDate(new Date(), serviceZone),
    },
    rules: {
      amount: (value) =>
        (readDecimal(value, 2) ?? 0) > 0 ? null : 'Informe o valor, por exemplo 99,90.',
    },
    send: async ({ plan_id, amount, payment_date, ...rest }) => {
      const body = {
        ...rest,
        subscription_id: subscription.id,
        plan_id: Number(plan_id),
        amount: readDecimal(amount, 2) ?? 0,
        payment_date: payment_date === '' ? null : payment_date,
      };
      const payment = await record.mutateAsync({ body, idempotencyKey });
      toast(
        `Pagamento de ${formatMoney(payment.amount)} registrado. Confirme-o em Pagamentos para que ele pague o período.`,
      );
      onClose();
    },
  });
}

/** The plans that a payment may pay for: those on sale, and those that the subscription has. */
const payablePlans = (plans: readonly Plan[], subscription: Subscription): readonly Plan[] => {
  const own = new Set([subscription.plan.id, comingPeriodOf(subscription).plan.id]);
  return plans.filter(
    ({ id, is_active, profile_type }) =>
      profile_type === subscription.plan.profile_type && (is_active || own.has(id)),
  );
};

/**
 * Records money that was received by another way than the gateway: as pending, to be confirmed
 * afterwards. `plans` are the plans of all profiles.
 */
export function ManualPaymentDialog({ subscription, plans, onClose }: ManualPaymentProps) {
  const form = useRecording({ subscription, onClose });
  return (
    <Dialog title="Registrar pagamento" onClose={onClose}>
      <p>
        De <strong>{subscription.user.name}</strong>, plano {subscription.plan.name}, com vencimento
        em {formatDate(subscription.due_date)}. O pagamento nasce pendente; ao ser confirmado, a
        assinatura ganha um período do plano e do ciclo abaixo, depois dos já pagos.
      </p>
      <Form form={form} action="Registrar pagamento" acting="Registrando…" onCancel={onClose}>
        <PaidFor fields={form.fields} plans={payablePlans(plans, subscription)} />
        <Row>
          <SelectField
            label="Como foi pago"
            required
            options={methods}
            {...form.fields.getInputProps('payment_method')}
          />
          <TextInput
            label="Data do pagamento"
            type="date"
            max={localDate(new Date(), serviceZone)}
            {...form.fields.getInputProps('payment_date')}
          />
        </Row>
      </Form>
    </Dialog>
  );
}

/** What the money pays for, and how much it is: the price, unless another amount was agreed. */
function PaidFor({
  fields,
  plans,
}: {
  readonly fields: Fields<Values>;
  readonly plans: readonly Plan[];
}) {
  const { plan_id, billing_cycle, amount, agreed_amount } = fields.values;
  const price = plans.find(({ id }) => String(id) === plan_id)?.[`price_${billing_cycle}`] ?? null;
  const received = readDecimal(amount, 2) ?? 0;
  return (
    <>
      <Row>
        <SelectField
          label="Plano pago"
          required
          options={plans.map(({ id, name }) => [String(id), name] as const)}
          {...fields.getInputProps('plan_id')}
        />
        <SelectField
          label="Ciclo pago"
          required
          options={cycles}
          {...fields.getInputProps('billing_cycle')}
        />
      </Row>
      <TextInput
        label="Valor recebido"
        description={
          price === null ? 'Este plano não é vendido neste ciclo' : `Preço: ${formatMoney(price)}`
        }
        leftSection="R$"
        inputMode="decimal"
        required
        {...fields.getInputProps('amount')}
      />
      {(agreed_amount || (received > 0 && received !== price)) && (
        <CheckField
          label="O valor foi combinado com o assinante"
          hint="Marque quando ele não é o preço; o período é o mesmo."
          checked={agreed_amount}
          onChange={(agreed) => fields.setFieldValue('agreed_amount', agreed)}
        />
      )}
    </>
  );
}
