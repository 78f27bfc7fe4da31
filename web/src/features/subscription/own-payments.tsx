import { Button } from '@mantine/core';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { paymentMethodLabels, type PaymentStatus } from '@lavra/domain/payment/payment-status';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../../api/endpoint-types.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { formatDate } from '../../text/dates.ts';
import { Money } from '../../ui/money.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FileIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { Instructions } from './instructions.tsx';
import styles from './subscription.module.css';

const tones: Readonly<Record<PaymentStatus, ChipTone>> = {
  pending: 'warn',
  confirmed: 'good',
  failed: 'danger',
  overdue: 'danger',
  refunded: 'plain',
  partially_refunded: 'plain',
  cancelled: 'plain',
};

/** Lists the user's payments, paid and open, newest first. */
export function OwnPayments({
  payments,
  onPage,
}: {
  readonly payments: UseQueryResult<Reply<'listOwnPayments'>>;
  readonly onPage: (page: number) => void;
}) {
  return (
    <Card flush>
      <h2 className={styles['listTitle']}>Pagamentos</h2>
      <QueryView query={payments}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <State icon={FileIcon} title="Nenhum pagamento">
              O que você pagar aparece aqui.
            </State>
          ) : (
            <>
              <DataTable
                caption="Pagamentos"
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
              />
              <Paging meta={meta} onPage={onPage} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

const columns: readonly Column<OwnPayment>[] = [
  {
    name: 'plan',
    label: 'Plano',
    bare: true,
    cell: ({ plan, billing_cycle }) => (
      <>
        <strong>{plan.name}</strong>{' '}
        <span className={styles['quiet']}>{billingCycleLabels[billing_cycle]}</span>
      </>
    ),
  },
  {
    name: 'status',
    label: 'Situação',
    bare: true,
    cell: (payment) => <Chip tone={tones[payment.status]}>{payment.status_label}</Chip>,
  },
  {
    name: 'amount',
    label: 'Valor',
    align: 'right',
    cell: ({ amount, refunded_amount }) => (
      <>
        <Money amount={amount} />
        {refunded_amount > 0 && (
          <span className={styles['quiet']}>
            {' '}
            (voltaram <Money amount={refunded_amount} />)
          </span>
        )}
      </>
    ),
  },
  {
    name: 'method',
    label: 'Forma',
    cell: ({ payment_method }) =>
      payment_method === null ? '–' : paymentMethodLabels[payment_method],
  },
  {
    name: 'date',
    label: 'Data',
    cell: ({ payment_date, due_date }) =>
      payment_date === null ? `vence em ${formatDate(due_date)}` : formatDate(payment_date),
  },
  { name: 'pay', label: 'Pagar', bare: true, cell: (payment) => <HowToPay payment={payment} /> },
];

function HowToPay({
  payment: { status, instructions, plan, amount },
}: {
  readonly payment: OwnPayment;
}) {
  const [shown, show] = useState(false);
  if (instructions === null || (status !== 'pending' && status !== 'overdue')) return null;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => show(true)}>
        Como pagar
      </Button>
      {shown && (
        <Dialog title="Como pagar" onClose={() => show(false)}>
          <p>
            <strong>{plan.name}</strong>, <Money amount={amount} />.
          </p>
          <Instructions instructions={instructions} />
          <DialogActions>
            <Button variant="default" onClick={() => show(false)}>
              Fechar
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
