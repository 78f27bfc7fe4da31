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
  shown,
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
    similar_product_name: nullable(
      shown('Glifosato 480', {
        description: 'Para o produtor, sem o que identificaria o fornecedor',
      }),
    ),
    unit_price: decimal({ examples: [21.4892] }),
    quantity: decimal({ examples: [350] }),
    total_price: decimal({ examples: [7521.22] }),
    freight_share: decimal({
      examples: [0],
      description: 'A parte do item em um frete proporcional; 0 quando o frete é cobrado inteiro',
    }),
  },
  { title: 'PurchaseItem' },
);
export type PurchaseItem = Static<typeof PurchaseItem>;

const summary = {
  uuid: uuid(),
  number: number(),
  order: OrderSummary,
  proposal: uuid(),
  round: Type.Integer({
    minimum: 1,
    examples: [1],
    description: '1 na escolha, e mais um a cada vez que se compra o que faltou',
  }),
  kind: oneOf(purchaseKinds, { examples: ['partial'] }),
  kind_label: text(30, { examples: ['Parte da proposta'] }),
  state: oneOf(purchaseStates, { examples: ['awarded'] }),
  state_label: text(30, { examples: ['Entrega a combinar'] }),
  items_count: count({ examples: [5] }),
  items_amount: decimal({ examples: [84210.5] }),
  freight_amount: nullable(
    decimal({ examples: [1000], description: 'Nulo quando a proposta não diz um valor' }),
  ),
  freight_kind: nullable(oneOf(freightKinds, { examples: ['amount'] })),
  landed_total: decimal({
    examples: [85210.5],
    description: 'Itens e frete, até onde ele se conhece',
  }),
  awarded_at: timestamp(),
  settled_at: nullable(timestamp()),
  version: Type.Integer({ minimum: 1, examples: [1] }),
};

/** A purchase as its producer sees it: a letter and a mark, never the supplier. */
const producerSide = {
  ...summary,
  label: nullable(
    text(20, {
      examples: ['Proposta B'],
      description: 'A letra desta sessão; nula em listas, que têm compras de muitas cotações',
    }),
  ),
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
    expected_total: maybe(
      decimal({
        examples: [269705],
        description: 'O total com frete que o cliente mostra; se for outro, a resposta é 409',
      }),
    ),
  },
  { title: 'AwardBody' },
);
export type AwardBody = Static<typeof AwardBody>;

export const AwardReply = object(
  {
    version: Type.Integer({
      minimum: 1,
      examples: [4],
      description: 'Da cotação, para `If-Match`',
    }),
    order: ProducerOrder,
    purchases: Type.Array(ProducerPurchase, {
      maxItems: 1000,
      description: 'As desta escolha, por letra',
    }),
    unbought_items: Type.Array(ProducerOrderItem, {
      maxItems: 1000,
      description: 'Itens que nenhuma compra tem',
    }),
  },
  { title: 'AwardReply' },
);
export type AwardReply = Static<typeof AwardReply>;
