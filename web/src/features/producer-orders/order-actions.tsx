import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { newKey } from '../../forms/operation-key.ts';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { CancelOrderDialog, ExtendDeadlineDialog } from './order-dialogs.tsx';
import styles from './orders.module.css';
import { ShareButtons } from './share.tsx';
import { useIsReader, type ShownOrder } from './use-order.ts';

type Asked = 'close' | 'extend' | 'cancel' | 'finalize' | 'delete';

/** The actions on an order in its current state. Consultants have read-only access. */
export function OrderActions({ order }: { readonly order: ShownOrder }) {
  const [asked, setAsked] = useState<Asked>();
  const isReader = useIsReader();
  if (isReader) return null;
  const ask = (what: Asked, label: string, danger = false) => (
    <Button
      variant={danger ? 'outline' : 'default'}
      {...(danger ? { color: 'var(--lv-danger)' } : {})}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles['actions']}>
      {order.can_edit && (
        <Button
          renderRoot={(props) => <Link to={producerPaths.orderEditor(order.uuid)} {...props} />}
        >
          Continuar rascunho
        </Button>
      )}
      {order.can_finalize && (
        <Button onClick={() => setAsked('finalize')}>Finalizar cotação</Button>
      )}
      {order.can_close && ask('close', 'Encerrar recebimento')}
      {order.status === 'publicada' && ask('extend', 'Estender prazo')}
      {order.published_at !== null && <ShareButtons order={order} />}
      <DuplicateButton order={order} />
      {order.can_cancel && ask('cancel', 'Cancelar cotação', true)}
      {order.can_delete && ask('delete', 'Excluir rascunho', true)}
      {asked !== undefined && (
        <AskedDialog asked={asked} order={order} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

function DuplicateButton({ order: { uuid } }: { readonly order: ShownOrder }) {
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
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    }
  };
  return (
    <Button
      variant="default"
      aria-disabled={busy}
      onClick={() => {
        void once(run);
      }}
    >
      {busy ? 'Duplicando…' : 'Duplicar'}
    </Button>
  );
}

function AskedDialog({
  asked,
  order,
  onClose,
}: {
  readonly asked: Asked;
  readonly order: ShownOrder;
  readonly onClose: () => void;
}) {
  const close = useChange('closeOrder');
  const finalize = useChange('finalizeOrder');
  const remove = useChange('deleteOrder');
  const navigate = useNavigate();
  const { uuid, number, version, proposals_count: proposals } = order;
  const input = { params: { order: uuid }, ifMatch: version };
  switch (asked) {
    case 'extend':
      return <ExtendDeadlineDialog order={order} onClose={onClose} />;
    case 'cancel':
      return <CancelOrderDialog order={order} onClose={onClose} />;
    case 'close':
      return (
        <ConfirmDialog
          title="Encerrar o recebimento?"
          action="Encerrar recebimento"
          onClose={onClose}
          run={async () => {
            await close.mutateAsync(input);
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
    case 'finalize':
      return (
        <ConfirmDialog
          title="Finalizar a cotação?"
          action="Finalizar cotação"
          onClose={onClose}
          run={async () => {
            await finalize.mutateAsync(input);
            toast('Cotação finalizada.');
          }}
          body={
            <p>
              Use quando a entrega de <strong>{number}</strong> estiver concluída. Essa ação não
              poderá ser desfeita.
            </p>
          }
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title="Excluir o rascunho?"
          action="Excluir rascunho"
          danger
          onClose={onClose}
          body={
            <p>
              <strong>{number}</strong>, {order.description}, some de vez, com os itens. Essa ação
              não poderá ser desfeita.
            </p>
          }
          run={async () => {
            await remove.mutateAsync({ params: { order: uuid } });
            toast('Rascunho excluído.');
            await navigate({ to: producerPaths.orders, replace: true });
          }}
        />
      );
  }
}
