import { Button, TextInput } from '@mantine/core';
import type { Subscription } from '@lavra/contract/subscriptions/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { paymentMethodLabels, type PaymentMethod } from '@lavra/domain/payment/payment-status';
import { useChange } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Form, Row } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { formatMoney, readDecimal } from '../../text/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';

interface Values {
  readonly amount: string;
  readonly payment_method: PaymentMethod;
  readonly payment_date: string;
}

const methods = Object.entries(paymentMethodLabels);

/**
 * Records money that was received by another way than the gateway: as pending, to be confirmed
 * afterwards.
 */
export function ManualPaymentDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const record = useChange('createManualPayment');
  const idempotencyKey = useOperationKey();
  const form = useForm<Values>({
    initial: {
      amount: '',
      payment_method: 'transfer',
      payment_date: localDate(new Date(), serviceZone),
    },
    rules: {
      amount: (value) =>
        (readDecimal(value, 2) ?? 0) > 0 ? null : 'Informe o valor, por exemplo 99,90.',
    },
    send: async ({ amount, payment_method, payment_date }) => {
      const body = {
        subscription_id: subscription.id,
        amount: readDecimal(amount, 2) ?? 0,
        payment_method,
        payment_date: payment_date === '' ? null : payment_date,
      };
      const payment = await record.mutateAsync({ body, idempotencyKey });
      toast(
        `Pagamento de ${formatMoney(payment.amount)} registrado. Confirme-o em Pagamentos para que ele pague o período.`,
      );
      onClose();
    },
  });
  return (
    <Dialog title="Registrar pagamento" onClose={onClose}>
      <p>
        De <strong>{subscription.user.name}</strong>, plano {subscription.plan.name}, com vencimento
        em {formatDate(subscription.due_date)}. Ele nasce pendente; ao ser confirmado, a assinatura
        vale por mais um ciclo.
      </p>
      <Form
        form={form}
        action="Registrar pagamento"
        acting="Registrando…"
        beside={
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        }
      >
        <TextInput
          label="Valor recebido"
          leftSection="R$"
          inputMode="decimal"
          required
          {...form.fields.getInputProps('amount')}
        />
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
            {...form.fields.getInputProps('payment_date')}
          />
        </Row>
      </Form>
    </Dialog>
  );
}
