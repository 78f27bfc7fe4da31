import { Button } from '@mantine/core';
import type { Payment } from '@lavra/contract/payments/schemas';
import {
  paymentMethodLabels,
  paymentMethods,
  paymentStatuses,
  paymentStatusLabels,
} from '@lavra/domain/payment/payment-status';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { formatDate } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { CardIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { choice, day, link } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, RowButton, Two } from '../admin-kit/parts.tsx';
import { useMay } from '../../runtime/context.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { canConfirm, canRefund, paymentTones } from './payment-texts.ts';
import { RefundDialog } from './refund-dialog.tsx';

const filters = {
  status: choice(
    'situacao',
    'Situação',
    paymentStatuses.map((status) => [status, paymentStatusLabels[status]] as const),
    { tabs: true },
  ),
  payment_method: choice(
    'meio',
    'Como foi pago',
    paymentMethods.map((method) => [method, paymentMethodLabels[method]] as const),
  ),
  start_date: day('de', 'Vence desde'),
  end_date: day('ate', 'Vence até'),
  subscription_id: link('assinatura', 'Assinatura'),
  payment_id: link('pagamento', 'Pagamento'),
} as const;

type Doing = { readonly what: 'look' | 'confirm' | 'refund'; readonly id: number };

/** Payments for subscriptions: received, due, and refunded. */
export function PaymentsPage() {
  const list = useList({
    sorts: ['created_at', 'due_date', 'amount', 'status'],
    first: { field: 'created_at', descending: true },
    filters,
  });
  const payments = useRead(
    'listAdminPayments',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  const mayChange = useMay('payments.edit');
  const whose =
    list.query.subscription_id === undefined ? undefined : payments.data?.data[0]?.user.name;
  return (
    <ListPage
      title="Pagamentos"
      words={['pagamento', 'pagamentos']}
      lead={whose === undefined ? undefined : `De ${whose}.`}
      search={{ label: 'Buscar assinante', placeholder: 'Nome, e-mail ou documento' }}
      list={list}
      query={payments}
      columns={[payerColumn(setDoing), ...columns, actionsColumn(setDoing, mayChange)]}
      keyOf={({ id }) => id}
      actions={
        (list.query.subscription_id ?? list.query.payment_id) !== undefined && (
          <Button variant="default" onClick={list.clear}>
            Ver de todos
          </Button>
        )
      }
      empty={
        <State icon={CardIcon} title="Nenhum pagamento ainda">
          O serviço cria a cobrança sete dias antes de cada vencimento. O que for pago por fora se
          registra em Assinaturas.
        </State>
      }
    >
      <PaymentDialogs doing={doing} payments={payments.data?.data ?? []} onDo={setDoing} />
    </ListPage>
  );
}

/** What is paid for, how, and until when. */
const columns: readonly Column<Payment>[] = [
  {
    name: 'plan',
    label: 'Plano',
    cell: ({ plan, payment_method }) => (
      <Two
        first={plan.name}
        second={payment_method === null ? null : paymentMethodLabels[payment_method]}
      />
    ),
  },
  {
    name: 'status',
    label: 'Situação',
    sort: 'status',
    cell: (row) => (
      <Two
        first={
          <span>
            <Chip tone={paymentTones[row.status]}>{row.status_label}</Chip>
          </span>
        }
        second={
          row.refunds.some(({ status }) => status === 'processing')
            ? 'estorno em processamento'
            : null
        }
      />
    ),
  },
  {
    name: 'due',
    label: 'Vencimento',
    sort: 'due_date',
    cell: ({ due_date, payment_date }) => (
      <Two
        first={formatDate(due_date)}
        second={payment_date === null ? null : `pago em ${formatDate(payment_date)}`}
      />
    ),
  },
  {
    name: 'amount',
    label: 'Valor',
    sort: 'amount',
    align: 'right',
    cell: ({ amount, refunded_amount }) => (
      <Two
        first={formatMoney(amount)}
        second={refunded_amount > 0 ? `− ${formatMoney(refunded_amount)}` : null}
      />
    ),
  },
];

type Do = (doing: Doing) => void;

const payerColumn = (act: Do): Column<Payment> => ({
  name: 'user',
  label: 'Assinante',
  bare: true,
  cell: ({ id, user }) => (
    <Two
      first={<RowButton onClick={() => act({ what: 'look', id })}>{user.name}</RowButton>}
      second={user.email}
    />
  ),
});

const actionsColumn = (act: Do, mayChange: boolean): Column<Payment> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (payment) =>
    mayChange && (
      <Acts>
        {canConfirm(payment) && (
          <Act
            label={`Confirmar pagamento de ${payment.user.name}`}
            onClick={() => act({ what: 'confirm', id: payment.id })}
          >
            Confirmar
          </Act>
        )}
        {canRefund(payment) && (
          <Act
            label={`Estornar pagamento de ${payment.user.name}`}
            danger
            onClick={() => act({ what: 'refund', id: payment.id })}
          >
            Estornar
          </Act>
        )}
      </Acts>
    ),
});

/** The open dialog; it shows the payment as the list currently knows it. */
function PaymentDialogs({
  doing,
  payments,
  onDo,
}: {
  readonly doing: Doing | undefined;
  readonly payments: readonly Payment[];
  readonly onDo: (doing: Doing | undefined) => void;
}) {
  const confirm = useChange('confirmPayment');
  const payment = payments.find(({ id }) => id === doing?.id);
  if (doing === undefined || payment === undefined) return null;
  const close = (): void => onDo(undefined);
  if (doing.what === 'refund') return <RefundDialog payment={payment} onClose={close} />;
  if (doing.what === 'look')
    return (
      <PaymentDialog
        payment={payment}
        onClose={close}
        onConfirm={() => onDo({ what: 'confirm', id: payment.id })}
        onRefund={() => onDo({ what: 'refund', id: payment.id })}
      />
    );
  return (
    <ConfirmDialog
      title="Confirmar pagamento"
      action="Confirmar pagamento"
      onClose={close}
      body={
        <p>
          <strong>
            <Money amount={payment.amount} />
          </strong>{' '}
          de {payment.user.name} contam como recebidos, e a assinatura do plano {payment.plan.name}{' '}
          vale por mais um ciclo. Depois disso só um estorno devolve o dinheiro.
        </p>
      }
      run={async () => {
        await confirm.mutateAsync({ params: { id: String(payment.id) } });
        toast(`Pagamento de ${payment.user.name} confirmado.`);
      }}
    />
  );
}
