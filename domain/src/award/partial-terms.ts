import type { OrderStatus } from '../order/order-status.ts';
import type { ProposalStatus } from '../proposal/proposal-status.ts';

/** How the freight of a proposal is due when only some of its items are bought. */
export const freightRules = ['full', 'proportional'] as const;
export type FreightRule = (typeof freightRules)[number];

/** Portuguese labels shown to users. */
export const freightRuleLabels: Readonly<Record<FreightRule, string>> = {
  full: 'Frete inteiro, mesmo em compra de parte dos itens',
  proportional: 'Frete proporcional ao valor dos itens comprados',
};

/** The same in a field or a cell that is named for it. */
export const freightRuleShortLabels: Readonly<Record<FreightRule, string>> = {
  full: 'Inteiro',
  proportional: 'Proporcional ao valor',
};

/** Returns whether a proposal is sold in part; `minimum` is an amount as it is shown. */
export function saleInPartText(allowsPartial: boolean, minimum: string | null): string {
  if (!allowsPartial) return 'Só a proposta inteira';
  return minimum === null ? 'Vende em parte' : `Vende em parte, a partir de ${minimum}`;
}

/** On which terms a proposal may be bought in part; the minimum is in cents. */
export interface PartialTerms {
  readonly allowsPartial: boolean;
  /** On the total of the items bought, freight apart; null for none. */
  readonly minimum: bigint | null;
  readonly freightRule: FreightRule;
}

/**
 * Returns whether new terms ask for no more than the old ones: from whole to in part, with any
 * minimum; a lower minimum or none; from the full freight to a proportional one. Terms of a
 * submitted proposal change in no other way.
 */
export function isLoosened(before: PartialTerms, after: PartialTerms): boolean {
  if (before.freightRule === 'proportional' && after.freightRule === 'full') return false;
  if (!before.allowsPartial) return true;
  return after.allowsPartial && (after.minimum ?? 0n) <= (before.minimum ?? 0n);
}

const stillBuying: ReadonlySet<OrderStatus> = new Set(['publicada', 'em_analise', 'adjudicada']);

/**
 * Returns true while the terms of a sent proposal may be loosened: it is not rejected or cancelled,
 * and its order may still be bought from. The terms of a draft change with the draft.
 */
export const canLoosenTerms = (status: ProposalStatus, orderStatus: OrderStatus): boolean =>
  (status === 'submitted' || status === 'accepted') && stillBuying.has(orderStatus);
