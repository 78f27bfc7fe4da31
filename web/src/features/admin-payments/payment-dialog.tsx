import { Button } from '@mantine/core';
import type { Payment, Refund } from '@lavra/contract/payments/schemas';
import { paymentMethodLabels } from '@lavra/domain/payment/payment-status';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { May } from '../admin-kit/parts.tsx';
import styles from './payments.module.css';
import {
  canConfirm,
  canRefund,
  gatewayLabels,
  paymentTones,
  refundTones,
} from './payment-texts.ts';

interface PaymentDialogProps {
  readonly payment: Payment;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly onRefund: () => void;
}

/** Shows everything known about a payment, and its actions. */
export function PaymentDialog({ payment, onClose, onConfirm, onRefund }: PaymentDialogProps) {
  return (
    <FactsDialog
      title={`Pagamento de ${formatMoney(payment.amount)}`}
      onClose={onClose}
      facts={[
        {
          label: 'Situação',
          value: <Chip tone={paymentTones[payment.status]}>{payment.status_label}</Chip>,
        },
        { label: 'Assinante', value: `${payment.user.name} (${payment.user.email})` },
        {
          label: 'Plano',
          value: `${payment.plan.name}, ${billingCycleLabels[payment.billing_cycle].toLowerCase()}`,
        },
        {
          label: 'Como',
          value:
            payment.payment_method === null
              ? 'ainda não escolhido'
              : paymentMethodLabels[payment.payment_method],
        },
        {
          label: 'Cobrado por',
          value:
            payment.gateway === null
              ? 'fora do meio de pagamento'
              : `${gatewayLabels[payment.gateway]}, nº ${payment.gateway_reference ?? 'ainda sem número'}`,
        },
        { label: 'Vencimento', value: formatDate(payment.due_date) },
        {
          label: 'Pago em',
          value: payment.payment_date === null ? 'não informado' : formatDate(payment.payment_date),
        },
        {
          label: 'Confirmado',
          value: payment.confirmed_at === null ? 'não' : formatDateTime(payment.confirmed_at),
        },
        { label: 'Já estornado', value: formatMoney(payment.refunded_amount) },
      ]}
      actions={
        <May permission="payments.edit">
          {canConfirm(payment) && <Button onClick={onConfirm}>Confirmar pagamento</Button>}
          {canRefund(payment) && (
            <Button color="var(--lv-danger)" onClick={onRefund}>
              Estornar…
            </Button>
          )}
        </May>
      }
    >
      {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
    </FactsDialog>
  );
}

const Refunds = ({ refunds }: { readonly refunds: readonly Refund[] }) => (
  <section className={styles['refunds']}>
    <h3>Estornos</h3>
    <ul>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <strong>
            <Money amount={refund.amount} />
          </strong>{' '}
          <Chip tone={refundTones[refund.status]}>{refund.status_label}</Chip>
          <small>
            {formatDateTime(refund.created_at)}
            {refund.requested_by === null ? '' : `, por ${refund.requested_by.name}`}
          </small>
          {refund.reason !== null && <p>{refund.reason}</p>}
          {refund.status === 'processing' && (
            <p>
              O meio de pagamento ainda não disse o resultado. O serviço pergunta de novo até saber.
            </p>
          )}
          {refund.failure !== null && <p>{refund.failure}</p>}
          {refund.cancel_subscription && <p>Cancela a assinatura ao se concluir.</p>}
        </li>
      ))}
    </ul>
  </section>
);
