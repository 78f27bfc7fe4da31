import { TextInput } from '@mantine/core';
import type { Subscription } from '@lavra/contract/subscriptions/schemas';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { useChange } from '../../data/use-api.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useOperationKey } from '../../forms/operation-key.ts';

const readDays = (text: string): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= 365 ? Number(text) : undefined;

/** Extends a trial by some days, and shows the resulting due date. */
export function ExtendTrialDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const extend = useChange('extendTrial');
  const idempotencyKey = useOperationKey();
  const today = localDate(new Date(), serviceZone);
  const form = useForm({
    initial: { days: '30' },
    rules: {
      days: (value: string) => (readDays(value) === undefined ? 'Informe de 1 a 365 dias.' : null),
    },
    send: async ({ days }) => {
      const { due_date } = await extend.mutateAsync({
        params: { id: String(subscription.id) },
        body: { days: Number(days) },
        idempotencyKey,
      });
      toast(`Teste de ${subscription.user.name} estendido até ${formatDate(due_date)}.`);
      onClose();
    },
  });
  const days = readDays(form.fields.values.days);
  const from = subscription.due_date > today ? subscription.due_date : today;
  return (
    <Dialog title="Estender o teste" onClose={onClose}>
      <p>
        <strong>{subscription.user.name}</strong>, plano {subscription.plan.name}. Os dias contam a
        partir do vencimento, ou de hoje se ele já passou.
      </p>
      <Form form={form} action="Estender teste" acting="Estendendo…" onCancel={onClose}>
        <TextInput
          label="Dias a mais"
          inputMode="numeric"
          required
          {...form.fields.getInputProps('days')}
        />
        <p role="status">
          Vencimento: {formatDate(subscription.due_date)} →{' '}
          <strong>{days === undefined ? '…' : formatDate(addDays(from, days))}</strong>
        </p>
      </Form>
    </Dialog>
  );
}
