import { Type, type Static } from 'typebox';
import { documentTypes } from '@lavra/domain/document/document';
import { userStatuses, userStatusFilters } from '@lavra/domain/account/user-status';
import { adminRoles, userTypes } from '@lavra/domain/account/user-type';
import { Address, AddressInput, email, Message, password, User } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { LogPage, logPageQuery } from './logs.ts';
import { byRecord, recordFields, withDeleted } from './people.ts';
import { UpdateProducerBody } from './producers.ts';
import { UpdateSupplierBody } from './suppliers.ts';

const tag = 'Usuários';
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `users.${action}` }) as const;
const one = { tag, origin: 'interface', subject: 'user', params: byRecord } as const;
const mastersOnly =
  'Só um administrador master cria, altera, bloqueia, exclui ou restaura administradores; para os outros, 403.';

const name = () =>
  text(200, { minLength: 1, pattern: '\\S', examples: ['Fazenda Demonstração Sorriso'] });
const phone = () => text(30, { examples: ['(66) 99999-8888'] });
const role = () => oneOf(adminRoles, { examples: ['operacional'] });
const label = (example: string) => text(30, { examples: [example] });

const { producer, supplier, pending_email, ...person } = User.properties;
const head = {
  ...person,
  user_type_label: label('Produtor'),
  status_label: label('Ativo'),
  admin_role_label: nullable(label('Master')),
  deleted_at: nullable(timestamp({ description: 'Quando o cadastro foi excluído' })),
};

/**
 * A user of any profile in the list. `id` and `uuid` are the account's; the ids of the profile's
 * record stand beside them.
 */
export const AdminUserSummary = object(
  {
    ...head,
    producer_id: nullable(id()),
    supplier_id: nullable(id()),
    consultant_id: nullable(id()),
  },
  { title: 'AdminUserSummary' },
);
export type AdminUserSummary = Static<typeof AdminUserSummary>;

/** A user of any profile, with the record of that profile. */
export const AdminUser = object(
  {
    ...head,
    pending_email,
    addresses: Type.Array(Address),
    producer,
    supplier,
    consultant: Type.Optional(object({ id: id(), uuid: uuid() }, { title: 'ConsultantProfile' })),
    ...recordFields,
  },
  { title: 'AdminUser' },
);
export type AdminUser = Static<typeof AdminUser>;

const {
  type,
  planted_area,
  association,
  producers_cooperative,
  credit_cooperative,
  culture_ids,
  commercial_references,
} = UpdateProducerBody.properties;
const { website, product_type_ids, coverage } = UpdateSupplierBody.properties;

const formFields = {
  name: Type.Optional(name()),
  email: Type.Optional(email()),
  phone: maybe(phone()),
  mobile: maybe(phone()),
  document_type: maybe(oneOf(documentTypes, { examples: ['cpf'] })),
  document_number: maybe(text(30, { examples: ['529.982.247-25'] })),
  status: Type.Optional(oneOf(userStatuses, { examples: ['ativo'] })),
  email_verified: Type.Optional(flag()),
  admin_role: maybe(role()),
  addresses: Type.Optional(
    Type.Array(AddressInput, {
      maxItems: 50,
      description: 'De produtores e fornecedores, ao menos um',
    }),
  ),
  producer: Type.Optional(
    openObject(
      {
        type,
        planted_area,
        association,
        producers_cooperative,
        credit_cooperative,
        culture_ids,
        commercial_references,
      },
      { title: 'ProducerForm' },
    ),
  ),
  supplier: Type.Optional(
    openObject({ website, product_type_ids, coverage }, { title: 'SupplierForm' }),
  ),
};
const userType = () => oneOf(userTypes, { examples: ['produtor'] });

/**
 * The user form. A consultant may be created without a password and then chooses one through an
 * activation link; a supplier whose password is `null` is invited at once.
 */
export const CreateUserBody = openObject(
  {
    ...formFields,
    user_type: userType(),
    name: name(),
    email: email(),
    password: maybe(password()),
    password_confirmation: Type.Optional(password()),
  },
  { title: 'CreateUserBody' },
);
export type CreateUserBody = Static<typeof CreateUserBody>;

/**
 * An absent field stays, `null` clears; each list replaces the stored one. The type of an account
 * never changes.
 */
export const UpdateUserBody = openObject(
  { ...formFields, user_type: Type.Optional(userType()) },
  { title: 'UpdateUserBody' },
);
export type UpdateUserBody = Static<typeof UpdateUserBody>;

const UserStatusBody = openObject(
  { status: oneOf(userStatuses, { examples: ['bloqueado'] }) },
  { title: 'UserStatusBody' },
);

export const listAdminUsers = endpoint({
  id: 'listAdminUsers',
  method: 'GET',
  path: '/api/v1/admin/users',
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Usuários de todos os perfis',
  description: 'A busca olha nome, e-mail, documento e telefones, com ou sem pontuação.',
  query: openObject({
    ...searchQuery,
    ...adminPageQuery,
    ...withDeleted,
    user_type: Type.Optional(userType()),
    status: Type.Optional(oneOf(userStatusFilters, { examples: ['active'] })),
    admin_role: Type.Optional(role()),
    ...sortQuery(['name', 'email', 'status', 'created_at', 'user_type'] as const),
  }),
  reads: ['users'],
  reply: pageOf(AdminUserSummary, 'AdminUserPage'),
});
export const createAdminUser = endpoint({
  id: 'createAdminUser',
  method: 'POST',
  path: '/api/v1/admin/users',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar usuário, com o cadastro do seu perfil',
  body: CreateUserBody,
  outdates: [
    'user',
    'users',
    'producer',
    'producers',
    'supplier',
    'suppliers',
    'consultant',
    'consultants',
  ],
  reply: AdminUser,
  versioned: true,
  description:
    'Cria também o produtor, o fornecedor ou o consultor. Sem status, fica ativo; sem ' +
    'email_verified, recebe um link para confirmar o e-mail. ' +
    `Um fornecedor com "password": null é convidado a escolher a senha. ${mastersOnly}`,
});
export const getAdminUser = endpoint({
  ...one,
  id: 'getAdminUser',
  method: 'GET',
  path: '/api/v1/admin/users/:id',
  access: may('view'),
  summary: 'Um usuário',
  query: openObject(withDeleted),
  reads: ['user'],
  reply: AdminUser,
  versioned: true,
});
export const updateAdminUser = endpoint({
  ...one,
  id: 'updateAdminUser',
  method: 'PUT',
  path: '/api/v1/admin/users/:id',
  access: may('edit'),
  summary: 'Alterar um usuário',
  body: UpdateUserBody,
  outdates: [
    'user',
    'users',
    'producer',
    'producers',
    'supplier',
    'suppliers',
    'consultant',
    'consultants',
  ],
  reply: AdminUser,
  versioned: true,
  description:
    'Trocar o e-mail ou o papel, ou tirar o status "ativo", encerra as sessões na hora. A ' +
    `senha só é escolhida na criação. Ninguém bloqueia nem rebaixa a si mesmo. ${mastersOnly}`,
});
export const deleteAdminUser = endpoint({
  ...one,
  id: 'deleteAdminUser',
  method: 'DELETE',
  path: '/api/v1/admin/users/:id',
  access: may('delete'),
  summary: 'Excluir um usuário',
  outdates: ['users', 'producers', 'suppliers', 'consultants'],
  reply: Message,
  errors: [422],
  description:
    'O cadastro sai das listas e as sessões acabam na hora; e-mail e documento continuam ' +
    `ocupados, e ele pode ser restaurado. Ninguém exclui a si mesmo. ${mastersOnly}`,
});
export const setAdminUserStatus = endpoint({
  ...one,
  id: 'setAdminUserStatus',
  method: 'PATCH',
  path: '/api/v1/admin/users/:id/status',
  access: may('edit'),
  summary: 'Ativar, inativar ou bloquear um usuário',
  body: UserStatusBody,
  outdates: [
    'user',
    'users',
    'producer',
    'producers',
    'supplier',
    'suppliers',
    'consultant',
    'consultants',
  ],
  reply: AdminUser,
  versioned: true,
  description: `Quem deixa de estar ativo perde as sessões na hora. Ninguém bloqueia a si mesmo. ${mastersOnly}`,
});
export const listAdminUserLogs = endpoint({
  ...one,
  id: 'listAdminUserLogs',
  method: 'GET',
  path: '/api/v1/admin/users/:id/logs',
  access: may('view'),
  summary: 'O que um usuário fez, e o que foi feito do seu cadastro',
  query: openObject({ ...logPageQuery, ...withDeleted }),
  reads: ['users'],
  reply: LogPage,
});
export const restoreAdminUser = endpoint({
  ...one,
  id: 'restoreAdminUser',
  origin: 'own',
  method: 'POST',
  path: '/api/v1/admin/users/:id/restore',
  access: may('delete'),
  summary: 'Restaurar um usuário excluído',
  outdates: [
    'user',
    'users',
    'producer',
    'producers',
    'supplier',
    'suppliers',
    'consultant',
    'consultants',
  ],
  reply: AdminUser,
  versioned: true,
  errors: [422],
  description: mastersOnly,
});

export const adminUserEndpoints = [
  listAdminUsers,
  createAdminUser,
  getAdminUser,
  updateAdminUser,
  deleteAdminUser,
  setAdminUserStatus,
  listAdminUserLogs,
  restoreAdminUser,
];
