import { Button } from '@mantine/core';
import type { Payment, Refund } from '@lavra/contract/payments/schemas';
import { paymentMethodLabels } from '@lavra/domain/payment/payment-status';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { May, Pairs } from '../admin-lists/parts.tsx';
import styles from './payments.module.css';
import { canConfirm, canRefund, gatewayLabels, paymentTones, refundTones } from './payment-texts.ts';

interface PaymentDialogProps { readonly payment: Payment; readonly onClose: () => void; readonly onConfirm: () => void; readonly onRefund: () => void }

/** Everything known of a payment, and what can be done about it. */
export function PaymentDialog({ payment, onClose, onConfirm, onRefund }: PaymentDialogProps) {
  return (
    <Dialog title={`Pagamento de ${formatMoney(payment.amount)}`} onClose={onClose}>
      <Pairs
        pairs={[
          ['Situação', <Chip key="status" tone={paymentTones[payment.status]}>{payment.status_label}</Chip>],
          ['Assinante', `${payment.user.name} (${payment.user.email})`],
          ['Plano', `${payment.plan.name}, ${billingCycleLabels[payment.billing_cycle].toLowerCase()}`],
          ['Como', payment.payment_method === null ? 'ainda não escolhido' : paymentMethodLabels[payment.payment_method]],
          ['Cobrado por', payment.gateway === null ? 'fora do meio de pagamento' : `${gatewayLabels[payment.gateway]}, nº ${payment.gateway_reference ?? 'ainda sem número'}`],
          ['Vencimento', formatDate(payment.due_date)],
          ['Pago em', payment.payment_date === null ? 'não informado' : formatDate(payment.payment_date)],
          ['Confirmado', payment.confirmed_at === null ? 'não' : formatDateTime(payment.confirmed_at)],
          ['Já estornado', formatMoney(payment.refunded_amount)],
        ]}
      />
      {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>Fechar</Button>
        <May permission="payments.edit">
          {canConfirm(payment) && <Button onClick={onConfirm}>Confirmar pagamento</Button>}
          {canRefund(payment) && <Button color="var(--lv-danger)" onClick={onRefund}>Estornar…</Button>}
        </May>
      </DialogActions>
    </Dialog>
  );
}

const Refunds = ({ refunds }: { readonly refunds: readonly Refund[] }) => (
  <section className={styles['refunds']}>
    <h3>Estornos</h3>
    <ul>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <strong>{formatMoney(refund.amount)}</strong> <Chip tone={refundTones[refund.status]}>{refund.status_label}</Chip>
          <small>{formatDateTime(refund.created_at)}{refund.requested_by === null ? '' : `, por ${refund.requested_by.name}`}</small>
          {refund.reason !== null && <p>{refund.reason}</p>}
          {refund.status === 'processing' && <p>O meio de pagamento ainda não disse o resultado. O serviço pergunta de novo até saber.</p>}
          {refund.failure !== null && <p>{refund.failure}</p>}
          {refund.cancel_subscription && <p>Cancela a assinatura ao se concluir.</p>}
        </li>
      ))}
    </ul>
  </section>
);
