import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useState } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { startOf, type DraftStart, type LocalDraft } from '../../forms/autosave.ts';
import { useAutosave, useLocalDraft, type AutosavedDraft } from '../../forms/use-autosave.ts';
import { usePortal } from '../../runtime/context.tsx';
import { countProblems } from './draft-checks.ts';
import { bodyOf, draftOf, isSameDraft, type Draft, type DraftTerms } from './draft.ts';

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
  const format = {
    read: (stored: Proposal | undefined) => draftOf(order, stored),
    isStored: (draft: Draft, stored: Proposal | undefined) =>
      isSameDraft(order, draftOf(order, stored), draft),
  };
  const [start] = useState((): DraftStart<Draft, Proposal> => {
    const found = startOf(
      proposal,
      fitting(order, local.find(), format.read(proposal).terms),
      format,
    );
    return proposal === undefined && basis !== undefined && !found.isUnsaved
      ? { ...found, draft: draftOf(order, basis), state: { kind: 'waiting' }, isUnsaved: true }
      : found;
  });
  const autosaved = useAutosave({
    ...format,
    start,
    local,
    problemOf,
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

function problemOf(draft: Draft): string | undefined {
  const problems = countProblems(draft);
  if (problems === 0) return undefined;
  return problems === 1
    ? 'Corrija um campo para salvar.'
    : `Corrija ${problems} campos para salvar.`;
}

/** Returns the local draft where it fits this order; it may come from another release. */
function fitting(
  { items }: SupplierOrder,
  local: LocalDraft<Partial<Draft>> | undefined,
  terms: DraftTerms,
): LocalDraft<Draft> | undefined {
  const fits =
    local?.draft.terms !== undefined &&
    local.draft.rows?.length === items.length &&
    local.draft.rows.every((row, index) => row.itemId === items[index]?.id);
  if (!fits) return undefined;
  const found = local as LocalDraft<Draft>; // both parts are there
  return { ...found, draft: { ...found.draft, terms: completed(found.draft.terms, terms) } };
}

/** Earlier releases kept an amount of freight without a choice, and knew no sale in part. */
const completed = (
  kept: Partial<DraftTerms> & Pick<DraftTerms, 'freight'>,
  stored: DraftTerms,
): DraftTerms => ({
  ...stored,
  ...kept,
  freightKind: kept.freightKind ?? (kept.freight.trim() === '' ? '' : 'amount'),
});
