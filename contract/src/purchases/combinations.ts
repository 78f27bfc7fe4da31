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
    valid_on: maybe(date({ description: 'As propostas devem valer neste dia; sem ele, hoje' })),
    same_ingredient_only: Type.Optional(
      flag({
        examples: [false],
        description: 'Só similares do mesmo ingrediente ativo e da mesma concentração',
      }),
    ),
    any_quantity: Type.Optional(
      flag({ examples: [false], description: 'Também ofertas de menos unidades do que o pedido' }),
    ),
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
    alternatives: Type.Array(
      object({ ...named, ...offered }, { title: 'CombinationAlternative' }),
      {
        maxItems: 2,
        description: 'Os preços seguintes, do menor ao maior',
      },
    ),
  },
  { title: 'CombinationItem' },
);

const CombinationPurchase = object(
  {
    ...named,
    items_amount: decimal({ examples: [84210.5] }),
    freight_amount: nullable(
      decimal({ examples: [1000], description: 'Nulo quando a proposta não diz um valor' }),
    ),
    freight_kind: nullable(oneOf(freightKinds, { examples: ['amount'] })),
    items: Type.Array(CombinationItem, { maxItems: 1000 }),
  },
  { title: 'CombinationPurchase' },
);

/** No proposal offers it; only offers that the constraints leave out; or none of the point's proposals. */
export const uncoveredReasons = ['not_offered', 'left_out', 'not_in_point'] as const;

const CombinationPoint = object(
  {
    most_proposals: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        examples: [3],
        description: 'Compra-se de no máximo tantas propostas; nulo sem limite',
      }),
    ),
    proposals_used: count({ examples: [3] }),
    covered: count({ examples: [14] }),
    items_count: count({
      examples: [14],
      description: 'Itens que nenhuma compra tem ainda, com e sem oferta',
    }),
    items_amount: decimal({ examples: [268705] }),
    freight_amount: decimal({
      examples: [1000],
      description: 'Até onde as propostas dizem um valor',
    }),
    landed_total: decimal({ examples: [269705] }),
    proven: flag({
      description: 'Nenhuma compra de tantas propostas cobre mais itens, nem custa menos',
    }),
    covered_bound: count({ examples: [14] }),
    gap_percent: nullable(
      Type.Number({
        minimum: 0,
        examples: [0],
        description:
          'Quanto mais barata a compra poderia ser, no máximo, quando nenhuma cobriria mais itens; 0 quando `proven`',
      }),
    ),
    purchases: Type.Array(CombinationPurchase, { maxItems: 1000, description: 'Por letra' }),
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
