import { Type, type Static } from 'typebox';
import { freightRules } from '@lavra/domain/award/partial-terms';
import { purchaseKinds, purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { decimal, flag, id, nullable, object, oneOf, text } from '../kit/schema.ts';

/** On which terms a proposal may be bought in part. */
export const partialTerms = {
  allows_partial: flag({ examples: [true] }),
  partial_minimum: nullable(
    decimal({
      examples: [5000],
      description: 'Sobre o total dos itens comprados, sem o frete; nulo sem mínimo',
    }),
  ),
  freight_rule: oneOf(freightRules, { examples: ['proportional'] }),
};

export const PartialTermsBody = object(
  {
    allows_partial: Type.Optional(partialTerms.allows_partial),
    partial_minimum: Type.Optional(partialTerms.partial_minimum),
    freight_rule: Type.Optional(partialTerms.freight_rule),
  },
  { title: 'PartialTermsBody' },
);
export type PartialTermsBody = Static<typeof PartialTermsBody>;

/** What was bought from a proposal so far, without what was released; null where nothing was. */
export const ProposalAward = object(
  {
    kind: oneOf(purchaseKinds, { examples: ['partial'] }),
    order_item_ids: Type.Array(id(), { maxItems: 1000 }),
    amount: decimal({ examples: [84210.5] }),
    freight_amount: nullable(decimal({ examples: [1000] })),
    state: oneOf(purchaseStates, { examples: ['awarded'], description: 'A da última compra' }),
    state_label: text(30, { examples: ['Entrega a combinar'] }),
  },
  { title: 'ProposalAward' },
);
export type ProposalAward = Static<typeof ProposalAward>;
