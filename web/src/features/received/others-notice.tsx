import { Button } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../text/decimal.ts';
import { Notice } from '../../ui/states.tsx';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import type { ReceivedProposal } from './anonymous-view.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** After the choice: what becomes of the proposals that nobody answered. */
export function OthersNotice({ order: { status }, proposals }: { readonly order: ShownOrder; readonly proposals: readonly ReceivedProposal[] }) {
  const [asking, setAsking] = useState(false);
  const others = proposals.filter((proposal) => proposal.status === 'submitted');
  if ((status !== 'adjudicada' && status !== 'finalizada') || others.length === 0) return null;
  return (
    <Notice title={`E ${others.length === 1 ? 'a outra proposta' : `as outras ${countOf(others.length, ['proposta', 'propostas'])}`}?`}>
      <p>Os fornecedores já sabem que outra foi escolhida. Se quiser, conte também o motivo.</p>
      <div style={{ marginTop: 8 }}><Button size="sm" variant="default" onClick={() => setAsking(true)}>Recusar com motivo</Button></div>
      {asking && <RejectDialog proposals={others} onClose={() => setAsking(false)} />}
    </Notice>
  );
}
