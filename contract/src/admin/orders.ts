import { Type, type Static } from 'typebox';
import { orderStatusFilters } from '@lavra/domain/order/order-status';
import { documentTypes } from '@lavra/domain/document/document';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  date,
  flag,
  id,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  pagesOf,
  searchQuery,
  sortQuery,
  stateFilter,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { OrderItem, OrderSummary, ProducerOrder, TimelineEntry } from '../orders/schemas.ts';
import { LogPage, logPageQuery } from './logs.ts';
import { byRecord, placeFields } from './people.ts';

const tag = 'Administração de cotações';
const may = <const A extends 'view' | 'edit'>(action: A) =>
  ({ profiles: ['admin'], permission: `orders.${action}` }) as const;
const one = {
  tag,
  origin: 'interface',
  subject: 'order',
  params: byRecord,
  access: may('view'),
} as const;

const personName = () => text(200, { examples: ['Fazenda Demonstração Sorriso'] });

/** A producer or supplier by name. `id` and `uuid` are the record's. */
export const NamedParty = object(
  { id: id(), uuid: uuid(), name: personName() },
  { title: 'NamedParty' },
);
export type NamedParty = Static<typeof NamedParty>;

/** The producer of an order, with all contact data. */
export const OrderProducer = object(
  {
    ...NamedParty.properties,
    user_id: id(),
    email: text(254, { examples: ['produtor@demo.lavra.example'] }),
    phone: nullable(text(30, { examples: ['66999998888'] })),
    mobile: nullable(text(30, { examples: ['66999998888'] })),
    document_type: nullable(oneOf(documentTypes, { examples: ['cpf'] })),
    document: nullable(text(14, { examples: ['52998224725'] })),
    ...placeFields,
  },
  { title: 'OrderProducer' },
);
export type OrderProducer = Static<typeof OrderProducer>;

/** Query of a short list, paged by page number only, without a cursor. */
const { page, per_page } = pagesOf(100);
export const shortPage = openObject({ page, per_page });

/**
 * An order in the administration's list; `delivery_city` and `delivery_state` are its destination.
 */
export const AdminOrderSummary = object(
  {
    ...OrderSummary.properties,
    producer: NamedParty,
    delivery_city: nullable(text(100, { examples: ['Sorriso'] })),
    delivery_state: nullable(text(2, { examples: ['MT'] })),
    has_pesticide: flag(),
    proposals_count: count({ description: 'Propostas já enviadas' }),
    version: Type.Integer({ minimum: 1, examples: [1] }),
    created_at: timestamp(),
    published_at: nullable(timestamp()),
    contact_missed_at: nullable(
      timestamp({ description: 'Adjudicada, e o produtor avisou que não o procuraram' }),
    ),
  },
  { title: 'AdminOrderSummary' },
);
export type AdminOrderSummary = Static<typeof AdminOrderSummary>;

const {
  can_edit: _edit,
  can_publish: _publish,
  can_close: _close,
  can_cancel: _cancel,
  can_finalize: _finalize,
  can_delete: _delete,
  ...producerFields
} = ProducerOrder.properties;

/**
 * An order as the administration sees it. The `can_*` flags are what the calling administrator may
 * do now.
 */
export const AdminOrder = object(
  {
    ...producerFields,
    producer: OrderProducer,
    approved_at: nullable(timestamp()),
    suspended_at: nullable(timestamp()),
    ended_at: nullable(timestamp({ description: 'Quando foi cancelada, revogada ou expirou' })),
    proposals: object(
      { submitted: count(), accepted: count(), rejected: count(), cancelled: count() },
      { title: 'OrderProposalCounts', description: 'Rascunhos não contam' },
    ),
    questions_count: count(),
    attachments_count: count(),
    favorites_count: count(),
    declines_count: count(),
    can_approve: flag(),
    can_return: flag(),
    can_suspend: flag(),
    can_resume: flag(),
    can_revoke: flag(),
  },
  { title: 'AdminOrder' },
);
export type AdminOrder = Static<typeof AdminOrder>;

/** An entry of the timeline, with the person who caused it, if any, while that account exists. */
const AdminTimelineEntry = object(
  {
    ...TimelineEntry.properties,
    actor_user_id: nullable(id()),
    actor_name: nullable(personName()),
  },
  { title: 'AdminTimelineEntry' },
);
export const AdminTimeline = object(
  { data: Type.Array(AdminTimelineEntry) },
  { title: 'AdminTimeline' },
);
export type AdminTimeline = Static<typeof AdminTimeline>;

const reason = (example: string) =>
  text(1000, { minLength: 1, pattern: '\\S', examples: [example] });
const ReturnOrderBody = object(
  { comment: reason('Inclua a dose de cada defensivo.') },
  { title: 'ReturnOrderBody' },
);
const SuspendOrderBody = object(
  { reason: reason('Em apuração: quantidades fora do comum.') },
  { title: 'SuspendOrderBody' },
);
const RevokeOrderBody = object(
  { reason: reason('Cotação em desacordo com os termos de uso.') },
  { title: 'RevokeOrderBody' },
);

export const listAdminOrders = endpoint({
  id: 'listAdminOrders',
  method: 'GET',
  path: '/api/v1/admin/orders',
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Cotações',
  description:
    'A busca olha número, descrição e nome do produtor; o período é o da criação, no fuso da plataforma.',
  query: openObject({
    ...adminPageQuery,
    ...searchQuery,
    status: Type.Optional(oneOf(orderStatusFilters, { examples: ['publicada'] })),
    suspended: Type.Optional(flag()),
    active: Type.Optional(
      flag({ description: 'Pendentes, publicadas, em análise e adjudicadas; falso: as outras' }),
    ),
    answered: Type.Optional(
      flag({
        description:
          'Já publicadas que receberam ao menos uma proposta; falso: as que não receberam nenhuma',
      }),
    ),
    contact_missed: Type.Optional(
      flag({ description: 'Adjudicadas cujo produtor avisou que não o procuraram' }),
    ),
    producer_id: Type.Optional(id()),
    city_id: Type.Optional(id({ examples: [5107925] })),
    state: Type.Optional(stateFilter()),
    product_type_id: Type.Optional(id()),
    start_date: Type.Optional(date()),
    end_date: Type.Optional(date()),
    ...sortQuery(['created_at', 'deadline_date', 'number', 'status'] as const),
  }),
  reads: ['orders'],
  reply: pageOf(AdminOrderSummary, 'AdminOrderPage'),
});
export const getAdminOrder = endpoint({
  ...one,
  id: 'getAdminOrder',
  method: 'GET',
  path: '/api/v1/admin/orders/:id',
  summary: 'Uma cotação',
  reads: ['order'],
  reply: AdminOrder,
  versioned: true,
});
export const listAdminOrderItems = endpoint({
  ...one,
  id: 'listAdminOrderItems',
  method: 'GET',
  path: '/api/v1/admin/orders/:id/items',
  summary: 'Itens de uma cotação',
  query: shortPage,
  reads: ['order'],
  reply: pageOf(OrderItem, 'OrderItemPage'),
});
export const getAdminOrderTimeline = endpoint({
  ...one,
  id: 'getAdminOrderTimeline',
  method: 'GET',
  path: '/api/v1/admin/orders/:id/timeline',
  summary: 'Histórico de uma cotação, com quem agiu',
  description:
    'Os 500 acontecimentos mais recentes, do mais antigo ao mais novo; os registros de auditoria têm todos.',
  reads: ['order'],
  reply: AdminTimeline,
});
export const listAdminOrderLogs = endpoint({
  ...one,
  id: 'listAdminOrderLogs',
  method: 'GET',
  path: '/api/v1/admin/orders/:id/logs',
  summary: 'O que aconteceu com uma cotação e com as propostas dela, e quem o fez',
  query: openObject(logPageQuery),
  reads: ['order'],
  reply: LogPage,
});

const transition = {
  tag,
  origin: 'own',
  method: 'POST',
  subject: 'order',
  params: byRecord,
  access: may('edit'),
  reply: AdminOrder,
  versioned: true,
  errors: [422],
} as const;

export const approveOrder = endpoint({
  ...transition,
  id: 'approveOrder',
  path: '/api/v1/admin/orders/:id/approve',
  summary: 'Aprovar: publica na hora, ou quando chegar a hora marcada',
  outdates: ['order', 'orders'],
});
export const returnOrder = endpoint({
  ...transition,
  id: 'returnOrder',
  path: '/api/v1/admin/orders/:id/return',
  summary: 'Devolver ao produtor para ajustes',
  body: ReturnOrderBody,
  outdates: ['order', 'orders'],
});
export const suspendOrder = endpoint({
  ...transition,
  id: 'suspendOrder',
  path: '/api/v1/admin/orders/:id/suspend',
  summary: 'Suspender: ninguém envia propostas',
  body: SuspendOrderBody,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
});
export const resumeOrder = endpoint({
  ...transition,
  id: 'resumeOrder',
  path: '/api/v1/admin/orders/:id/resume',
  summary: 'Encerrar a suspensão',
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
});
export const revokeOrder = endpoint({
  ...transition,
  id: 'revokeOrder',
  path: '/api/v1/admin/orders/:id/revoke',
  summary: 'Revogar, também depois da adjudicação',
  body: RevokeOrderBody,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison', 'purchases'],
});

export const adminOrderEndpoints = [
  listAdminOrders,
  getAdminOrder,
  listAdminOrderItems,
  getAdminOrderTimeline,
  listAdminOrderLogs,
  approveOrder,
  returnOrder,
  suspendOrder,
  resumeOrder,
  revokeOrder,
];
