import { Type, type Static } from 'typebox';
import { closureTypes } from '@lavra/domain/order/closure-type';
import { LEAST_SUPPLIERS } from '@lavra/domain/order/least-suppliers';
import { orderStatuses } from '@lavra/domain/order/order-status';
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
  shown,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

const description = () =>
  text(500, { minLength: 1, pattern: '\\S', examples: ['Insumos para a safra 2026/27'] });
export const terms = () => text(1000, { examples: ['30 dias após a entrega'] });
const notes = () => text(5000, { examples: ['Entregar em dias úteis, das 7h às 16h.'] });
export const unit = () => text(20, { minLength: 1, examples: ['L'] });
const number = () => text(20, { examples: ['COT-2026-000123'] });
const daysLeft = () =>
  Type.Integer({
    examples: [25],
    description: 'Dias de calendário até o prazo; negativo depois dele',
  });
export const uf = () => Type.String({ pattern: '^[A-Z]{2}$', examples: ['MT'] });
export const city = () => text(100, { minLength: 1, pattern: '\\S', examples: ['Sorriso'] });

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

const DeliveryAddress = object(
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
type DeliveryAddress = Static<typeof DeliveryAddress>;

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

/** An intention that suppliers read: what each proposal says decides. */
const splitAward = () =>
  flag({
    examples: [true],
    description: 'O produtor pode comprar itens de mais de um fornecedor; sem o campo, sim',
  });
const itemList = () => Type.Array(OrderItemInput, { maxItems: 1000 });
/** `publish_at` has the timestamp format of the platform: `YYYY-MM-DD HH:MM:SS` in its zone. */
const publishAt = () => timestamp();

export const CreateOrderBody = object(
  {
    description: description(),
    deadline_date: date(),
    closure_type: Type.Optional(oneOf(closureTypes, { examples: ['aberta'] })),
    split_award: Type.Optional(splitAward()),
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
    split_award: Type.Optional(splitAward()),
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

const OrderedProduct = object(
  {
    product: ProductSummary,
    quantity: decimal({ examples: [300] }),
    unit: unit(),
  },
  { title: 'OrderedProduct' },
);
/** What the producer ordered before, each product once for each unit. */
export const OrderedProducts = object(
  {
    recent: Type.Array(OrderedProduct, {
      maxItems: 30,
      description:
        'Das últimas cotações, da mais nova à mais antiga, com a quantidade daquela cotação',
    }),
    /** Of the previous season's orders, by name, with the quantity of the whole season. */
    last_season: object({
      name: text(7, { examples: ['2025/26'] }),
      products: Type.Array(OrderedProduct, { maxItems: 100 }),
    }),
  },
  { title: 'OrderedProducts' },
);
export type OrderedProducts = Static<typeof OrderedProducts>;

export const OrderItem = object(
  {
    id: id(),
    position: Type.Integer({ minimum: 1, examples: [1] }),
    product_id: id(),
    product: ProductSummary,
    quantity: decimal({ examples: [300] }),
    unit: unit(),
    notes: nullable(shown('Em big bags')),
    allow_similar: flag(),
    is_unlisted: flag({
      examples: [false],
      description: 'Fora do catálogo: `notes` diz que produto é, e `product.name` começa por ela',
    }),
  },
  { title: 'OrderItem' },
);
export type OrderItem = Static<typeof OrderItem>;

/** An item as its producer sees it in the order. */
export const ProducerOrderItem = object(
  {
    ...OrderItem.properties,
    is_pesticide: flag({
      examples: [true],
      description: 'A venda deste item exige receituário agronômico',
    }),
  },
  { title: 'ProducerOrderItem' },
);
export type ProducerOrderItem = Static<typeof ProducerOrderItem>;

export const orderHead = {
  id: id(),
  uuid: uuid(),
  number: number(),
  description: shown('Insumos para a safra 2026/27'),
  status: oneOf(orderStatuses, { examples: ['publicada'] }),
  status_label: text(30, { examples: ['Publicada'] }),
  closure_type: oneOf(closureTypes, { examples: ['aberta'] }),
  split_award: splitAward(),
  deadline_date: date(),
  dias_restantes: daysLeft(),
  total_itens: count({ examples: [14] }),
  is_suspended: flag({ examples: [false] }),
};
export const orderTerms = {
  delivery_date: nullable(date()),
  payment_terms: nullable(shown('30 dias após a entrega')),
  notes: nullable(shown('Entregar em dias úteis, das 7h às 16h.')),
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

const OrderWriter = object(
  { name: text(200, { examples: ['Consultoria Demonstração'] }) },
  { title: 'OrderWriter' },
);

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
  new_proposals_count: count({
    examples: [2],
    description: 'Propostas que ainda não foram abertas',
  }),
  next_validity_date: nullable(
    date({ description: 'O primeiro dia em que vence uma oferta ainda não decidida' }),
  ),
  /** The consultant who wrote it for the producer; null where the producer did. */
  written_by: nullable(OrderWriter),
  publication_requested_at: nullable(
    timestamp({
      description: 'Quando um consultor disse pela última vez que o rascunho está pronto',
    }),
  ),
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
  { ...producerFields, items: Type.Array(ProducerOrderItem) },
  { title: 'ProducerOrder' },
);
export type ProducerOrder = Static<typeof ProducerOrder>;

/**
 * Without `deadline_date` the old deadline is kept unless it is past; then it is a week from today.
 */
export const DuplicateOrderBody = object(
  {
    deadline_date: Type.Optional(date()),
    only: Type.Optional(
      oneOf(['unbought'] as const, {
        examples: ['unbought'],
        description:
          'Só os itens que nenhuma compra tem, com as quantidades que as compras deixaram em aberto',
      }),
    ),
  },
  { title: 'DuplicateOrderBody' },
);
export type DuplicateOrderBody = Static<typeof DuplicateOrderBody>;
/** The new draft, and the number of items left out because their product is no longer active. */
export const DuplicatedOrder = object(
  {
    ...producerFields,
    items: Type.Array(ProducerOrderItem),
    skipped_items: count({ examples: [0] }),
  },
  { title: 'DuplicatedOrder' },
);
export type DuplicatedOrder = Static<typeof DuplicatedOrder>;

export const ExtendDeadlineBody = object(
  {
    deadline_date: date(),
    delivery_date: Type.Optional(
      date({ description: 'Adia a entrega; necessária se ela ficaria antes do novo prazo' }),
    ),
  },
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

const headcount = (least: number, description: string) =>
  nullable(Type.Integer({ minimum: least, examples: [LEAST_SUPPLIERS * 2], description }));
/** What happens to a published order: how many suppliers know it; never which ones, nor when. */
export const OrderActivity = object(
  {
    notified: headcount(0, 'Fornecedores avisados da publicação; null com 1 ou 2'),
    viewed: headcount(
      LEAST_SUPPLIERS,
      'Fornecedores que abriram a cotação ou têm proposta nela; null com menos de 3',
    ),
    drafting: headcount(LEAST_SUPPLIERS, 'Propostas em preenchimento; null com menos de 3'),
  },
  { title: 'OrderActivity' },
);
export type OrderActivity = Static<typeof OrderActivity>;

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
