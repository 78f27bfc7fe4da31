import { Type, type Static } from 'typebox';
import { closureTypes } from '@lavra/domain/order/closure-type';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { equivalences } from '@lavra/domain/proposal/equivalence';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { ProductSummary } from '../catalogue/schemas.ts';
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
  timestamp,
  uuid,
} from '../kit/schema.ts';

const description = () =>
  text(500, { minLength: 1, pattern: '\\S', examples: ['Insumos para a safra 2026/27'] });
const terms = () => text(1000, { examples: ['30 dias após a entrega'] });
const notes = () => text(5000, { examples: ['Entregar em dias úteis, das 7h às 16h.'] });
const unit = () => text(20, { minLength: 1, examples: ['L'] });
const number = () => text(20, { examples: ['COT-2026-000123'] });
const daysLeft = () =>
  Type.Integer({
    examples: [25],
    description: 'Dias de calendário até o prazo; negativo depois dele',
  });
const uf = () => Type.String({ pattern: '^[A-Z]{2}$', examples: ['MT'] });
const city = () => text(100, { minLength: 1, pattern: '\\S', examples: ['Sorriso'] });

const addressDetails = {
  postal_code: text(12, { examples: ['78890-000'] }),
  street: text(200, { examples: ['Rodovia BR-163, km 750'] }),
  number: text(20, { examples: ['S/N'] }),
  complement: text(200, { examples: ['Portão azul'] }),
  district: text(100, { examples: ['Zona Rural'] }),
};

export const DeliveryAddressInput = object(
  {
    city: city(),
    state: uf(),
    postal_code: maybe(addressDetails.postal_code),
    street: maybe(addressDetails.street),
    number: maybe(addressDetails.number),
    complement: maybe(addressDetails.complement),
    district: maybe(addressDetails.district),
  },
  { title: 'DeliveryAddressInput' },
);
export type DeliveryAddressInput = Static<typeof DeliveryAddressInput>;

export const DeliveryAddress = object(
  {
    city: city(),
    state: uf(),
    city_id: id({ examples: [5107925] }),
    postal_code: nullable(addressDetails.postal_code),
    street: nullable(addressDetails.street),
    number: nullable(addressDetails.number),
    complement: nullable(addressDetails.complement),
    district: nullable(addressDetails.district),
  },
  { title: 'DeliveryAddress' },
);
export type DeliveryAddress = Static<typeof DeliveryAddress>;

/** The only part of the delivery address that a supplier sees before an award. */
export const DeliveryPlace = object(
  { city: city(), state: uf(), city_id: id({ examples: [5107925] }) },
  { title: 'DeliveryPlace' },
);

export const OrderItemInput = object(
  {
    product_id: id(),
    quantity: decimal({ examples: [300] }),
    unit: unit(),
    notes: maybe(text(1000)),
    allow_similar: Type.Optional(flag()),
  },
  { title: 'OrderItemInput' },
);
export type OrderItemInput = Static<typeof OrderItemInput>;

const itemList = () => Type.Array(OrderItemInput, { maxItems: 1000 });
/** `publish_at` has the timestamp format of the platform: `YYYY-MM-DD HH:MM:SS` in its zone. */
const publishAt = () => timestamp();

export const CreateOrderBody = object(
  {
    description: description(),
    deadline_date: date(),
    closure_type: Type.Optional(oneOf(closureTypes, { examples: ['aberta'] })),
    delivery_date: maybe(date()),
    delivery_address: maybe(DeliveryAddressInput),
    payment_terms: maybe(terms()),
    notes: maybe(notes()),
    publish_at: maybe(publishAt()),
    items: Type.Optional(itemList()),
  },
  { title: 'CreateOrderBody' },
);
export type CreateOrderBody = Static<typeof CreateOrderBody>;

export const UpdateOrderBody = object(
  {
    description: Type.Optional(description()),
    deadline_date: Type.Optional(date()),
    closure_type: Type.Optional(oneOf(closureTypes, { examples: ['aberta'] })),
    delivery_date: maybe(date()),
    delivery_address: maybe(DeliveryAddressInput),
    payment_terms: maybe(terms()),
    notes: maybe(notes()),
    publish_at: maybe(publishAt()),
    items: Type.Optional(itemList()),
  },
  { title: 'UpdateOrderBody' },
);
export type UpdateOrderBody = Static<typeof UpdateOrderBody>;

export const OrderItem = object(
  {
    id: id(),
    position: Type.Integer({ minimum: 1, examples: [1] }),
    product_id: id(),
    product: ProductSummary,
    quantity: decimal({ examples: [300] }),
    unit: unit(),
    notes: nullable(text(1000)),
    allow_similar: flag(),
  },
  { title: 'OrderItem' },
);
export type OrderItem = Static<typeof OrderItem>;

const orderHead = {
  id: id(),
  uuid: uuid(),
  number: number(),
  description: description(),
  status: oneOf(orderStatuses, { examples: ['publicada'] }),
  status_label: text(30, { examples: ['Publicada'] }),
  closure_type: oneOf(closureTypes, { examples: ['aberta'] }),
  deadline_date: date(),
  dias_restantes: daysLeft(),
  total_itens: count({ examples: [14] }),
  is_suspended: flag({ examples: [false] }),
};
const orderTerms = {
  delivery_date: nullable(date()),
  payment_terms: nullable(terms()),
  notes: nullable(notes()),
  has_pesticide: flag(),
  legal_notice: nullable(
    text(300, {
      examples: ['A venda de defensivos exige receituário agronômico (Lei 14.785/2023).'],
    }),
  ),
  published_at: nullable(timestamp()),
};

/** The order as other resources embed it. */
export const OrderSummary = object(orderHead, { title: 'OrderSummary' });
export type OrderSummary = Static<typeof OrderSummary>;

const producerFields = {
  ...orderHead,
  ...orderTerms,
  delivery_address: nullable(DeliveryAddress),
  publish_at: nullable(timestamp()),
  closed_at: nullable(timestamp()),
  awarded_at: nullable(timestamp()),
  finished_at: nullable(timestamp()),
  reason: nullable(text(1000)),
  proposals_count: count(),
  /**
   * Proposals that have not been opened yet, and the first day on which an undecided offer expires.
   */
  new_proposals_count: count({ examples: [2] }),
  next_validity_date: nullable(date()),
  version: Type.Integer({ minimum: 1, examples: [1] }),
  can_edit: flag(),
  can_publish: flag(),
  can_close: flag(),
  can_cancel: flag(),
  can_finalize: flag(),
  can_delete: flag(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** An order as its producer sees it in a list. */
export const ProducerOrderSummary = object(producerFields, { title: 'ProducerOrderSummary' });
export type ProducerOrderSummary = Static<typeof ProducerOrderSummary>;
/** An order as its producer sees it. */
export const ProducerOrder = object(
  { ...producerFields, items: Type.Array(OrderItem) },
  { title: 'ProducerOrder' },
);
export type ProducerOrder = Static<typeof ProducerOrder>;

/**
 * Without `deadline_date` the old deadline is kept unless it is past; then it is a week from today.
 */
export const DuplicateOrderBody = object(
  { deadline_date: Type.Optional(date()) },
  { title: 'DuplicateOrderBody' },
);
export type DuplicateOrderBody = Static<typeof DuplicateOrderBody>;
/** The new draft, and the number of items left out because their product is no longer active. */
export const DuplicatedOrder = object(
  { ...producerFields, items: Type.Array(OrderItem), skipped_items: count({ examples: [0] }) },
  { title: 'DuplicatedOrder' },
);
export type DuplicatedOrder = Static<typeof DuplicatedOrder>;

export const ExtendDeadlineBody = object(
  { deadline_date: date() },
  { title: 'ExtendDeadlineBody' },
);

/**
 * Number of active suppliers that match the order's product types and delivery place; never which
 * ones.
 */
export const OrderReach = object(
  { matching_suppliers: count({ examples: [18] }), total_suppliers: count({ examples: [42] }) },
  { title: 'OrderReach' },
);
export type OrderReach = Static<typeof OrderReach>;

/** All that a supplier sees of the producer before an award. */
export const ProducerHint = object(
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
/** An order in a supplier's list. */
export const SupplierOrderSummary = object(supplierFields, { title: 'SupplierOrderSummary' });
export type SupplierOrderSummary = Static<typeof SupplierOrderSummary>;

const OwnProposalState = object(
  {
    uuid: uuid(),
    status: oneOf(proposalStatuses, { examples: ['draft'] }),
    updated_at: timestamp(),
  },
  { title: 'OwnProposalState' },
);

/** An order as a supplier sees it. */
export const SupplierOrder = object(
  {
    ...supplierFields,
    producer: ProducerHint,
    takes_proposals: flag(),
    items: Type.Array(OrderItem),
    my_proposals: Type.Array(OwnProposalState),
    producer_contact: nullable(ProducerContact),
  },
  { title: 'SupplierOrder' },
);
export type SupplierOrder = Static<typeof SupplierOrder>;

export const TimelineEntry = object(
  {
    at: timestamp(),
    event: text(60, { examples: ['order.published'] }),
    label: text(300, { examples: ['Cotação publicada'] }),
    actor: text(60, { examples: ['Produtor'] }),
  },
  { title: 'TimelineEntry' },
);
export const Timeline = object({ data: Type.Array(TimelineEntry) }, { title: 'Timeline' });
export type Timeline = Static<typeof Timeline>;

/** Free text with its contacts masked: the mask can make it longer than the original. */
const masked = () => nullable(Type.String({ examples: ['Fale conosco: [contato oculto]'] }));

const SimilarOffer = object(
  {
    name: masked(),
    description: masked(),
    equivalence: oneOf(equivalences, { examples: ['same'] }),
    equivalence_label: text(80, { examples: ['Mesmo ingrediente ativo e concentração'] }),
  },
  { title: 'SimilarOffer' },
);

const ComparisonCell = object(
  {
    proposal: uuid(),
    is_priced: flag(),
    /** It has a price but a total of 0, which does not count as an offer. */
    not_offered: flag({ examples: [false] }),
    unit_price: nullable(decimal({ examples: [21.4892] })),
    quantity: nullable(decimal({ examples: [350] })),
    quantity_differs: flag({ examples: [false] }),
    total_price: nullable(decimal({ examples: [7521.22] })),
    is_best: flag(),
    difference_percent: nullable(Type.Number({ examples: [2.3] })),
    justification: masked(),
    justification_label: nullable(text(60, { examples: ['Sem estoque'] })),
    similar: nullable(SimilarOffer),
    notes: masked(),
  },
  { title: 'ComparisonCell' },
);

const ComparisonRow = object(
  {
    item: OrderItem,
    product_type: text(200, { examples: ['Defensivos'] }),
    best_unit_price: nullable(decimal({ examples: [21.4892] })),
    is_common: flag(),
    cells: Type.Array(ComparisonCell),
  },
  { title: 'ComparisonRow' },
);

const ComparisonColumn = object(
  {
    proposal: uuid(),
    label: text(20, { examples: ['Proposta B'] }),
    status: text(20, { examples: ['submitted'] }),
    display_status: text(20, { examples: ['submitted'] }),
    priced_items: count({ examples: [7] }),
    total_items: count({ examples: [9] }),
    coverage_label: text(30, { examples: ['7 de 9 itens'] }),
    best_prices: count({ examples: [4] }),
    total_amount: decimal({ examples: [271095] }),
    common_total: decimal({ examples: [258120] }),
    landed_total: decimal({ examples: [272095] }),
    freight_amount: nullable(decimal()),
    delivery_days: nullable(count()),
    payment_terms: masked(),
    validity_date: nullable(date()),
    submitted_at: nullable(timestamp()),
    is_lowest_common_total: flag(),
    notes: masked(),
    /**
     * False while the sender's account is blocked or deleted: the proposal is in no best price and
     * cannot be chosen.
     */
    is_available: flag(),
  },
  { title: 'ComparisonColumn' },
);

/** Items as rows, proposals as columns; no field identifies a supplier. */
export const OrderComparison = object(
  {
    order: OrderSummary,
    common_items: count({ examples: [7] }),
    best_total: decimal({ examples: [269555] }),
    proposals: Type.Array(ComparisonColumn),
    rows: Type.Array(ComparisonRow),
  },
  { title: 'OrderComparison' },
);
export type OrderComparison = Static<typeof OrderComparison>;

const ProducerMetrics = object(
  {
    orders_by_status: Type.Record(Type.String(), count(), {
      examples: [{ rascunho: 1, publicada: 2 }],
    }),
    proposals_received: count({ examples: [13] }),
    open_orders: count(),
    awaiting_decision: count(),
  },
  { title: 'ProducerMetrics' },
);
export const ProducerDashboard = object(
  {
    metrics: ProducerMetrics,
    attention: Type.Array(ProducerOrderSummary),
    latest_orders: Type.Array(ProducerOrderSummary),
  },
  { title: 'ProducerDashboard' },
);
export type ProducerDashboard = Static<typeof ProducerDashboard>;
