import { Button, Textarea, TextInput } from '@mantine/core';
import type { Payment } from '@lavra/contract/payments/schemas';
import { useChange } from '../../data/use-api.ts';
import { CheckField, ChoiceField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { formatMoney, readDecimal } from '../../text/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';
import { gatewayLabels } from './payment-texts.ts';

/** A full refund above this amount, in reais, is confirmed by typing a word. */
const TYPED_ABOVE = 1000;

interface Values {
  readonly extent: 'total' | 'partial';
  readonly amount: string;
  readonly reason: string;
  readonly cancel: boolean;
  readonly word: string;
}

interface RefundDialogProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

function useRefundForm({ payment, onClose }: RefundDialogProps) {
  const refund = useChange('refundPayment');
  const idempotencyKey = useOperationKey();
  const left = payment.refundable_amount;
  return useForm<Values>({
    initial: { extent: 'total', amount: '', reason: '', cancel: false, word: '' },
    rules: {
      amount: (value, values) => (values.extent === 'total' ? null : amountProblem(value, left)),
      word: (value, values) =>
        needsWord(values, left) && value.trim().toUpperCase() !== 'ESTORNAR'
          ? 'Escreva ESTORNAR.'
          : null,
    },
    send: async ({ extent, amount, reason, cancel }) => {
      const body = {
        amount: extent === 'total' ? left : (readDecimal(amount, 2) ?? left),
        reason: reason.trim() || null,
        cancel_subscription: cancel,
      };
      const after = await refund.mutateAsync({
        params: { id: String(payment.id) },
        body,
        idempotencyKey,
      });
      toast(toldOf(after));
      onClose();
    },
  });
}

const needsWord = ({ extent }: Values, left: number): boolean =>
  extent === 'total' && left > TYPED_ABOVE;

/** Refunds the rest of a payment or a part of it, once; describes the consequences first. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const form = useRefundForm({ payment, onClose });
  return (
    <Dialog title="Estornar pagamento" onClose={onClose}>
      <Form
        form={form}
        action="Estornar"
        acting="Estornando…"
        danger
        beside={
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancelar
          </Button>
        }
      >
        <Paid payment={payment} />
        <RefundFields payment={payment} fields={form.fields} />
      </Form>
    </Dialog>
  );
}

interface RefundFieldsProps {
  readonly payment: Payment;
  readonly fields: Fields<Values>;
}

function RefundFields({ payment, fields }: RefundFieldsProps) {
  const left = payment.refundable_amount;
  const { values } = fields;
  const isWhole = values.extent === 'total';
  return (
    <>
      <ExtentFields payment={payment} fields={fields} />
      <Textarea
        label="Motivo"
        description="Fica no registro do estorno."
        rows={2}
        maxLength={500}
        {...fields.getInputProps('reason')}
      />
      <CheckField
        label="Cancelar a assinatura também"
        checked={values.cancel}
        onChange={(cancel) => fields.setFieldValue('cancel', cancel)}
      />
      {isWhole || amountProblem(values.amount, left) === null ? (
        <Consequence payment={payment} values={values} left={left} />
      ) : null}
      {needsWord(values, left) && (
        <TextInput
          label="Escreva ESTORNAR para confirmar"
          autoComplete="off"
          required
          {...fields.getInputProps('word')}
        />
      )}
    </>
  );
}

const Paid = ({ payment }: { readonly payment: Payment }) => (
  <p>
    Pagamento de{' '}
    <strong>
      <Money amount={payment.amount} />
    </strong>{' '}
    de {payment.user.name}
    {payment.refunded_amount > 0 && (
      <>
        , dos quais <Money amount={payment.refunded_amount} /> já voltaram
      </>
    )}
    .
  </p>
);

/** All of what is left, or an amount. */
function ExtentFields({ payment, fields }: RefundFieldsProps) {
  const left = payment.refundable_amount;
  return (
    <>
      <ChoiceField
        legend="Quanto estornar"
        name="extent"
        value={fields.values.extent}
        onChange={(extent) => fields.setFieldValue('extent', extent)}
        options={[
          {
            value: 'total',
            label: payment.refunded_amount > 0 ? 'Tudo o que resta' : 'O valor total',
            hint: formatMoney(left),
          },
          { value: 'partial', label: 'Uma parte' },
        ]}
      />
      {fields.values.extent === 'partial' && (
        <TextInput
          label="Valor a estornar"
          description={`No máximo ${formatMoney(left)}.`}
          leftSection="R$"
          inputMode="decimal"
          required
          {...fields.getInputProps('amount')}
        />
      )}
    </>
  );
}

function amountProblem(text: string, left: number): string | null {
  const amount = readDecimal(text, 2) ?? 0;
  if (amount <= 0) return 'Informe o valor, por exemplo 49,90.';
  return amount > left
    ? `O valor passa do que ainda pode ser estornado: ${formatMoney(left)}.`
    : null;
}

/** Describes what will happen and to whom, depending on the choices above. */
function Consequence({
  payment,
  values,
  left,
}: {
  readonly payment: Payment;
  readonly values: Values;
  readonly left: number;
}) {
  const amount = values.extent === 'total' ? left : (readDecimal(values.amount, 2) ?? 0);
  return (
    <Notice tone="warn" title="O que vai acontecer" role="status">
      <p>
        <Money amount={amount} />{' '}
        {payment.gateway === null ? (
          <>
            serão registrados como devolvidos a {payment.user.name} <strong>por fora</strong>: faça
            a devolução pelo mesmo caminho do pagamento.
          </>
        ) : (
          <>
            voltam para {payment.user.name} pelo {gatewayLabels[payment.gateway]}.
          </>
        )}{' '}
        {amount >= left ? (
          'Nada mais restará a estornar.'
        ) : (
          <>
            Ainda restarão <Money amount={left - amount} />.
          </>
        )}
      </p>
      <p>
        <SubscriptionAfter isCancelled={values.cancel} isAllRefunded={amount >= left} />
      </p>
    </Notice>
  );
}

interface SubscriptionAfterProps {
  readonly isCancelled: boolean;
  readonly isAllRefunded: boolean;
}

function SubscriptionAfter({ isCancelled, isAllRefunded }: SubscriptionAfterProps) {
  if (isCancelled)
    return (
      <>
        <strong>A assinatura será cancelada</strong> quando o estorno se concluir, com todos os
        períodos já pagos.
      </>
    );
  return isAllRefunded
    ? 'O período deste pagamento sai da assinatura quando o estorno se concluir, e os outros já pagos vêm para a frente. Se ele já passou, a assinatura continua como está.'
    : 'A assinatura continua como está.';
}

function toldOf({ refunds, user, gateway }: Payment): string {
  const last = refunds.reduce(
    (newest, refund) => (refund.id > newest.id ? refund : newest),
    refunds[0] ?? { id: 0, amount: 0, status: 'processing' },
  );
  if (last.status === 'processing')
    return `Estorno de ${formatMoney(last.amount)} para ${user.name} em processamento: o resultado aparece aqui assim que for conhecido.`;
  return last.status === 'failed'
    ? `O meio de pagamento recusou o estorno de ${formatMoney(last.amount)}.`
    : gateway === null
      ? `Estorno de ${formatMoney(last.amount)} registrado. Falta devolver a ${user.name} por fora.`
      : `${formatMoney(last.amount)} estornados para ${user.name}.`;
}
