import { Textarea } from '@mantine/core';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QuickReasons } from '../../ui/record.tsx';
import { useDecline } from './order-choices.ts';

const usual = [
  'Não trabalho com os itens',
  'Fora da minha área',
  'Sem estoque',
  'Prazo curto',
] as const;

interface DeclineDialogProps {
  readonly order: { readonly uuid: string; readonly number: string; readonly description: string };
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/**
 * Asks before an order is removed from the list; the reason is optional and only for the supplier's
 * own use.
 */
export function DeclineDialog({ order, onClose, onDone }: DeclineDialogProps) {
  const { decline } = useDecline(order.uuid);
  const form = useForm({
    initial: { reason: '' },
    rules: {},
    send: async ({ reason }) => {
      await decline(reason);
      onClose();
      onDone?.();
    },
  });
  return (
    <Dialog title="Não participar desta cotação?" onClose={onClose}>
      <p>
        <strong>{order.number}</strong> {order.description}
      </p>
      <p>
        Ela some da sua lista e do painel, e você não recebe mais avisos dela. Enquanto ela estiver
        aberta, você pode voltar atrás em “Declinadas”.
      </p>
      <Form form={form} action="Não participar" acting="Um momento…" onCancel={onClose}>
        <QuickReasons
          reasons={usual}
          onChoose={(reason) => form.fields.setFieldValue('reason', reason)}
        />
        <Textarea
          label="Motivo (se quiser)"
          rows={2}
          maxLength={2000}
          {...form.fields.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
