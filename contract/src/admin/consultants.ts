import { Type, type Static } from 'typebox';
import { orderStatusFilters } from '@lavra/domain/order/order-status';
import { documentTypes } from '@lavra/domain/document/document';
import { userStatuses } from '@lavra/domain/account/user-status';
import { email, Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  flag,
  id,
  maybe,
  object,
  oneOf,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import {
  CreateOrderBody,
  ProducerOrder,
  ProducerOrderSummary,
  UpdateOrderBody,
} from '../orders/schemas.ts';
import {
  activationExpiry,
  activationFields,
  activationStates,
  byRecord,
  peopleQuery,
  personFields,
  placeFields,
  recordFields,
  withDeleted,
} from './people.ts';

const tag = 'Consultores';
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `consultants.${action}` }) as const;
const one = { tag, origin: 'own', subject: 'consultant', params: byRecord } as const;

const name = () => text(200, { minLength: 1, pattern: '\\S', examples: ['Conta de demonstração'] });
const phone = () => text(30, { examples: ['(66) 99999-8888'] });

const NamedProducer = object(
  { id: id(), uuid: uuid(), name: text(200, { examples: ['Fazenda Demonstração Sorriso'] }) },
  { title: 'NamedProducer' },
);

const summaryFields = {
  ...personFields,
  producers_count: count({ description: 'Produtores vinculados' }),
  ...activationFields,
};
export const AdminConsultantSummary = object(summaryFields, { title: 'AdminConsultantSummary' });
export type AdminConsultantSummary = Static<typeof AdminConsultantSummary>;

export const AdminConsultant = object(
  {
    ...summaryFields,
    producers: Type.Array(NamedProducer),
    activation_expires_at: activationExpiry(),
    ...recordFields,
  },
  { title: 'AdminConsultant' },
);
export type AdminConsultant = Static<typeof AdminConsultant>;

const contact = { phone: maybe(phone()), mobile: maybe(phone()) };
const document = {
  document_type: Type.Optional(oneOf(documentTypes, { examples: ['cpf'] })),
  document_number: Type.Optional(text(30, { examples: ['529.982.247-25'] })),
};
const status = Type.Optional(oneOf(userStatuses, { examples: ['ativo'] }));

export const CreateConsultantBody = object(
  { name: name(), email: email(), ...contact, ...document, status },
  { title: 'CreateConsultantBody' },
);
export type CreateConsultantBody = Static<typeof CreateConsultantBody>;
/** An absent field stays, `null` clears. */
export const UpdateConsultantBody = object(
  { name: Type.Optional(name()), email: Type.Optional(email()), ...contact, ...document, status },
  { title: 'UpdateConsultantBody' },
);
export type UpdateConsultantBody = Static<typeof UpdateConsultantBody>;
const ConsultantProducersBody = object(
  { producer_ids: Type.Array(id(), { maxItems: 5000 }) },
  { title: 'ConsultantProducersBody' },
);

export const listAdminConsultants = endpoint({
  id: 'listAdminConsultants',
  method: 'GET',
  path: '/api/v1/admin/consultants',
  tag,
  origin: 'own',
  access: may('view'),
  summary: 'Consultores',
  query: object({
    ...peopleQuery,
    activation: Type.Optional(oneOf(activationStates, { examples: ['pending'] })),
  }),
  reads: ['consultants'],
  reply: pageOf(AdminConsultantSummary, 'AdminConsultantPage'),
});
export const createAdminConsultant = endpoint({
  id: 'createAdminConsultant',
  method: 'POST',
  path: '/api/v1/admin/consultants',
  tag,
  origin: 'own',
  access: may('create'),
  summary: 'Criar consultor',
  body: CreateConsultantBody,
  outdates: ['consultant', 'consultants', 'producer', 'user', 'users'],
  reply: AdminConsultant,
  versioned: true,
  description: 'Nasce sem senha: envie-lhe o link de ativação quando quiser que entre.',
});
export const getAdminConsultant = endpoint({
  ...one,
  id: 'getAdminConsultant',
  method: 'GET',
  path: '/api/v1/admin/consultants/:id',
  access: may('view'),
  summary: 'Um consultor, com os seus produtores',
  query: object(withDeleted),
  reads: ['consultant'],
  reply: AdminConsultant,
  versioned: true,
});
export const updateAdminConsultant = endpoint({
  ...one,
  id: 'updateAdminConsultant',
  method: 'PUT',
  path: '/api/v1/admin/consultants/:id',
  access: may('edit'),
  summary: 'Alterar um consultor',
  body: UpdateConsultantBody,
  outdates: ['consultant', 'consultants', 'producer', 'user', 'users'],
  reply: AdminConsultant,
  versioned: true,
  description: 'Trocar o e-mail, ou tirar o status "ativo", encerra sessões e links na hora.',
});
export const deleteAdminConsultant = endpoint({
  ...one,
  id: 'deleteAdminConsultant',
  method: 'DELETE',
  path: '/api/v1/admin/consultants/:id',
  access: may('delete'),
  summary: 'Excluir um consultor',
  outdates: ['consultants', 'producer', 'user', 'users'],
  reply: Message,
  description: 'As sessões acabam na hora; ele pode ser restaurado, com os seus vínculos.',
});
export const restoreAdminConsultant = endpoint({
  ...one,
  id: 'restoreAdminConsultant',
  method: 'POST',
  path: '/api/v1/admin/consultants/:id/restore',
  access: may('delete'),
  summary: 'Restaurar um consultor excluído',
  outdates: ['consultant', 'consultants', 'producer', 'user', 'users'],
  reply: AdminConsultant,
  versioned: true,
  errors: [422],
});
export const sendConsultantActivation = endpoint({
  ...one,
  id: 'sendConsultantActivation',
  method: 'POST',
  path: '/api/v1/admin/consultants/:id/activation',
  access: may('edit'),
  summary: 'Enviar o link de ativação',
  outdates: ['consultant', 'consultants', 'producer', 'user', 'users'],
  reply: AdminConsultant,
  versioned: true,
  errors: [422],
  description:
    'O link vale por 7 dias, uma vez; um novo invalida o anterior. Quem já escolheu a senha não recebe outro.',
});
export const setConsultantProducers = endpoint({
  ...one,
  id: 'setConsultantProducers',
  method: 'PUT',
  path: '/api/v1/admin/consultants/:id/producers',
  access: may('edit'),
  summary: 'Vincular produtores a um consultor',
  body: ConsultantProducersBody,
  outdates: ['consultant', 'consultants', 'producer'],
  reply: AdminConsultant,
  versioned: true,
  description: 'Substitui todos os vínculos; vale a partir da próxima requisição do consultor.',
});

const mine = {
  tag,
  origin: 'own',
  access: { profiles: ['consultor'], permission: 'orders.view' },
} as const;

/** A producer whom the calling consultant advises. */
export const ConsultantProducer = object(
  {
    ...NamedProducer.properties,
    ...placeFields,
    orders_count: count(),
    open_orders_count: count({ description: 'Publicadas e em análise' }),
    linked_at: timestamp(),
  },
  { title: 'ConsultantProducer' },
);
export type ConsultantProducer = Static<typeof ConsultantProducer>;

const consultantFields = {
  producer: NamedProducer,
  can_request_publication: flag({
    description: 'Rascunho com itens, sem pedido na última hora',
  }),
};
/**
 * The producer's view of an order, with its producer. A consultant edits drafts, and deletes those
 * they wrote; what else `can_*` names is false: only the producer decides.
 */
export const ConsultantOrderSummary = object(
  { ...ProducerOrderSummary.properties, ...consultantFields },
  { title: 'ConsultantOrderSummary' },
);
export type ConsultantOrderSummary = Static<typeof ConsultantOrderSummary>;
export const ConsultantOrder = object(
  { ...ProducerOrder.properties, ...consultantFields },
  { title: 'ConsultantOrder' },
);
export type ConsultantOrder = Static<typeof ConsultantOrder>;

// When an order is published is the producer's decision.
const { publish_at: _created, ...createFields } = CreateOrderBody.properties;
const { publish_at: _updated, ...updateFields } = UpdateOrderBody.properties;
export const CreateConsultantOrderBody = object(createFields, {
  title: 'CreateConsultantOrderBody',
});
export type CreateConsultantOrderBody = Static<typeof CreateConsultantOrderBody>;
export const ConsultantDraftBody = object(updateFields, { title: 'ConsultantDraftBody' });
export type ConsultantDraftBody = Static<typeof ConsultantDraftBody>;

export const listConsultantProducers = endpoint({
  ...mine,
  id: 'listConsultantProducers',
  method: 'GET',
  path: '/api/v1/consultant/producers',
  summary: 'Os produtores que atendo',
  description: 'A busca olha nome e município.',
  query: object({ ...pageQuery, ...searchQuery, ...sortQuery(['name', 'linked_at'] as const) }),
  reads: ['advised_producers'],
  reply: pageOf(ConsultantProducer, 'ConsultantProducerPage'),
});
export const listConsultantOrders = endpoint({
  ...mine,
  id: 'listConsultantOrders',
  method: 'GET',
  path: '/api/v1/consultant/orders',
  summary: 'Cotações dos produtores que atendo',
  description: 'A busca olha número, descrição e os produtos pedidos de cada cotação.',
  query: object({
    ...pageQuery,
    ...searchQuery,
    status: Type.Optional(oneOf(orderStatusFilters, { examples: ['publicada'] })),
    producer_id: Type.Optional(id()),
    ...sortQuery(['created_at', 'deadline_date'] as const),
  }),
  reads: ['orders'],
  reply: pageOf(ConsultantOrderSummary, 'ConsultantOrderPage'),
});
export const getConsultantOrder = endpoint({
  ...mine,
  id: 'getConsultantOrder',
  method: 'GET',
  path: '/api/v1/consultant/orders/:order',
  subject: 'order',
  params: byOrder,
  summary: 'Uma cotação de um produtor que atendo',
  reads: ['order'],
  reply: ConsultantOrder,
  versioned: true,
});

export const getConsultantProducer = endpoint({
  ...mine,
  id: 'getConsultantProducer',
  method: 'GET',
  path: '/api/v1/consultant/producers/:id',
  subject: 'producer',
  params: byRecord,
  summary: 'Um produtor que atendo',
  reads: ['advised_producers'],
  reply: ConsultantProducer,
});
export const createConsultantOrder = endpoint({
  ...mine,
  id: 'createConsultantOrder',
  method: 'POST',
  path: '/api/v1/consultant/producers/:id/orders',
  access: { profiles: ['consultor'], permission: 'orders.create' },
  subject: 'producer',
  params: byRecord,
  summary: 'Escrever um rascunho para um produtor',
  description: 'Só o produtor publica, agenda, prorroga, cancela e escolhe.',
  body: CreateConsultantOrderBody,
  outdates: ['order', 'orders', 'advised_producers'],
  reply: ConsultantOrder,
  versioned: true,
});
export const updateConsultantOrder = endpoint({
  ...mine,
  id: 'updateConsultantOrder',
  method: 'PUT',
  path: '/api/v1/consultant/orders/:order',
  access: { profiles: ['consultor'], permission: 'orders.edit' },
  subject: 'order',
  params: byOrder,
  summary: 'Alterar um rascunho de um produtor que atendo',
  body: ConsultantDraftBody,
  outdates: ['orders'],
  reply: ConsultantOrder,
  versioned: true,
});
export const deleteConsultantOrder = endpoint({
  ...mine,
  id: 'deleteConsultantOrder',
  method: 'DELETE',
  path: '/api/v1/consultant/orders/:order',
  access: { profiles: ['consultor'], permission: 'orders.delete' },
  subject: 'order',
  params: byOrder,
  summary: 'Excluir um rascunho que escrevi',
  outdates: ['order', 'orders', 'advised_producers'],
  reply: Message,
  errors: [422],
});
export const requestPublication = endpoint({
  ...mine,
  id: 'requestPublication',
  method: 'POST',
  path: '/api/v1/consultant/orders/:order/publication-request',
  access: { profiles: ['consultor'], permission: 'orders.edit' },
  subject: 'order',
  params: byOrder,
  summary: 'Pedir ao produtor que publique',
  description: 'O produtor é avisado, no máximo uma vez por hora e rascunho.',
  outdates: ['order', 'orders'],
  reply: ConsultantOrder,
  errors: [422],
});

export const consultantEndpoints = [
  listAdminConsultants,
  createAdminConsultant,
  getAdminConsultant,
  updateAdminConsultant,
  deleteAdminConsultant,
  restoreAdminConsultant,
  sendConsultantActivation,
  setConsultantProducers,
  listConsultantProducers,
  listConsultantOrders,
  getConsultantOrder,
  getConsultantProducer,
  createConsultantOrder,
  updateConsultantOrder,
  deleteConsultantOrder,
  requestPublication,
];
