import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import {
  asideReason,
  type AnsweredQuantity,
  type AsideReason,
  type AskedQuantity,
} from '@lavra/domain/proposal/competing';

/** A proposal without anything that identifies its supplier. */
export type ReceivedProposal = AnonymousProposal;

const namesSomebody = [
  'supplier',
  'supplier_id',
  'supplier_reference',
  'identity_warnings',
] as const;
const names = ['label', 'mark', 'alternatives'] as const;

/**
 * Returns an anonymous reply unchanged; throws on any other, before anything of it is stored or
 * shown, and on one without a mark or alternatives, which a device keeps from an earlier release.
 */
export function anonymous(reply: object): ReceivedProposal {
  if (namesSomebody.some((name) => name in reply) || !names.every((name) => name in reply))
    throw new Error('A resposta não veio na visão anônima.');
  return reply as ReceivedProposal; // the remaining member of the union
}

/** What decides whether an answer competes with others. */
export type Competing = AnsweredQuantity & { readonly order_item: AskedQuantity };

/** Returns why an offer of a received proposal competes for no best price, or null. */
export const asideOf = (answer: Competing): AsideReason | null =>
  asideReason(answer, answer.order_item);

/** Compares labels: `Proposta Z` comes before `Proposta AA`. */
export const byLetter = (
  a: Pick<ReceivedProposal, 'label'>,
  b: Pick<ReceivedProposal, 'label'>,
): number => a.label.length - b.label.length || (a.label < b.label ? -1 : 1);
