import { Type, type Static } from 'typebox';
import { catalogueRequestStatuses } from '@lavra/domain/catalogue/request-status';
import { MOST_NAMED } from '@lavra/domain/catalogue/unlisted-item';
import { NamedParty } from '../admin/orders.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
} from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import { ProductSummary, TypeName } from './schemas.ts';

const name = () => text(MOST_NAMED, { minLength: 1, pattern: '\\S', examples: ['Adubo foliar X'] });
const described = {
  brand: text(300, { examples: ['Folha Forte'] }),
  active_ingredient: text(500, { examples: ['Boro'] }),
  unit: text(20, { minLength: 1, examples: ['L'] }),
  notes: text(1000, { examples: ['Balde de 20 L'] }),
};
const status = () => oneOf(catalogueRequestStatuses, { examples: ['pending'] });
const reason = () =>
  text(500, { minLength: 1, pattern: '\\S', examples: ['O registro deste produto venceu.'] });

/** A product that a producer asked for, and what became of it. */
export const CatalogueRequest = object(
  {
    name: name(),
    type: TypeName,
    brand: nullable(described.brand),
    active_ingredient: nullable(described.active_ingredient),
    unit: nullable(described.unit),
    notes: nullable(described.notes),
    status: status(),
    product: nullable(ProductSummary),
    reason: nullable(reason()),
    created_at: timestamp(),
    answered_at: nullable(timestamp()),
  },
  { title: 'CatalogueRequest' },
);
export type CatalogueRequest = Static<typeof CatalogueRequest>;
/** The latest ones of an order's producer, the newest first. */
export const CatalogueRequests = object(
  { data: Type.Array(CatalogueRequest, { maxItems: 100 }) },
  { title: 'CatalogueRequests' },
);
export type CatalogueRequests = Static<typeof CatalogueRequests>;

export const CreateCatalogueRequestBody = object(
  {
    name: name(),
    product_type_id: id(),
    brand: maybe(described.brand),
    active_ingredient: maybe(described.active_ingredient),
    unit: maybe(described.unit),
    notes: maybe(described.notes),
  },
  { title: 'CreateCatalogueRequestBody' },
);
export type CreateCatalogueRequestBody = Static<typeof CreateCatalogueRequestBody>;

/** The same as administrators see it. */
export const AdminCatalogueRequest = object(
  {
    id: id(),
    ...CatalogueRequest.properties,
    producer: NamedParty,
    by_consultant: flag({ examples: [false], description: 'Pedido pelo consultor do produtor' }),
  },
  { title: 'AdminCatalogueRequest' },
);
export type AdminCatalogueRequest = Static<typeof AdminCatalogueRequest>;

const ofProducer = {
  tag: 'Cotações do produtor',
  origin: 'own',
  path: '/api/v1/producer/orders/:order/catalogue-requests',
  subject: 'order',
  params: byOrder,
} as const;
const ofConsultant = {
  ...ofProducer,
  tag: 'Consultores',
  path: '/api/v1/consultant/orders/:order/catalogue-requests',
} as const;
const list = {
  method: 'GET',
  summary: 'Produtos pedidos pelo produtor da cotação',
  reply: CatalogueRequests,
} as const;
const create = {
  method: 'POST',
  summary: 'Pedir a inclusão de um produto no catálogo',
  description:
    'Só de um rascunho. O que já está pedido com as mesmas palavras não se repete. O produtor é avisado da resposta.',
  body: CreateCatalogueRequestBody,
  reply: CatalogueRequest,
  errors: [422],
} as const;

export const listOrderCatalogueRequests = endpoint({
  ...ofProducer,
  ...list,
  id: 'listOrderCatalogueRequests',
  access: { profiles: ['produtor'], permission: 'orders.view' },
  reads: ['catalogue_requests'],
});
export const createCatalogueRequest = endpoint({
  ...ofProducer,
  ...create,
  id: 'createCatalogueRequest',
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  outdates: ['catalogue_requests'],
});
export const listConsultantCatalogueRequests = endpoint({
  ...ofConsultant,
  ...list,
  id: 'listConsultantCatalogueRequests',
  access: { profiles: ['consultor'], permission: 'orders.view' },
  reads: ['catalogue_requests'],
});
export const createConsultantCatalogueRequest = endpoint({
  ...ofConsultant,
  ...create,
  id: 'createConsultantCatalogueRequest',
  access: { profiles: ['consultor'], permission: 'orders.edit' },
  outdates: ['catalogue_requests'],
});

const all = { tag: 'Catálogo', origin: 'own', path: '/api/v1/admin/catalogue-requests' } as const;
const one = {
  ...all,
  subject: 'catalogue_request',
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
} as const;

export const listCatalogueRequests = endpoint({
  ...all,
  id: 'listCatalogueRequests',
  method: 'GET',
  access: { profiles: ['admin'], permission: 'products.view' },
  summary: 'Produtos pedidos',
  query: object({
    ...searchQuery,
    ...adminPageQuery,
    status: Type.Optional(status()),
    product_type_id: Type.Optional(id()),
    ...sortQuery(['created_at', 'name'] as const),
  }),
  reads: ['catalogue_requests'],
  reply: pageOf(AdminCatalogueRequest, 'AdminCatalogueRequestPage'),
});
export const linkCatalogueRequest = endpoint({
  ...one,
  id: 'linkCatalogueRequest',
  method: 'POST',
  path: '/api/v1/admin/catalogue-requests/:id/link',
  access: { profiles: ['admin'], permission: 'products.edit' },
  summary: 'Responder um pedido com um produto do catálogo',
  body: object({ product_id: id({ examples: [17] }) }),
  outdates: ['catalogue_requests'],
  reply: AdminCatalogueRequest,
  errors: [422],
});
export const refuseCatalogueRequest = endpoint({
  ...one,
  id: 'refuseCatalogueRequest',
  method: 'POST',
  path: '/api/v1/admin/catalogue-requests/:id/refuse',
  access: { profiles: ['admin'], permission: 'products.edit' },
  summary: 'Recusar um pedido, com o motivo',
  body: object({ reason: reason() }),
  outdates: ['catalogue_requests'],
  reply: AdminCatalogueRequest,
  errors: [422],
});

export const catalogueRequestEndpoints = [
  listOrderCatalogueRequests,
  createCatalogueRequest,
  listConsultantCatalogueRequests,
  createConsultantCatalogueRequest,
  listCatalogueRequests,
  linkCatalogueRequest,
  refuseCatalogueRequest,
];
