import { Button } from '@mantine/core';
import type { AdminOrder } from '@lavra/contract/admin/orders';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ReasonDialog } from '../admin-kit/reason-dialog.tsx';

type Asked = keyof typeof questions;

/** The actions that this administrator may perform on the order now, according to the service. */
export function OrderActions({ order }: { readonly order: AdminOrder }) {
  const [asked, setAsked] = useState<Asked>();
  const Question = asked && questions[asked];
  const ask = (what: Asked, label: string, look: 'main' | 'plain' | 'danger' = 'plain') => (
    <Button
      variant={look === 'main' ? 'filled' : look === 'danger' ? 'outline' : 'default'}
      {...(look === 'danger' ? { color: 'var(--lv-danger)' } : {})}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  );
  return (
    <ActionRow>
      {order.can_approve && ask('approve', 'Aprovar', 'main')}
      {order.can_return && ask('return', 'Devolver com comentário')}
      {order.can_resume && ask('resume', 'Encerrar a suspensão', 'main')}
      {order.can_suspend && ask('suspend', 'Suspender')}
      {order.can_revoke && ask('revoke', 'Revogar', 'danger')}
      {Question !== undefined && <Question order={order} onClose={() => setAsked(undefined)} />}
    </ActionRow>
  );
}

interface QuestionProps {
  readonly order: AdminOrder;
  readonly onClose: () => void;
}

/** What each action is called with: the order as it is shown. */
const inputOf = ({ uuid, version }: AdminOrder) => ({ params: { id: uuid }, ifMatch: version });

const openProposals = ({ proposals: { submitted } }: AdminOrder): string =>
  countOf(submitted, ['proposta em aberto', 'propostas em aberto'], 'Nenhuma proposta em aberto');

function ApproveDialog({ order, onClose }: QuestionProps) {
  const approve = useChange('approveOrder');
  const { number, producer, publish_at } = order;
  return (
    <ConfirmDialog
      title="Aprovar a cotação?"
      action={`Aprovar ${number}`}
      onClose={onClose}
      run={async () => {
        await approve.mutateAsync(inputOf(order));
        toast(`Cotação ${number} aprovada.`);
      }}
      body={
        <p>
          <strong>{number}</strong>, de {producer.name},{' '}
          {publish_at === null
            ? 'é publicada na hora'
            : `é publicada em ${formatDateTime(publish_at)}`}
          , e os fornecedores da região são avisados.
        </p>
      }
    />
  );
}

function ReturnDialog({ order, onClose }: QuestionProps) {
  const back = useChange('returnOrder');
  const { number, producer } = order;
  return (
    <ReasonDialog
      title="Devolver a cotação"
      label="O que precisa mudar"
      hint={`${producer.name} lerá este texto.`}
      missing="Diga o que precisa mudar."
      action="Devolver cotação"
      acting="Devolvendo…"
      onClose={onClose}
      body={
        <p>
          <strong>{number}</strong> volta a ser rascunho de {producer.name}, que a ajusta e publica
          de novo.
        </p>
      }
      run={async (comment) => {
        await back.mutateAsync({ ...inputOf(order), body: { comment } });
        toast(`Cotação ${number} devolvida.`);
      }}
    />
  );
}

function SuspendDialog({ order, onClose }: QuestionProps) {
  const suspend = useChange('suspendOrder');
  const { number, producer } = order;
  return (
    <ReasonDialog
      title="Suspender a cotação"
      label="Motivo da suspensão"
      hint={`${producer.name} lerá este texto.`}
      missing="Conte o motivo da suspensão."
      action="Suspender cotação"
      acting="Suspendendo…"
      danger
      onClose={onClose}
      body={
        <p>
          Enquanto <strong>{number}</strong>, de {producer.name}, estiver suspensa, nenhum
          fornecedor envia propostas, e nenhuma pode ser aceita. {openProposals(order)}.
        </p>
      }
      run={async (reason) => {
        await suspend.mutateAsync({ ...inputOf(order), body: { reason } });
        toast(`Cotação ${number} suspensa.`);
      }}
    />
  );
}

function ResumeDialog({ order, onClose }: QuestionProps) {
  const resume = useChange('resumeOrder');
  const { number, producer } = order;
  return (
    <ConfirmDialog
      title="Encerrar a suspensão?"
      action="Encerrar a suspensão"
      onClose={onClose}
      run={async () => {
        await resume.mutateAsync(inputOf(order));
        toast(`Cotação ${number} de volta.`);
      }}
      body={
        <p>
          <strong>{number}</strong>, de {producer.name}, segue de onde parou.
        </p>
      }
    />
  );
}

function RevokeDialog({ order, onClose }: QuestionProps) {
  const revoke = useChange('revokeOrder');
  const { number, producer, proposals } = order;
  return (
    <ReasonDialog
      title="Revogar a cotação"
      label="Motivo da revogação"
      hint={`${producer.name} e os fornecedores com proposta lerão este texto.`}
      missing="Conte o motivo da revogação."
      action={`Revogar ${number}`}
      acting="Revogando…"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{number}</strong>, de {producer.name}, acaba aqui.{' '}
          {proposals.accepted === 0
            ? `${openProposals(order)}.`
            : 'A proposta aceita deixa de valer.'}{' '}
          Essa ação não poderá ser desfeita.
        </p>
      }
      run={async (reason) => {
        await revoke.mutateAsync({ ...inputOf(order), body: { reason } });
        toast(`Cotação ${number} revogada.`);
      }}
    />
  );
}

const questions = {
  approve: ApproveDialog,
  return: ReturnDialog,
  suspend: SuspendDialog,
  resume: ResumeDialog,
  revoke: RevokeDialog,
} as const;
