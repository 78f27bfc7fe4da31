import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { newKey } from '../../forms/operation-key.ts';
import { useAddress } from '../../lists/use-address.ts';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { MoreActionsMenu } from '../../shell/more-actions-menu.tsx';
import { ActionRow } from '../../ui/record.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { CancelOrderDialog, ExtendDeadlineDialog } from './order-dialogs.tsx';
import { ShareActions } from './share.tsx';
import { useIsReader, type ShownOrder } from './use-order.ts';

type Asked = 'invite' | 'close' | 'extend' | 'cancel' | 'finalize' | 'delete';

/** Returns true for an order to which suppliers can be invited. */
export const canInvite = ({
  status,
  is_suspended,
}: Pick<ShownOrder, 'status' | 'is_suspended'>): boolean => status === 'publicada' && !is_suspended;

/**
 * The actions on an order in its current state; consultants have those of drafts. An address with
 * `convidar` opens the invitation.
 */
export function OrderActions({ order }: { readonly order: ShownOrder }) {
  const [asked, setAsked] = useState<Asked>();
  const [search, change] = useAddress();
  const isReader = useIsReader();
  if (isReader) return <DraftActions order={order} />;
  const invites = search['convidar'] === 1;
  if (invites && !canInvite(order)) return <Navigate to={producerPaths.invite} replace />;
  const shown = asked ?? (invites ? 'invite' : undefined);
  const close = (): void => {
    setAsked(undefined);
    if (invites) change({ convidar: undefined }, { replace: true });
  };
  return (
    <ActionRow>
      <PrimaryAction order={order} onAsk={setAsked} />
      <MoreActionsMenu>
        {(close) => (
          <MoreActions
            order={order}
            onAsk={(what) => {
              close();
              setAsked(what);
            }}
          />
        )}
      </MoreActionsMenu>
      {shown !== undefined && <AskedDialog asked={shown} order={order} onClose={close} />}
    </ActionRow>
  );
}

/** What a consultant may do: write a draft, and delete one that they wrote. */
function DraftActions({ order }: { readonly order: ShownOrder }) {
  const [isAsked, ask] = useState(false);
  const remove = useChange('deleteConsultantOrder');
  if (!order.can_edit && !order.can_delete) return null;
  return (
    <ActionRow>
      {order.can_edit && <ContinueDraft order={order} />}
      {order.can_delete && (
        <Button variant="default" onClick={() => ask(true)}>
          Excluir rascunho
        </Button>
      )}
      {isAsked && (
        <DeleteDialog
          order={order}
          remove={() => remove.mutateAsync({ params: { order: order.uuid } })}
          onClose={() => ask(false)}
        />
      )}
    </ActionRow>
  );
}

const ContinueDraft = ({ order: { uuid } }: { readonly order: ShownOrder }) => (
  <Button renderRoot={(props) => <Link to={producerPaths.orderEditor(uuid)} {...props} />}>
    Continuar rascunho
  </Button>
);

function DeleteDialog({
  order: { number, description },
  remove,
  onClose,
}: {
  readonly order: ShownOrder;
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Excluir o rascunho?"
      action="Excluir rascunho"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{number}</strong>, {description}, some de vez, com os itens. Essa ação não poderá
          ser desfeita.
        </p>
      }
      run={async () => {
        await remove();
        toast('Rascunho excluído.');
        await navigate({ to: producerPaths.orders, replace: true });
      }}
    />
  );
}

interface ActionsProps {
  readonly order: ShownOrder;
  readonly onAsk: (what: Asked) => void;
}

const INVITE = 'Convidar fornecedores';

/** Without proposals an order cannot be closed: the step is to invite more suppliers. */
const isUnanswered = (order: ShownOrder): boolean =>
  canInvite(order) && order.proposals_count === 0;

/** The step that the order's state asks for; none while its proposals wait for a choice. */
function PrimaryAction({ order, onAsk }: ActionsProps) {
  if (order.can_edit) return <ContinueDraft order={order} />;
  if (order.can_finalize)
    return <Button onClick={() => onAsk('finalize')}>Finalizar cotação</Button>;
  if (isUnanswered(order))
    return (
      <Button variant="default" onClick={() => onAsk('invite')}>
        {INVITE}
      </Button>
    );
  if (!order.can_close) return null;
  return (
    <Button variant="default" onClick={() => onAsk('close')}>
      Encerrar recebimento
    </Button>
  );
}

function MoreActions({ order, onAsk }: ActionsProps) {
  const ask = (what: Asked, label: string) => (
    <button type="button" onClick={() => onAsk(what)}>
      {label}
    </button>
  );
  return (
    <>
      {canInvite(order) && !isUnanswered(order) && ask('invite', INVITE)}
      {order.status === 'publicada' && ask('extend', 'Estender prazo')}
      {order.published_at !== null && <ShareActions order={order} />}
      <DuplicateAction order={order} />
      {order.can_cancel && ask('cancel', 'Cancelar cotação')}
      {order.can_delete && ask('delete', 'Excluir rascunho')}
    </>
  );
}

function DuplicateAction({ order: { uuid } }: { readonly order: ShownOrder }) {
  const duplicate = useChange('duplicateOrder');
  const navigate = useNavigate();
  const [busy, once] = useOneAtATime();
  const run = async (): Promise<void> => {
    try {
      const {
        uuid: copy,
        number,
        skipped_items,
      } = await duplicate.mutateAsync({ params: { order: uuid }, idempotencyKey: newKey() });
      toast(
        `Rascunho ${number} criado com os mesmos dados.${skipped_items === 0 ? '' : ` ${countOf(skipped_items, ['item ficou', 'itens ficaram'])} de fora: o produto não está mais no catálogo.`}`,
      );
      await navigate({ to: producerPaths.orderEditor(copy) });
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={() => {
        void once(run);
      }}
    >
      {busy ? 'Duplicando…' : 'Duplicar'}
    </button>
  );
}

interface DialogProps {
  readonly order: ShownOrder;
  readonly onClose: () => void;
}

function AskedDialog({ asked, order, onClose }: DialogProps & { readonly asked: Asked }) {
  const remove = useChange('deleteOrder');
  switch (asked) {
    case 'invite':
      return <InvitationDialog order={order} onClose={onClose} />;
    case 'extend':
      return <ExtendDeadlineDialog order={order} onClose={onClose} />;
    case 'cancel':
      return <CancelOrderDialog order={order} onClose={onClose} />;
    case 'close':
      return <CloseDialog order={order} onClose={onClose} />;
    case 'finalize':
      return <FinalizeDialog order={order} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteDialog
          order={order}
          remove={() => remove.mutateAsync({ params: { order: order.uuid } })}
          onClose={onClose}
        />
      );
  }
}

function CloseDialog({ order, onClose }: DialogProps) {
  const close = useChange('closeOrder');
  const { uuid, number, version, proposals_count: proposals } = order;
  return (
    <ConfirmDialog
      title="Encerrar o recebimento?"
      action="Encerrar recebimento"
      onClose={onClose}
      run={async () => {
        await close.mutateAsync({ params: { order: uuid }, ifMatch: version });
        toast('Recebimento encerrado. Compare e escolha.');
      }}
      body={
        <p>
          <strong>{number}</strong> deixa de receber propostas antes do prazo (
          {formatDate(order.deadline_date)}). Você fica com{' '}
          {countOf(proposals, ['proposta', 'propostas'], 'nenhuma proposta')} para decidir. Essa
          ação não poderá ser desfeita.
        </p>
      }
    />
  );
}

function FinalizeDialog({ order: { uuid, number, version }, onClose }: DialogProps) {
  const finalize = useChange('finalizeOrder');
  return (
    <ConfirmDialog
      title="Finalizar a cotação?"
      action="Finalizar cotação"
      onClose={onClose}
      run={async () => {
        await finalize.mutateAsync({ params: { order: uuid }, ifMatch: version });
        toast('Cotação finalizada.');
      }}
      body={
        <p>
          Use quando a entrega de <strong>{number}</strong> estiver concluída. Essa ação não poderá
          ser desfeita.
        </p>
      }
    />
  );
}
