import { Type, type Static } from 'typebox';
import { freightKinds } from '@lavra/domain/proposal/freight';
import { purchaseKinds, purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { ProductSummary } from '../catalogue/schemas.ts';
import {
  count,
  decimal,
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { OrderItem, OrderSummary, ProducerOrder, ProducerOrderItem } from '../orders/schemas.ts';
import { ProducerContact } from '../orders/supplier-schemas.ts';
import { ProposalMark } from '../proposals/mark.ts';

const number = () => text(40, { examples: ['PC-2026-000123-K7QD'] });

/** An item that was bought; its price, quantity and total are those of the proposal. */
export const PurchaseItem = object(
  {
    order_item_id: id(),
    order_item: OrderItem,
    /** The product that is bought; another than `order_item.product` where a similar one is. */
    product: ProductSummary,
    offers_similar: flag({ examples: [false] }),
    /** To producers with what would name the supplier masked. */
    similar_product_name: nullable(Type.String({ examples: ['Glifosato 480'] })),
    unit_price: decimal({ examples: [21.4892] }),
    quantity: decimal({ examples: [350] }),
    total_price: decimal({ examples: [7521.22] }),
    /** Its part of a proportional freight; 0 where the freight is due whole. */
    freight_share: decimal({ examples: [0] }),
  },
  { title: 'PurchaseItem' },
);
export type PurchaseItem = Static<typeof PurchaseItem>;

const summary = {
  uuid: uuid(),
  number: number(),
  order: OrderSummary,
  proposal: uuid(),
  /** 1 for the award, then one more each time that what was left is bought. */
  round: Type.Integer({ minimum: 1, examples: [1] }),
  kind: oneOf(purchaseKinds, { examples: ['partial'] }),
  kind_label: text(30, { examples: ['Parte da proposta'] }),
  state: oneOf(purchaseStates, { examples: ['awarded'] }),
  state_label: text(30, { examples: ['Aguardando confirmação'] }),
  items_count: count({ examples: [5] }),
  items_amount: decimal({ examples: [84210.5] }),
  /** Null where the proposal states no amount. */
  freight_amount: nullable(decimal({ examples: [1000] })),
  freight_kind: nullable(oneOf(freightKinds, { examples: ['amount'] })),
  /** Items and freight, as far as it is known. */
  landed_total: decimal({ examples: [85210.5] }),
  awarded_at: timestamp(),
  settled_at: nullable(timestamp()),
  version: Type.Integer({ minimum: 1, examples: [1] }),
};

/** A purchase as its producer sees it: a letter and a mark, never the supplier. */
const producerSide = {
  ...summary,
  /** The letter of this session; null in lists, which hold purchases of many orders. */
  label: nullable(text(20, { examples: ['Proposta B'] })),
  mark: ProposalMark,
};
export const ProducerPurchaseSummary = object(producerSide, { title: 'ProducerPurchaseSummary' });
export type ProducerPurchaseSummary = Static<typeof ProducerPurchaseSummary>;
export const ProducerPurchase = object(
  { ...producerSide, items: Type.Array(PurchaseItem, { maxItems: 1000 }) },
  { title: 'ProducerPurchase' },
);
export type ProducerPurchase = Static<typeof ProducerPurchase>;

/** A purchase as the platform lists it, without anything about its two sides. */
export const PurchaseSummary = object(summary, { title: 'PurchaseSummary' });
export type PurchaseSummary = Static<typeof PurchaseSummary>;

const supplierSide = {
  ...summary,
  is_new: flag({
    examples: [true],
    description: 'O fornecedor ainda não abriu a venda, que espera por ele',
  }),
};
/** A purchase as its supplier sees it. */
export const SupplierPurchaseSummary = object(supplierSide, { title: 'SupplierPurchaseSummary' });
export type SupplierPurchaseSummary = Static<typeof SupplierPurchaseSummary>;
export const SupplierPurchase = object(
  {
    ...supplierSide,
    items: Type.Array(PurchaseItem, { maxItems: 1000 }),
    /** Null once the order is revoked. */
    producer_contact: nullable(ProducerContact),
  },
  { title: 'SupplierPurchase' },
);
export type SupplierPurchase = Static<typeof SupplierPurchase>;

export const AwardBody = object(
  {
    items: Type.Array(
      object({ order_item_id: id(), proposal: uuid() }, { title: 'AwardBodyItem' }),
      { minItems: 1, maxItems: 1000 },
    ),
    reason: maybe(text(2000, { examples: ['O melhor preço de cada item, com três entregas.'] })),
    /** What the client shows as total with freight; another one is refused with 409. */
    expected_total: maybe(decimal({ examples: [269705] })),
  },
  { title: 'AwardBody' },
);
export type AwardBody = Static<typeof AwardBody>;

export const AwardReply = object(
  {
    /** Of the order, for `If-Match`. */
    version: Type.Integer({ minimum: 1, examples: [4] }),
    order: ProducerOrder,
    /** Of this award, by letter. */
    purchases: Type.Array(ProducerPurchase, { maxItems: 1000 }),
    /** Items that no purchase holds. */
    unbought_items: Type.Array(ProducerOrderItem, { maxItems: 1000 }),
  },
  { title: 'AwardReply' },
);
export type AwardReply = Static<typeof AwardReply>;
