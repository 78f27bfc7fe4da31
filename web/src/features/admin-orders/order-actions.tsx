import { Button } from '@mantine/core';
import type { AdminOrder } from '@lavra/contract/admin/orders';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import kit from '../admin-kit/kit.module.css';
import { ReasonDialog } from '../admin-kit/reason-dialog.tsx';

type Asked = 'approve' | 'return' | 'suspend' | 'resume' | 'revoke';

/** The actions that this administrator may perform on the order now, according to the service. */
export function OrderActions({ order }: { readonly order: AdminOrder }) {
  const [asked, setAsked] = useState<Asked>();
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
    <div className={kit['actions']}>
      {order.can_approve && ask('approve', 'Aprovar', 'main')}
      {order.can_return && ask('return', 'Devolver com comentário')}
      {order.can_resume && ask('resume', 'Encerrar a suspensão', 'main')}
      {order.can_suspend && ask('suspend', 'Suspender')}
      {order.can_revoke && ask('revoke', 'Revogar', 'danger')}
      {asked !== undefined && (
        <AskedDialog asked={asked} order={order} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

function AskedDialog({
  asked,
  order,
  onClose,
}: {
  readonly asked: Asked;
  readonly order: AdminOrder;
  readonly onClose: () => void;
}) {
  const approve = useChange('approveOrder');
  const back = useChange('returnOrder');
  const suspend = useChange('suspendOrder');
  const resume = useChange('resumeOrder');
  const revoke = useChange('revokeOrder');
  const {
    uuid,
    number,
    version,
    producer: { name },
    proposals: { submitted, accepted },
    publish_at,
  } = order;
  const input = { params: { id: uuid }, ifMatch: version };
  const proposals = countOf(
    submitted,
    ['proposta em aberto', 'propostas em aberto'],
    'Nenhuma proposta em aberto',
  );
  switch (asked) {
    case 'approve':
      return (
        <ConfirmDialog
          title="Aprovar a cotação?"
          action={`Aprovar ${number}`}
          onClose={onClose}
          run={async () => {
            await approve.mutateAsync(input);
            toast(`Cotação ${number} aprovada.`);
          }}
          body={
            <p>
              <strong>{number}</strong>, de {name},{' '}
              {publish_at === null
                ? 'é publicada na hora'
                : `é publicada em ${formatDateTime(publish_at)}`}
              , e os fornecedores da região são avisados.
            </p>
          }
        />
      );
    case 'return':
      return (
        <ReasonDialog
          title="Devolver a cotação"
          label="O que precisa mudar"
          hint={`${name} lerá este texto.`}
          missing="Diga o que precisa mudar."
          action="Devolver cotação"
          acting="Devolvendo…"
          onClose={onClose}
          body={
            <p>
              <strong>{number}</strong> volta a ser rascunho de {name}, que a ajusta e publica de
              novo.
            </p>
          }
          run={async (comment) => {
            await back.mutateAsync({ ...input, body: { comment } });
            toast(`Cotação ${number} devolvida.`);
          }}
        />
      );
    case 'suspend':
      return (
        <ReasonDialog
          title="Suspender a cotação"
          label="Motivo da suspensão"
          hint={`${name} lerá este texto.`}
          missing="Conte o motivo da suspensão."
          action="Suspender cotação"
          acting="Suspendendo…"
          danger
          onClose={onClose}
          body={
            <p>
              Enquanto <strong>{number}</strong>, de {name}, estiver suspensa, nenhum fornecedor
              envia propostas, e nenhuma pode ser aceita. {proposals}.
            </p>
          }
          run={async (reason) => {
            await suspend.mutateAsync({ ...input, body: { reason } });
            toast(`Cotação ${number} suspensa.`);
          }}
        />
      );
    case 'resume':
      return (
        <ConfirmDialog
          title="Encerrar a suspensão?"
          action="Encerrar a suspensão"
          onClose={onClose}
          run={async () => {
            await resume.mutateAsync(input);
            toast(`Cotação ${number} de volta.`);
          }}
          body={
            <p>
              <strong>{number}</strong>, de {name}, segue de onde parou.
            </p>
          }
        />
      );
    case 'revoke':
      return (
        <ReasonDialog
          title="Revogar a cotação"
          label="Motivo da revogação"
          hint={`${name} e os fornecedores com proposta lerão este texto.`}
          missing="Conte o motivo da revogação."
          action={`Revogar ${number}`}
          acting="Revogando…"
          danger
          onClose={onClose}
          body={
            <p>
              <strong>{number}</strong>, de {name}, acaba aqui.{' '}
              {accepted === 0 ? `${proposals}.` : 'A proposta aceita deixa de valer.'} Essa ação não
              poderá ser desfeita.
            </p>
          }
          run={async (reason) => {
            await revoke.mutateAsync({ ...input, body: { reason } });
            toast(`Cotação ${number} revogada.`);
          }}
        />
      );
  }
}
