import { Button, Textarea, TextInput } from '@mantine/core';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { isDeliveryBeforeDeadline } from '@lavra/domain/order/order-rules';
import { useChange } from '../../data/use-api.ts';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { formatDate, formatDeadline, serviceZone } from '../../text/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { type ShownOrder } from './use-order.ts';

interface OrderDialogProps {
  readonly order: ShownOrder;
  readonly onClose: () => void;
}

/** Returns why a delivery does not go with the new deadline; an order without one gets none. */
function deliveryProblem(
  { delivery_date: before }: OrderDialogProps['order'],
  after: string,
  deadline: string,
): string | null {
  if (before === null) return null;
  if (after < before)
    return `A entrega só pode ser adiada: escolha ${formatDate(before)} ou depois.`;
  return isDeliveryBeforeDeadline(after, deadline)
    ? `A entrega fica antes do novo prazo: escolha ${formatDate(deadline)} ou depois.`
    : null;
}

const Back = ({ onClose }: Pick<OrderDialogProps, 'onClose'>) => (
  <Button variant="default" onClick={onClose}>
    Voltar
  </Button>
);

/** The new dates of an order, and the first day that its deadline may be. */
function useExtension({ order, onClose }: OrderDialogProps) {
  const extend = useChange('extendOrderDeadline');
  const today = localDate(new Date(), serviceZone);
  const first = addDays(order.deadline_date < today ? addDays(today, -1) : order.deadline_date, 1);
  const form = useForm({
    initial: { deadline_date: first, delivery_date: order.delivery_date ?? '' },
    rules: {
      deadline_date: (value) => (value >= first ? null : `Escolha ${formatDate(first)} ou depois.`),
      delivery_date: (value, { deadline_date }) => deliveryProblem(order, value, deadline_date),
    },
    send: async ({ deadline_date, delivery_date }) => {
      const isPutOff = delivery_date !== (order.delivery_date ?? '');
      await extend.mutateAsync({
        params: { order: order.uuid },
        body: { deadline_date, ...(isPutOff ? { delivery_date } : {}) },
        ifMatch: order.version,
      });
      toast(`Prazo estendido ${formatDeadline(deadline_date)}.`);
      onClose();
    },
  });
  return { form, first };
}

/** Sets a later deadline, and a later delivery where it would be before it; all are notified. */
export function ExtendDeadlineDialog({ order, onClose }: OrderDialogProps) {
  const { form, first } = useExtension({ order, onClose });
  return (
    <Dialog title="Estender o prazo" onClose={onClose}>
      <p>
        O prazo de <strong>{order.number}</strong> é {formatDate(order.deadline_date)}. Os
        fornecedores serão avisados do novo prazo.
      </p>
      <Form
        form={form}
        action="Estender prazo"
        acting="Estendendo…"
        beside={<Back onClose={onClose} />}
      >
        <TextInput
          label="Novo prazo"
          type="date"
          min={first}
          required
          {...form.fields.getInputProps('deadline_date')}
        />
        {order.delivery_date !== null && (
          <TextInput
            label="Entrega até"
            description="Se mudar, os fornecedores também serão avisados."
            type="date"
            min={order.delivery_date}
            required
            {...form.fields.getInputProps('delivery_date')}
          />
        )}
      </Form>
    </Dialog>
  );
}

function useCancelling({ order, onClose }: OrderDialogProps) {
  const cancel = useChange('cancelOrder');
  return useForm({
    initial: { reason: '' },
    rules: { reason: required('Conte o motivo do cancelamento.') },
    send: async ({ reason }) => {
      await cancel.mutateAsync({
        params: { order: order.uuid },
        body: { reason: reason.trim() },
        ifMatch: order.version,
      });
      toast('Cotação cancelada.');
      onClose();
    },
  });
}

/** Cancels an order with a reason that all participants can read. */
export function CancelOrderDialog({ order, onClose }: OrderDialogProps) {
  const form = useCancelling({ order, onClose });
  return (
    <Dialog title="Cancelar a cotação?" onClose={onClose}>
      <p>
        <strong>{order.number}</strong> sai do ar, e nenhuma das propostas poderá ser aceita. Essa
        ação não poderá ser desfeita.
      </p>
      <Form
        form={form}
        action="Cancelar cotação"
        acting="Cancelando…"
        danger
        beside={<Back onClose={onClose} />}
      >
        <Textarea
          label="Motivo"
          description="Os fornecedores lerão este texto."
          rows={3}
          maxLength={1000}
          required
          {...form.fields.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
