import { Type, type Static } from 'typebox';
import { coverageKinds } from '@lavra/domain/address/coverage-kind';
import { Address, CoverageInput, Message, password, productTypeIds } from '../accounts/schemas.ts';
import { ProductSummary } from '../catalogue/schemas.ts';
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
} from '../kit/schema.ts';
import { ProposalSummary } from '../proposals/schemas.ts';
import { LogPage, logPageQuery } from './logs.ts';
import {
  activationExpiry,
  activationFields,
  boughtFields,
  byRecord,
  NamedRecord,
  newPerson,
  peopleQuery,
  personChanges,
  personFields,
  PersonSubscription,
  placeFields,
  recordFields,
  withDeleted,
} from './people.ts';

const tag = 'Fornecedores';
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `suppliers.${action}` }) as const;
const one = { tag, origin: 'interface', subject: 'supplier', params: byRecord } as const;

const website = () => text(300, { examples: ['https://revenda.example'] });
const coverageKind = () => oneOf(coverageKinds, { examples: ['states'] });

export const AdminSupplierSummary = object(
  {
    ...personFields,
    website: nullable(website()),
    coverage_kind: coverageKind(),
    ...placeFields,
  },
  { title: 'AdminSupplierSummary' },
);
export type AdminSupplierSummary = Static<typeof AdminSupplierSummary>;

/**
 * A supplier's coverage; only the list that belongs to its kind is filled, cities with their names.
 */
const AdminCoverage = object(
  {
    kind: coverageKind(),
    kind_label: text(30, { examples: ['Por estados'] }),
    states: Type.Array(text(2, { examples: ['MT'] })),
    city_ids: Type.Array(id({ examples: [5103403] })),
    cities: Type.Array(
      object(
        {
          id: id({ examples: [5103403] }),
          name: text(100, { examples: ['Cuiabá'] }),
          state: text(2, { examples: ['MT'] }),
        },
        { title: 'CoveredCity' },
      ),
    ),
  },
  { title: 'AdminCoverage' },
);

const SupplierKpis = object(
  {
    proposals: object(
      {
        total: count({ examples: [31], description: 'Todas as já enviadas' }),
        pending: count({ examples: [12] }),
        accepted: count({ examples: [8] }),
        rejected: count({ examples: [9] }),
      },
      { title: 'SupplierProposalCounts' },
    ),
    orders_participated: count({ examples: [27] }),
    orders_won: count({ examples: [8] }),
    negotiated_volume: decimal({
      examples: [812340.5],
      description: 'Soma do que foi comprado dele, sem frete, fora o de cotações revogadas',
    }),
    distinct_producers: count({ examples: [14] }),
    ...boughtFields('Dos itens das cotações que ganhou, os comprados dele'),
  },
  { title: 'SupplierKpis' },
);

export const AdminSupplier = object(
  {
    ...personFields,
    website: nullable(website()),
    addresses: Type.Array(Address),
    product_types: Type.Array(NamedRecord),
    coverage: AdminCoverage,
    subscription: nullable(PersonSubscription),
    kpis: SupplierKpis,
    ...activationFields,
    activation_expires_at: activationExpiry(),
    ...recordFields,
  },
  { title: 'AdminSupplier' },
);
export type AdminSupplier = Static<typeof AdminSupplier>;

const trade = {
  website: maybe(website()),
  product_type_ids: Type.Optional(productTypeIds()),
  coverage: Type.Optional(CoverageInput),
};

/**
 * The CNPJ is `document` or `document_number`; one of them is required. The password is `null` for
 * a supplier who is invited to choose it.
 */
export const CreateSupplierBody = openObject(
  { ...newPerson, password: nullable(password()), ...trade },
  { title: 'CreateSupplierBody' },
);
export type CreateSupplierBody = Static<typeof CreateSupplierBody>;
/** An absent field stays, `null` clears; each list replaces the stored one. */
export const UpdateSupplierBody = openObject(
  { ...personChanges, ...trade },
  { title: 'UpdateSupplierBody' },
);
export type UpdateSupplierBody = Static<typeof UpdateSupplierBody>;

const {
  can_edit: _edit,
  can_submit: _submit,
  can_cancel: _cancel,
  ...proposalFields
} = ProposalSummary.properties;
/** One of a supplier's proposals, as the back office lists them; drafts are not listed. */
export const PersonProposal = object(proposalFields, { title: 'PersonProposal' });
export type PersonProposal = Static<typeof PersonProposal>;

/** A product that the supplier has priced in any proposal it has submitted. */
export const OfferedProduct = object(
  {
    product: ProductSummary,
    times_offered: count({ examples: [6] }),
    last_unit_price: decimal({ examples: [21.4892] }),
    last_offered_at: timestamp(),
  },
  { title: 'OfferedProduct' },
);
export type OfferedProduct = Static<typeof OfferedProduct>;

export const listAdminSuppliers = endpoint({
  id: 'listAdminSuppliers',
  method: 'GET',
  path: '/api/admin/suppliers',
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Fornecedores',
  query: openObject(peopleQuery),
  reads: ['suppliers'],
  reply: pageOf(AdminSupplierSummary, 'AdminSupplierPage'),
});
export const createAdminSupplier = endpoint({
  id: 'createAdminSupplier',
  method: 'POST',
  path: '/api/admin/suppliers',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar fornecedor, com seu usuário',
  body: CreateSupplierBody,
  outdates: ['supplier', 'suppliers', 'user', 'users'],
  reply: AdminSupplier,
  versioned: true,
  description:
    'Sem coverage, atende o país todo; sem product_type_ids, todos os tipos; sem status, fica ' +
    'ativo. Com password `null`, quem fica ativo recebe por e-mail um link para escolher a senha.',
});
export const getAdminSupplier = endpoint({
  ...one,
  id: 'getAdminSupplier',
  method: 'GET',
  path: '/api/admin/suppliers/:id',
  access: may('view'),
  summary: 'Cadastro de um fornecedor, com indicadores',
  query: openObject(withDeleted),
  reads: ['supplier'],
  reply: AdminSupplier,
  versioned: true,
});
export const updateAdminSupplier = endpoint({
  ...one,
  id: 'updateAdminSupplier',
  method: 'PUT',
  path: '/api/admin/suppliers/:id',
  access: may('edit'),
  summary: 'Alterar o cadastro de um fornecedor',
  body: UpdateSupplierBody,
  outdates: ['supplier', 'suppliers', 'user', 'users'],
  reply: AdminSupplier,
  versioned: true,
  description: 'Trocar o e-mail ou a senha, ou tirar o status "ativo", encerra as sessões na hora.',
});
export const deleteAdminSupplier = endpoint({
  ...one,
  id: 'deleteAdminSupplier',
  method: 'DELETE',
  path: '/api/admin/suppliers/:id',
  access: may('delete'),
  summary: 'Excluir um fornecedor',
  outdates: ['suppliers', 'users'],
  reply: Message,
  description:
    'O cadastro sai das listas e as sessões acabam na hora; e-mail e documento continuam ' +
    'ocupados, e ele pode ser restaurado.',
});
export const restoreAdminSupplier = endpoint({
  ...one,
  id: 'restoreAdminSupplier',
  origin: 'own',
  method: 'POST',
  path: '/api/v1/admin/suppliers/:id/restore',
  access: may('delete'),
  summary: 'Restaurar um fornecedor excluído',
  outdates: ['supplier', 'suppliers', 'user', 'users'],
  reply: AdminSupplier,
  versioned: true,
  errors: [422],
});
export const sendSupplierActivation = endpoint({
  ...one,
  id: 'sendSupplierActivation',
  origin: 'own',
  method: 'POST',
  path: '/api/v1/admin/suppliers/:id/activation',
  access: may('edit'),
  summary: 'Convidar um fornecedor a escolher a senha',
  outdates: ['supplier', 'suppliers', 'user', 'users'],
  reply: AdminSupplier,
  versioned: true,
  errors: [422],
  description:
    'O link vale por 7 dias, uma vez; um novo invalida o anterior. Quem já escolheu a senha não recebe outro.',
});
export const listAdminSupplierProposals = endpoint({
  ...one,
  id: 'listAdminSupplierProposals',
  method: 'GET',
  path: '/api/v1/admin/suppliers/:id/proposals',
  access: may('view'),
  summary: 'Propostas enviadas por um fornecedor',
  query: openObject({ ...adminPageQuery, ...withDeleted }),
  reads: ['proposals'],
  reply: pageOf(PersonProposal, 'PersonProposalPage'),
});
export const listAdminSupplierProducts = endpoint({
  ...one,
  id: 'listAdminSupplierProducts',
  method: 'GET',
  path: '/api/v1/admin/suppliers/:id/products',
  access: may('view'),
  summary: 'Produtos a que um fornecedor já deu preço',
  query: openObject({ ...adminPageQuery, ...withDeleted }),
  reply: pageOf(OfferedProduct, 'OfferedProductPage'),
});
export const listAdminSupplierLogs = endpoint({
  ...one,
  id: 'listAdminSupplierLogs',
  method: 'GET',
  path: '/api/v1/admin/suppliers/:id/logs',
  access: may('view'),
  summary: 'Alterações do cadastro de um fornecedor',
  query: openObject({ ...logPageQuery, ...withDeleted }),
  reads: ['supplier'],
  reply: LogPage,
});

export const adminSupplierEndpoints = [
  listAdminSuppliers,
  createAdminSupplier,
  getAdminSupplier,
  updateAdminSupplier,
  deleteAdminSupplier,
  restoreAdminSupplier,
  sendSupplierActivation,
  listAdminSupplierProposals,
  listAdminSupplierProducts,
  listAdminSupplierLogs,
];
