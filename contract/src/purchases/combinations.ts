import { Type, type Static } from 'typebox';
import { freightKinds } from '@lavra/domain/proposal/freight';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  date,
  decimal,
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  text,
  uuid,
} from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import { ProposalMark } from '../proposals/mark.ts';

/** What a combination must respect; absent, everything that may be bought today counts. */
export const CombinationsBody = object(
  {
    max_delivery_days: maybe(Type.Integer({ minimum: 0, maximum: 3650, examples: [15] })),
    /** Proposals must stand on this day; without one, today. */
    valid_on: maybe(date()),
    /** No similar product but of the same ingredient and concentration. */
    same_ingredient_only: Type.Optional(flag({ examples: [false] })),
    /** Also offers of fewer units than asked. */
    any_quantity: Type.Optional(flag({ examples: [false] })),
    exclude_order_item_ids: Type.Optional(Type.Array(id(), { maxItems: 1000 })),
    exclude_proposals: Type.Optional(Type.Array(uuid(), { maxItems: 1000 })),
  },
  { title: 'CombinationsBody' },
);
export type CombinationsBody = Static<typeof CombinationsBody>;

const named = {
  proposal: uuid(),
  label: text(20, { examples: ['Proposta B'] }),
  mark: ProposalMark,
};
const offered = {
  unit_price: decimal({ examples: [21.4892] }),
  quantity: decimal({ examples: [350] }),
  total_price: decimal({ examples: [7521.22] }),
};

const CombinationItem = object(
  {
    order_item_id: id(),
    ...offered,
    freight_share: decimal({ examples: [0] }),
    /** The next lowest prices. */
    alternatives: Type.Array(
      object({ ...named, ...offered }, { title: 'CombinationAlternative' }),
      {
        maxItems: 2,
      },
    ),
  },
  { title: 'CombinationItem' },
);

const CombinationPurchase = object(
  {
    ...named,
    items_amount: decimal({ examples: [84210.5] }),
    /** Null where the proposal states no amount. */
    freight_amount: nullable(decimal({ examples: [1000] })),
    freight_kind: nullable(oneOf(freightKinds, { examples: ['amount'] })),
    items: Type.Array(CombinationItem, { maxItems: 1000 }),
  },
  { title: 'CombinationPurchase' },
);

/** Nobody offers it; only offers that the constraints leave out; or none of the point's proposals. */
export const uncoveredReasons = ['not_offered', 'left_out', 'not_in_point'] as const;

const CombinationPoint = object(
  {
    /** Bought from at most so many proposals; null without a limit. */
    most_proposals: nullable(Type.Integer({ minimum: 1, maximum: 5, examples: [3] })),
    proposals_used: count({ examples: [3] }),
    covered: count({ examples: [14] }),
    /** Those that no purchase holds yet; covered and uncovered ones together. */
    items_count: count({ examples: [14] }),
    items_amount: decimal({ examples: [268705] }),
    /** As far as proposals state an amount. */
    freight_amount: decimal({ examples: [1000] }),
    landed_total: decimal({ examples: [269705] }),
    /** No purchase from so many proposals covers more, or costs less. */
    proven: flag(),
    covered_bound: count({ examples: [14] }),
    /** How much cheaper it could be at most, where nothing could cover more; 0 when proven. */
    gap_percent: nullable(Type.Number({ minimum: 0, examples: [0] })),
    /** By letter. */
    purchases: Type.Array(CombinationPurchase, { maxItems: 1000 }),
    uncovered_items: Type.Array(
      object(
        { order_item_id: id(), reason: oneOf(uncoveredReasons, { examples: ['not_offered'] }) },
        { title: 'UncoveredItem' },
      ),
      { maxItems: 1000 },
    ),
  },
  { title: 'CombinationPoint' },
);

/** From one proposal to five, and without a limit; points that improve nothing are left out. */
export const Combinations = object(
  { data: Type.Array(CombinationPoint, { maxItems: 6 }) },
  { title: 'Combinations' },
);
export type Combinations = Static<typeof Combinations>;

export const combineProposals = endpoint({
  id: 'combineProposals',
  method: 'POST',
  path: '/api/v1/producer/orders/:order/combinations',
  tag: 'Compras',
  origin: 'own',
  subject: 'order',
  access: { profiles: ['produtor'], permission: 'purchases.view' },
  summary: 'De quais propostas comprar: mais itens pelo menor custo',
  description:
    'Para 1 a 5 propostas e sem limite, a compra que cobre mais itens pelo menor custo com frete; ' +
    'nada é gravado. Ficam de fora propostas indisponíveis ou vencidas, ofertas em quantidade menor ' +
    'que a pedida, similares onde o item não os aceita e, na cotação já escolhida, o que não se ' +
    'pode mais comprar.',
  params: byOrder,
  body: CombinationsBody,
  bodyOptional: true,
  reads: ['comparison'],
  outdates: [],
  reply: Combinations,
  errors: [422, 429],
});
