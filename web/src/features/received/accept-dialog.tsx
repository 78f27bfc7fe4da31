import { Button, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isUncertain } from '../../api/api-error.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { sentOr } from '../../forms/sent-or.ts';
import { producerPaths } from '../../paths/producer.ts';
import { Money } from '../../ui/money.tsx';
import { DecisionButton } from '../../ui/decision-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useAccept } from '../producer-orders/received-proposals.ts';
import { uncertainText } from '../buying/award-texts.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { countItems, coverageText, validityOf } from './proposal-texts.ts';
import { countOf } from '../../text/decimal.ts';
import { expiredText, isExpired } from '../../text/validity.ts';

interface AcceptDialogProps {
  readonly proposal: ReceivedProposal;
  readonly legalNotice: string | null;
  readonly onClose: () => void;
}

/**
 * Accepts a proposal, and opens the order's result; also where no reply came, or a refusal because it
 * was accepted before, and the proposal, read anew, is accepted.
 */
function useAccepting(proposal: ReceivedProposal, reason: string, onAccepted: () => void) {
  const accept = useAccept();
  const navigate = useNavigate();
  const key = useOperationKey();
  const sent = sentOr(accept, { proposal, reason, key });
  const showResult = async (): Promise<void> => {
    toast(`${nameOf(proposal)} aceita.`);
    onAccepted();
    await navigate({ to: producerPaths.orderResult(proposal.order.uuid) });
  };
  const run = async (): Promise<void> => {
    try {
      await accept.mutateAsync(sent);
    } catch {
      return; // shown in the dialog
    }
    await showResult();
  };
  const isFound = accept.isError && proposal.status === 'accepted';
  useEffect(() => {
    if (isFound) void showResult();
  }, [isFound]);
  return { shown: sent.proposal, error: accept.error, isPending: accept.isPending, run };
}

/**
 * Repeats what is about to be accepted. The focus starts on the button to go back, and nothing is
 * sent twice.
 */
export function AcceptDialog({ proposal, legalNotice, onClose }: AcceptDialogProps) {
  const name = nameOf(proposal);
  const [reason, setReason] = useState('');
  const { shown, error, isPending, run } = useAccepting(proposal, reason, onClose);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []); // instead of the field above it
  return (
    <Dialog title={`Aceitar a ${name}?`} onClose={onClose}>
      <WhatIsAccepted proposal={shown} />
      <p>O fornecedor recebe o seu nome, telefone, e-mail e endereço para combinar a entrega.</p>
      {legalNotice !== null && <p>{legalNotice}</p>}
      <Textarea
        label="Por que esta proposta? (opcional)"
        description="Fica só no registro da decisão."
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error !== null && <Refusal error={error} />}
      <DialogActions>
        <Button ref={back} variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <DecisionButton
          busy={isPending}
          onPress={() => {
            void run();
          }}
        >
          {isPending ? 'Aceitando…' : error === null ? `Aceitar ${name}` : 'Tentar de novo'}
        </DecisionButton>
      </DialogActions>
    </Dialog>
  );
}

/** The proposal in words, with what it leaves out and how long its prices hold. */
function WhatIsAccepted({ proposal }: Pick<AcceptDialogProps, 'proposal'>) {
  const { total_amount, landed_total, landed_unknown, order, validity_date } = proposal;
  const counts = countItems(proposal, order.total_itens);
  const missing = counts.total - counts.priced;
  const validity = validityOf(validity_date);
  return (
    <>
      <p>
        Você vai aceitar a <strong>{nameOf(proposal)}</strong> (<Money amount={total_amount} />,{' '}
        {coverageText(counts)})
        {landed_unknown === null && (
          <>
            , <Money amount={landed_total} /> com o frete
          </>
        )}
        . Essa ação não poderá ser desfeita.
      </p>
      {missing > 0 && (
        <Notice tone="warn">
          <p>
            {counts.priced === 0
              ? 'Esta proposta não tem preço em nenhum item: ao aceitar, nada é comprado.'
              : `${countOf(missing, ['item fica', 'itens ficam'])} sem preço nesta proposta.`}{' '}
            O que faltar pode ser comprado de outra em até 72 horas, ou cotado de novo.
          </p>
        </Notice>
      )}
      {validity.tone === 'danger' && (
        <Notice tone="warn">
          <p>
            {isExpired(validity_date)
              ? expiredText(validity_date)
              : `${validity.text}. Você ainda pode aceitar.`}
          </p>
        </Notice>
      )}
    </>
  );
}

const UNCHANGED = 'Nada foi alterado.';

/**
 * Explains why the proposal was not accepted, in the service's words, and that nothing was changed; or
 * that it is not known whether it was, and what to do.
 */
const Refusal = ({ error }: { readonly error: Error }) => (
  <p role="alert" style={{ color: 'var(--lv-danger)' }}>
    {isUncertain(error)
      ? uncertainText('aceita', error)
      : error.message.endsWith(UNCHANGED)
        ? error.message
        : `${error.message} ${UNCHANGED}`}
  </p>
);
