import { Type, type Static } from 'typebox';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { Address, producerTypes } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  decimal,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { OrderSummary } from '../orders/schemas.ts';
import { LogPage, logPageQuery } from './logs.ts';
import {
  boughtFields,
  byRecord,
  NamedRecord,
  peopleQuery,
  personChanges,
  personFields,
  PersonSubscription,
  placeFields,
  recordFields,
  withDeleted,
} from './people.ts';

const tag = 'Produtores';
const may = <const A extends 'view' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `producers.${action}` }) as const;
const one = { tag, origin: 'interface', subject: 'producer', params: byRecord } as const;

const farmFields = {
  type: oneOf(producerTypes, { examples: ['PF'] }),
  planted_area: nullable(decimal({ examples: [1250.5] })),
};
const organisation = () => text(200, { examples: ['Aprosoja'] });
const referenceFields = {
  type: text(60, { minLength: 1, pattern: '\\S', examples: ['Revenda'] }),
  name: text(200, { minLength: 1, pattern: '\\S', examples: ['Agro Norte'] }),
};
const phone = () => text(30, { examples: ['6635441234'] });
const email = () => text(254, { format: 'email', examples: ['contato@agronorte.example'] });

export const AdminProducerSummary = object(
  { ...personFields, ...farmFields, ...placeFields },
  { title: 'AdminProducerSummary' },
);
export type AdminProducerSummary = Static<typeof AdminProducerSummary>;

const CommercialReference = object(
  { id: id(), ...referenceFields, phone: nullable(phone()), email: nullable(email()) },
  { title: 'CommercialReference' },
);
export const CommercialReferenceInput = openObject(
  { ...referenceFields, phone: maybe(phone()), email: maybe(email()) },
  { title: 'CommercialReferenceInput' },
);
export type CommercialReferenceInput = Static<typeof CommercialReferenceInput>;

const LinkedConsultant = object(
  {
    id: id(),
    uuid: uuid(),
    name: text(200, { examples: ['Conta de demonstração'] }),
    email: text(254, { examples: ['consultor@demo.lavra.example'] }),
  },
  { title: 'LinkedConsultant' },
);

const ProducerKpis = object(
  {
    orders_by_status: object(
      Object.fromEntries(orderStatuses.map((status) => [status, count()])) as Record<
        (typeof orderStatuses)[number],
        ReturnType<typeof count>
      >,
      { title: 'OrdersByStatus' },
    ), // fromEntries loses the key types
    savings: decimal({
      examples: [812340.5],
      description: 'Soma do que foi comprado em cotações finalizadas, sem frete',
    }),
    proposals_received: count({ examples: [48], description: 'Todas as já enviadas' }),
    distinct_suppliers: count({ examples: [9] }),
    ...boughtFields('Dos itens das cotações adjudicadas e finalizadas, os comprados'),
  },
  { title: 'ProducerKpis' },
);

export const AdminProducer = object(
  {
    ...personFields,
    ...farmFields,
    association: nullable(organisation()),
    producers_cooperative: nullable(organisation()),
    credit_cooperative: nullable(organisation()),
    cultures: Type.Array(NamedRecord),
    addresses: Type.Array(Address),
    commercial_references: Type.Array(CommercialReference),
    subscription: nullable(PersonSubscription),
    consultants: Type.Array(LinkedConsultant),
    kpis: ProducerKpis,
    ...recordFields,
  },
  { title: 'AdminProducer' },
);
export type AdminProducer = Static<typeof AdminProducer>;

/** An absent field stays, `null` clears; each list replaces the stored one. */
export const UpdateProducerBody = openObject(
  {
    ...personChanges,
    type: Type.Optional(oneOf(producerTypes, { examples: ['PJ'] })),
    planted_area: maybe(decimal({ examples: [1250.5] })),
    association: maybe(organisation()),
    producers_cooperative: maybe(organisation()),
    credit_cooperative: maybe(organisation()),
    culture_ids: Type.Optional(Type.Array(id(), { maxItems: 200 })),
    commercial_references: Type.Optional(Type.Array(CommercialReferenceInput, { maxItems: 50 })),
  },
  { title: 'UpdateProducerBody' },
);
export type UpdateProducerBody = Static<typeof UpdateProducerBody>;

/** One of a producer's orders, as the back office lists them. */
export const PersonOrder = object(
  {
    ...OrderSummary.properties,
    proposals_count: count({ description: 'Propostas já enviadas' }),
    accepted_amount: nullable(
      decimal({ examples: [27109.5], description: 'O que foi comprado, sem frete' }),
    ),
    created_at: timestamp(),
    published_at: nullable(timestamp()),
    finished_at: nullable(timestamp()),
  },
  { title: 'PersonOrder' },
);
export type PersonOrder = Static<typeof PersonOrder>;

export const listAdminProducers = endpoint({
  id: 'listAdminProducers',
  method: 'GET',
  path: '/api/admin/producers',
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Produtores',
  query: openObject(peopleQuery),
  reads: ['producers'],
  reply: pageOf(AdminProducerSummary, 'AdminProducerPage'),
});
export const getAdminProducer = endpoint({
  ...one,
  id: 'getAdminProducer',
  method: 'GET',
  path: '/api/admin/producers/:id',
  access: may('view'),
  summary: 'Cadastro de um produtor, com indicadores',
  query: openObject(withDeleted),
  reads: ['producer'],
  reply: AdminProducer,
  versioned: true,
});
export const updateAdminProducer = endpoint({
  ...one,
  id: 'updateAdminProducer',
  method: 'PUT',
  path: '/api/v1/admin/producers/:id',
  access: may('edit'),
  summary: 'Alterar o cadastro de um produtor',
  body: UpdateProducerBody,
  outdates: ['producer', 'producers', 'user', 'users'],
  reply: AdminProducer,
  versioned: true,
  description: 'Trocar o e-mail ou a senha, ou tirar o status "ativo", encerra as sessões na hora.',
});
export const restoreAdminProducer = endpoint({
  ...one,
  id: 'restoreAdminProducer',
  origin: 'own',
  method: 'POST',
  path: '/api/v1/admin/producers/:id/restore',
  access: may('delete'),
  summary: 'Restaurar um produtor excluído',
  outdates: ['producer', 'producers', 'user', 'users'],
  reply: AdminProducer,
  versioned: true,
  errors: [422],
});
export const listAdminProducerOrders = endpoint({
  ...one,
  id: 'listAdminProducerOrders',
  method: 'GET',
  path: '/api/v1/admin/producers/:id/orders',
  access: may('view'),
  summary: 'Cotações de um produtor',
  query: openObject({ ...adminPageQuery, ...withDeleted }),
  reads: ['orders'],
  reply: pageOf(PersonOrder, 'PersonOrderPage'),
});
export const listAdminProducerLogs = endpoint({
  ...one,
  id: 'listAdminProducerLogs',
  method: 'GET',
  path: '/api/v1/admin/producers/:id/logs',
  access: may('view'),
  summary: 'Alterações do cadastro de um produtor',
  query: openObject({ ...logPageQuery, ...withDeleted }),
  reads: ['producer'],
  reply: LogPage,
});

export const adminProducerEndpoints = [
  listAdminProducers,
  getAdminProducer,
  updateAdminProducer,
  restoreAdminProducer,
  listAdminProducerOrders,
  listAdminProducerLogs,
];
