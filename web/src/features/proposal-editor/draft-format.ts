import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import {
  startOf,
  type DraftFormat,
  type DraftStart,
  type LocalDraft,
} from '../../forms/autosave.ts';
import { countProblems } from './draft-checks.ts';
import { draftOf, isSameDraft, type Draft, type DraftTerms } from './draft.ts';

type Items = Pick<SupplierOrder, 'items' | 'split_award'>;
export type ProposalStart = DraftStart<Draft, Proposal>;

interface Opened {
  readonly order: Items;
  readonly proposal: Proposal | undefined;
  readonly basis: Proposal | undefined;
}

/** How the draft of a proposal is read and compared. */
export const proposalFormat = (order: Items): DraftFormat<Draft, Proposal> => ({
  read: (stored) => draftOf(order, stored),
  isStored: (draft, stored) => isSameDraft(order, draftOf(order, stored), draft),
});

/**
 * Returns how the editor begins: with the stored draft or this device's unsaved changes; without
 * either, with what the proposal it starts from says, which is not stored yet.
 */
export function proposalStart(
  { order, proposal, basis }: Opened,
  local: LocalDraft<Partial<Draft>> | undefined,
): ProposalStart {
  const format = proposalFormat(order);
  const found = startOf(proposal, fitting(order, local, format.read(proposal).terms), format);
  return proposal === undefined && basis !== undefined && !found.isUnsaved
    ? { ...found, draft: draftOf(order, basis), state: { kind: 'waiting' }, isUnsaved: true }
    : found;
}

/** Returns what prevents saving, as a sentence. */
export function proposalProblem(draft: Draft): string | undefined {
  const problems = countProblems(draft);
  if (problems === 0) return undefined;
  return problems === 1
    ? 'Corrija um campo para salvar.'
    : `Corrija ${problems} campos para salvar.`;
}

/** Returns the local draft where it fits this order; it may come from another release. */
function fitting(
  { items }: Pick<SupplierOrder, 'items'>,
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
