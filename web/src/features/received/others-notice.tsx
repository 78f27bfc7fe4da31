import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { Notice } from '../../ui/states.tsx';
import { boughtItems } from '../buying/basket.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { RejectDialog } from './reject-dialog.tsx';

interface OthersNoticeProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
}

/** Whether the producer keeps the other proposals of an order open, which this device remembers. */
function useKeptOpen(order: string) {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `manter-abertas.${order}`;
  const [isKept, setKept] = useState(() => drafts.find(userId, key) === true);
  const keepOpen = (): void => {
    drafts.save(userId, key, true);
    setKept(true);
  };
  return { isKept, keepOpen };
}

/**
 * Shown after the choice until answered: asks what to do with the proposals that got no decision.
 */
export function OthersNotice({
  order: { uuid, status, total_itens },
  proposals,
}: OthersNoticeProps) {
  const [asking, setAsking] = useState(false);
  const { isKept, keepOpen } = useKeptOpen(uuid);
  const others = proposals.filter((proposal) => proposal.status === 'submitted');
  if (isKept || (status !== 'adjudicada' && status !== 'finalizada') || others.length === 0)
    return null;
  return (
    <Notice
      title={`E ${others.length === 1 ? 'a outra proposta' : `as outras ${countOf(others.length, ['proposta', 'propostas'])}`}?`}
    >
      <p>
        {others.length === 1 ? 'O fornecedor já sabe' : 'Os fornecedores já sabem'} que não{' '}
        {others.length === 1 ? 'foi escolhido' : 'foram escolhidos'}. Se quiser, conte também o
        motivo.
      </p>
      {status === 'adjudicada' && boughtItems(proposals).size < total_itens && (
        <p>De uma proposta recusada não se compra mais o que faltou.</p>
      )}
      <div style={{ marginTop: 8 }}>
        <ActionRow>
          <Button size="sm" variant="default" onClick={keepOpen}>
            {others.length === 1 ? 'Deixar como está' : 'Deixar como estão'}
          </Button>
          <Button size="sm" variant="default" onClick={() => setAsking(true)}>
            Recusar com motivo
          </Button>
        </ActionRow>
      </div>
      {asking && <RejectDialog proposals={others} onClose={() => setAsking(false)} />}
    </Notice>
  );
}
