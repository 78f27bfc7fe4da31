import { Button, Textarea } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { Money } from '../../ui/money.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useDownload } from '../../data/use-download.ts';
import { canLoosenFurther, LoosenDialog } from './loosen-dialog.tsx';
import styles from './own-proposals.module.css';

/** The actions on a proposal, by the flags in the service's reply. */
export function ProposalActions({ proposal }: { readonly proposal: Proposal }) {
  const { uuid, order, can_edit, can_cancel, is_draft } = proposal;
  const [asking, ask] = useState<'delete' | 'cancel' | 'loosen'>();
  const { download } = useDownload();
  const editor = supplierPaths.proposalEditor(order.uuid);
  const close = (): void => ask(undefined);
  return (
    <div className={styles['actions']}>
      {can_edit && (
        <Button renderRoot={(props) => <Link to={editor} {...props} />}>
          Continuar preenchendo
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        onClick={() => download('getSupplierProposalPdf', { id: uuid }, 'proposta.pdf')}
      >
        Baixar PDF
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to={supplierPaths.order(order.uuid)} {...props} />}
      >
        Ver cotação
      </Button>
      <AnswerAgain proposal={proposal} />
      {canLoosenFurther(proposal) && (
        <Button variant="default" onClick={() => ask('loosen')}>
          Facilitar a compra
        </Button>
      )}
      {can_cancel && (
        <Button variant="subtle" onClick={() => ask('cancel')}>
          Cancelar proposta
        </Button>
      )}
      {is_draft && (
        <Button variant="subtle" onClick={() => ask('delete')}>
          Excluir rascunho
        </Button>
      )}
      {asking === 'delete' && <DeleteDialog proposal={proposal} onClose={close} />}
      {asking === 'loosen' && <LoosenDialog proposal={proposal} onClose={close} />}
      {asking === 'cancel' && <CancelDialog proposal={proposal} onClose={close} />}
    </div>
  );
}

/** The way to another proposal like this one, where its order takes one. */
function AnswerAgain({ proposal: { uuid, order, is_draft } }: { readonly proposal: Proposal }) {
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
  if (!mayAnswerAgain) return null;
  const editor = supplierPaths.proposalEditor(order.uuid);
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={editor} search={{ base: uuid }} {...props} />}
    >
      Nova proposta a partir desta
    </Button>
  );
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
