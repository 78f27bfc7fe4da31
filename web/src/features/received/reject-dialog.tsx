import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { QuickReasons } from '../../ui/record.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useReject } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';

const MOST = 500;
const usual = [
  'Preço acima do esperado',
  'Produto diferente do pedido',
  'Prazo de entrega',
  'Validade curta',
] as const;

interface RejectDialogProps {
  readonly proposals: readonly ReceivedProposal[];
  readonly onClose: () => void;
}

function useRejecting({ proposals, onClose }: RejectDialogProps) {
  const reject = useReject();
  const [only] = proposals;
  return useForm({
    // Stored as a draft: a session that ends while the reason is written does not lose it.
    ...(only === undefined || proposals.length > 1 ? {} : { draftKey: `recusar.${only.uuid}` }),
    initial: { reason: '' },
    rules: { reason: required('Conte o motivo da recusa.') },
    send: async ({ reason }) => {
      for (const proposal of proposals) await reject.mutateAsync({ proposal, reason });
      toast(
        proposals.length === 1
          ? `${namesOf(proposals)} recusada.`
          : `${proposals.length} propostas recusadas.`,
      );
      onClose();
    },
  });
}

const namesOf = (proposals: readonly ReceivedProposal[]): string =>
  proposals.map(nameOf).join(', ');

/** Rejects one proposal, or several with the same reason. Nothing is sent without a reason. */
export function RejectDialog({ proposals, onClose }: RejectDialogProps) {
  const form = useRejecting({ proposals, onClose });
  const names = namesOf(proposals);
  const isOne = proposals.length === 1;
  return (
    <Dialog
      title={isOne ? `Recusar a ${names}?` : `Recusar ${proposals.length} propostas?`}
      onClose={onClose}
    >
      <p>
        {isOne ? 'O fornecedor lerá este texto.' : `Os fornecedores de ${names} lerão este texto.`}{' '}
        Essa ação não poderá ser desfeita.
      </p>
      <Form
        form={form}
        action={isOne ? `Recusar ${names}` : `Recusar ${proposals.length} propostas`}
        acting="Recusando…"
        danger
        onCancel={onClose}
      >
        <ReasonField fields={form.fields} />
      </Form>
    </Dialog>
  );
}

/** The reason: written, or put together from the usual ones. */
function ReasonField({ fields }: { readonly fields: Fields<{ reason: string }> }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { reason } = fields.values;
  const choose = (words: string): void => {
    fields.setFieldValue(
      'reason',
      reason.trim() === '' ? `${words}.` : `${reason.trim()} ${words}.`,
    );
    text.current?.focus();
  };
  const isShort = reason.trim() !== '' && reason.trim().length < 10;
  return (
    <>
      <QuickReasons reasons={usual} onChoose={choose} />
      <Textarea
        ref={text}
        label="Motivo da recusa"
        rows={3}
        maxLength={MOST}
        required
        {...fields.getInputProps('reason')}
        description={
          isShort
            ? 'Um pouco mais de detalhe ajuda o fornecedor a responder melhor da próxima vez.'
            : `${reason.length} de ${MOST} caracteres`
        }
      />
    </>
  );
}
