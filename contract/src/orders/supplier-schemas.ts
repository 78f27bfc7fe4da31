import { Type, type Static } from 'typebox';
import { freightKinds } from '@lavra/domain/proposal/freight';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import {
  count,
  decimal,
  flag,
  id,
  nullable,
  object,
  oneOf,
  shown,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { partialTerms } from '../proposals/partial-terms.ts';
import {
  city,
  DeliveryPlace,
  orderHead,
  OrderItem,
  orderTerms,
  terms,
  uf,
  unit,
} from './schemas.ts';

// An order as suppliers see it, and what they see of its producer.

/** All that a supplier sees of the producer before an award. */
const ProducerHint = object(
  { initials: text(10, { examples: ['F. D.'] }), city: nullable(city()), state: nullable(uf()) },
  { title: 'ProducerHint' },
);

export const ProducerContact = object(
  {
    name: text(200, { examples: ['Fazenda Demonstração Sorriso'] }),
    phone: nullable(text(30, { examples: ['66999998888'] })),
    email: text(254, { examples: ['produtor@demo.lavra.example'] }),
    address: nullable(text(600, { examples: ['Rodovia BR-163, km 750, S/N, Sorriso/MT'] })),
  },
  { title: 'ProducerContact' },
);

/**
 * The caller's proposal that determines the status of the order for it: the accepted one, else its
 * draft, else the newest.
 */
export const MyProposal = object(
  { uuid: uuid(), status: oneOf(proposalStatuses, { examples: ['draft'] }) },
  { title: 'MyProposal' },
);

const supplierFields = {
  ...orderHead,
  ...orderTerms,
  favorited: flag(),
  declined: flag({ examples: [false] }),
  matches_profile: flag(),
  delivery_address: nullable(DeliveryPlace),
  my_proposal: nullable(MyProposal),
};
/** An item as lists of orders name it. */
const FirstItem = object(
  {
    name: shown('Ureia 46%'),
    quantity: decimal({ examples: [30] }),
    unit: unit(),
  },
  { title: 'FirstItem' },
);
/** An order in a supplier's list. */
export const SupplierOrderSummary = object(
  {
    ...supplierFields,
    first_items: Type.Optional(
      Type.Array(FirstItem, {
        maxItems: 3,
        description: 'Os primeiros de `total_itens`, com `with_details`',
      }),
    ),
    /**
     * Great-circle distance from the supplier's municipality to the delivery's, with
     * `with_details`; null when either is unknown.
     */
    distance_km: Type.Optional(
      nullable(
        count({
          examples: [120],
          description: 'Distância em linha reta entre os municípios da entrega e do fornecedor',
        }),
      ),
    ),
  },
  { title: 'SupplierOrderSummary' },
);
export type SupplierOrderSummary = Static<typeof SupplierOrderSummary>;

const OwnProposalState = object(
  {
    uuid: uuid(),
    status: oneOf(proposalStatuses, { examples: ['draft'] }),
    updated_at: timestamp(),
  },
  { title: 'OwnProposalState' },
);

/** The caller's latest price for a product of the order, in the item's unit. */
const LastPrice = object(
  {
    product_id: id(),
    unit: unit(),
    unit_price: decimal({ examples: [68.4] }),
    submitted_at: timestamp(),
  },
  { title: 'LastPrice' },
);

/** The terms of the caller's latest proposal. */
const LastTerms = object(
  {
    payment_terms: nullable(terms()),
    delivery_days: nullable(count({ examples: [10] })),
    validity_days: nullable(count({ examples: [15], description: 'Do envio ao fim da validade' })),
    freight_kind: nullable(oneOf(freightKinds, { examples: ['amount'] })),
    freight_amount: nullable(decimal({ examples: [1000] })),
    ...partialTerms,
  },
  { title: 'LastTerms' },
);

/** An order as a supplier sees it. */
export const SupplierOrder = object(
  {
    ...supplierFields,
    producer: ProducerHint,
    takes_proposals: flag(),
    items: Type.Array(OrderItem),
    my_proposals: Type.Array(OwnProposalState),
    last_prices: Type.Array(LastPrice),
    last_terms: nullable(LastTerms),
    producer_contact: nullable(ProducerContact),
  },
  { title: 'SupplierOrder' },
);
export type SupplierOrder = Static<typeof SupplierOrder>;
