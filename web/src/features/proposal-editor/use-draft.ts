import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useState } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { useAutosave, useLocalDraft, type AutosavedDraft } from '../../forms/use-autosave.ts';
import { usePortal } from '../../runtime/context.tsx';
import { proposalFormat, proposalProblem, proposalStart } from './draft-format.ts';
import { bodyOf, type Draft } from './draft.ts';

export interface OpenedDraft {
  readonly order: SupplierOrder;
  /** The draft on the service; a new one is created by the first save. */
  readonly proposal: Proposal | undefined;
  /** Another proposal to start from. */
  readonly basis: Proposal | undefined;
}

export interface DraftState extends AutosavedDraft<Draft, Proposal> {
  /** True when earlier input that had not reached the service was restored. */
  readonly isRestored: boolean;
}

/** Edits the supplier's draft of a proposal. The first save creates it on the service. */
export function useDraft({ order, proposal, basis }: OpenedDraft): DraftState {
  const { api, invalidateAfter } = usePortal();
  const local = useLocalDraft<Draft>(`proposta.${order.uuid}`);
  const [start] = useState(() => proposalStart({ order, proposal, basis }, local.find()));
  const autosaved = useAutosave({
    ...proposalFormat(order),
    start,
    local,
    problemOf: proposalProblem,
    send: (draft, base) =>
      base === undefined
        ? api.call('saveProposalDraft', {
            params: { order: order.uuid },
            body: bodyOf(order, draft),
          })
        : api.call('updateSupplierProposal', {
            params: { id: base.uuid },
            body: bodyOf(order, draft),
            ifMatch: base.version,
          }),
    find: async (base) => {
      const own = await api.call('listOwnProposals', { params: { order: order.uuid } });
      const found = own.find(({ is_draft }) => is_draft);
      if (found === undefined && base !== undefined)
        throw new Error('Este rascunho não existe mais no servidor.');
      return found;
    },
    onStored: (stored) => rememberDraft(api, order, stored),
    // Only now: a list that is not in sight need not be read after each save.
    onLeft: () => void invalidateAfter('updateSupplierProposal'),
  });
  return { ...autosaved, isRestored: start.isRestored };
}

/** Keeps draft and order on this device as they are now, so that the editor opens without a network. */
function rememberDraft(
  { remember }: Pick<ApiClient, 'remember'>,
  order: SupplierOrder,
  { uuid, status, updated_at, ...rest }: Proposal,
): void {
  remember('getSupplierProposal', { params: { id: uuid } }, { uuid, status, updated_at, ...rest });
  const others = order.my_proposals.filter((own) => own.uuid !== uuid);
  remember(
    'getSupplierOrder',
    { params: { id: order.uuid } },
    {
      ...order,
      my_proposal: { uuid, status },
      my_proposals: [{ uuid, status, updated_at }, ...others],
    },
  );
}
