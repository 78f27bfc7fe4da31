import { Button, Textarea } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { MoreActionsMenu } from '../../shell/more-actions-menu.tsx';
import { ActionRow } from '../../ui/record.tsx';
import { Money } from '../../ui/money.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useDownload } from '../../data/use-download.ts';
import { canLoosenFurther, LoosenDialog } from './loosen-dialog.tsx';

type Asked = 'delete' | 'cancel' | 'loosen';

/**
 * The actions on a proposal, by the flags in the service's reply: the one that its state asks for,
 * and the others in a menu.
 */
export function ProposalActions({ proposal }: { readonly proposal: Proposal }) {
  const [asked, ask] = useState<Asked>();
  const againFrom = useAnswerAgain(proposal);
  const close = (): void => ask(undefined);
  return (
    <ActionRow>
      <PrimaryAction proposal={proposal} againFrom={againFrom} />
      <MoreActionsMenu>
        {(closeMenu) => (
          <MoreActions
            proposal={proposal}
            againFrom={againFrom}
            onEnd={closeMenu}
            onAsk={(what) => {
              closeMenu();
              ask(what);
            }}
          />
        )}
      </MoreActionsMenu>
      {asked === 'delete' && <DeleteDialog proposal={proposal} onClose={close} />}
      {asked === 'loosen' && <LoosenDialog proposal={proposal} onClose={close} />}
      {asked === 'cancel' && <CancelDialog proposal={proposal} onClose={close} />}
    </ActionRow>
  );
}

interface ActionsProps {
  readonly proposal: Proposal;
  /** The proposal on which another one may be based; undefined where its order takes none. */
  readonly againFrom: string | undefined;
}

/** A proposal that no longer counts asks for another one; a sent one asks for nothing. */
const isOver = ({ status }: Proposal): boolean => status === 'cancelled' || status === 'rejected';

/** The step that the proposal's state asks for; where there is none, the order. */
function PrimaryAction({ proposal, againFrom }: ActionsProps) {
  const { order, can_edit } = proposal;
  const editor = supplierPaths.proposalEditor(order.uuid);
  if (can_edit)
    return (
      <Button renderRoot={(props) => <Link to={editor} {...props} />}>Continuar preenchendo</Button>
    );
  if (againFrom !== undefined && isOver(proposal))
    return (
      <Button renderRoot={(props) => <Link to={editor} search={{ base: againFrom }} {...props} />}>
        {AGAIN}
      </Button>
    );
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={supplierPaths.order(order.uuid)} {...props} />}
    >
      {SEE_ORDER}
    </Button>
  );
}

const AGAIN = 'Nova proposta a partir desta';
const SEE_ORDER = 'Ver cotação';

function MoreActions({
  proposal,
  againFrom,
  onEnd,
  onAsk,
}: ActionsProps & { readonly onEnd: () => void; readonly onAsk: (what: Asked) => void }) {
  const { uuid, order, can_edit, can_cancel, is_draft } = proposal;
  const { download } = useDownload();
  const isAgainPrimary = againFrom !== undefined && isOver(proposal);
  const ask = (what: Asked, label: string) => (
    <button type="button" onClick={() => onAsk(what)}>
      {label}
    </button>
  );
  return (
    <>
      <button
        type="button"
        onClick={() => {
          onEnd();
          download('getSupplierProposalPdf', { id: uuid }, 'proposta.pdf');
        }}
      >
        Baixar PDF
      </button>
      {(can_edit || isAgainPrimary) && (
        <Link to={supplierPaths.order(order.uuid)}>{SEE_ORDER}</Link>
      )}
      {againFrom !== undefined && !isAgainPrimary && (
        <Link to={supplierPaths.proposalEditor(order.uuid)} search={{ base: againFrom }}>
          {AGAIN}
        </Link>
      )}
      {canLoosenFurther(proposal) && ask('loosen', 'Facilitar a compra')}
      {can_cancel && ask('cancel', 'Cancelar proposta')}
      {is_draft && ask('delete', 'Excluir rascunho')}
    </>
  );
}

/** Returns the proposal as the base of another one like it, where its order takes one. */
function useAnswerAgain({ uuid, order, is_draft }: Proposal): string | undefined {
  const current = useRead(
    'getSupplierOrder',
    { params: { id: order.uuid } },
    { enabled: !is_draft },
  ).data;
  const mayAnswerAgain =
    !is_draft &&
    current?.takes_proposals === true &&
    !current.declined &&
    !current.my_proposals.some(({ status }) => status === 'draft');
  return mayAnswerAgain ? uuid : undefined;
}

interface DialogProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

function DeleteDialog({ proposal: { uuid, order, total_amount }, onClose }: DialogProps) {
  const remove = useChange('deleteProposal');
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Excluir o rascunho?"
      action="Excluir rascunho"
      danger
      onClose={onClose}
      body={
        <p>
          O rascunho para <strong>{order.number}</strong> (<Money amount={total_amount} />) será
          apagado. Essa ação não poderá ser desfeita.
        </p>
      }
      run={async () => {
        await remove.mutateAsync({ params: { proposal: uuid } });
        toast('Rascunho excluído.');
        await navigate({ to: supplierPaths.proposals });
      }}
    />
  );
}

function CancelDialog({ proposal: { uuid, order, total_amount }, onClose }: DialogProps) {
  const cancel = useChange('cancelProposal');
  const form = useForm({
    initial: { reason: '' },
    rules: {},
    send: async ({ reason }) => {
      await cancel.mutateAsync({
        params: { proposal: uuid },
        body: { reason: reason.trim() === '' ? null : reason.trim() },
      });
      toast('Proposta cancelada.');
      onClose();
    },
  });
  return (
    <Dialog title="Cancelar a proposta?" onClose={onClose}>
      <p>
        A proposta de{' '}
        <strong>
          <Money amount={total_amount} />
        </strong>{' '}
        para {order.number} deixa de valer. Essa ação não poderá ser desfeita; enquanto a cotação
        estiver aberta, você pode enviar outra.
      </p>
      <Form
        form={form}
        action="Cancelar proposta"
        acting="Cancelando…"
        danger
        beside={
          <Button variant="default" onClick={onClose}>
            Voltar
          </Button>
        }
      >
        <Textarea
          label="Motivo (se quiser)"
          description="O produtor lê este texto, sem os seus contatos."
          rows={3}
          maxLength={2000}
          {...form.fields.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
