import { Type, type Static } from 'typebox';
import { addressKinds } from '@lavra/domain/address/address-kind';
import { coverageKinds } from '@lavra/domain/address/coverage-kind';
import { adminRoles, userTypes } from '@lavra/domain/account/user-type';
import { userStatuses } from '@lavra/domain/account/user-status';
import {
  decimal,
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  openObject,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

const documentTypes = ['cpf', 'cnpj'] as const;
export const producerTypes = ['PF', 'PJ'] as const;

const name = (options = {}) =>
  text(200, {
    minLength: 1,
    pattern: '\\S',
    examples: ['Fazenda Demonstração Sorriso'],
    ...options,
  });
export const email = () =>
  text(254, { format: 'email', examples: ['produtor@demo.lavra.example'] });
export const password = () => text(400, { examples: ['Colheita2026'] });
const phone = () => text(30, { examples: ['(66) 99999-8888'] });
const documentNumber = () => text(30, { examples: ['12.ABC.345/01DE-35'] });
const uf = () => Type.String({ pattern: '^[A-Z]{2}$', examples: ['MT'] });
const latitude = () => Type.Number({ minimum: -90, maximum: 90, examples: [-12.5425] });
const longitude = () => Type.Number({ minimum: -180, maximum: 180, examples: [-55.7211] });

const addressFields = {
  kind: oneOf(addressKinds, { examples: ['farm'] }),
  name: text(200, { minLength: 1, pattern: '\\S', examples: ['Sede'] }),
  postal_code: text(12, { examples: ['78890-000'] }),
  street: text(200, { minLength: 1, pattern: '\\S', examples: ['Rodovia BR-163, km 750'] }),
  number: text(20, { minLength: 1, pattern: '\\S', examples: ['S/N'] }),
  city: text(100, { minLength: 1, pattern: '\\S', examples: ['Sorriso'] }),
  state: uf(),
};
const addressExtras = {
  complement: maybe(text(200, { examples: ['Galpão 2'] })),
  district: maybe(text(100, { examples: ['Zona Rural'] })),
  latitude: maybe(latitude()),
  longitude: maybe(longitude()),
};

/** An address in a request body; the city is found by name and state. */
export const AddressInput = openObject(
  { ...addressFields, ...addressExtras },
  { title: 'AddressInput' },
);
export type AddressInput = Static<typeof AddressInput>;

export const Address = object(
  {
    id: id(),
    ...addressFields,
    city_id: id({ examples: [5107925] }),
    complement: nullable(text(200)),
    district: nullable(text(100)),
    latitude: nullable(latitude()),
    longitude: nullable(longitude()),
  },
  { title: 'Address' },
);
export type Address = Static<typeof Address>;

export const addressList = () => Type.Array(AddressInput, { minItems: 1, maxItems: 50 });

export const CoverageInput = openObject(
  {
    kind: oneOf(coverageKinds, { examples: ['states'] }),
    states: Type.Optional(Type.Array(uf(), { maxItems: 27 })),
    city_ids: Type.Optional(Type.Array(id({ examples: [5103403] }), { maxItems: 6000 })),
  },
  { title: 'CoverageInput' },
);
export type CoverageInput = Static<typeof CoverageInput>;

export const Coverage = object(
  {
    kind: oneOf(coverageKinds, { examples: ['states'] }),
    states: Type.Array(uf()),
    city_ids: Type.Array(id({ examples: [5103403] })),
  },
  { title: 'Coverage' },
);
export type Coverage = Static<typeof Coverage>;

export const productTypeIds = () => Type.Array(id({ examples: [1] }), { maxItems: 200 });

/** Ids of the platform's cultures that a producer grows. */
const cultureIds = () => Type.Array(id({ examples: [1] }), { maxItems: 200 });

const ProducerProfile = object(
  {
    id: id(),
    uuid: uuid(),
    type: oneOf(producerTypes, { examples: ['PF'] }),
    planted_area: nullable(decimal({ examples: [1250.5] })),
    association: nullable(text(200)),
    producers_cooperative: nullable(text(200)),
    credit_cooperative: nullable(text(200)),
    culture_ids: cultureIds(),
    addresses: Type.Array(Address),
  },
  { title: 'ProducerProfile' },
);

const SupplierProfile = object(
  {
    id: id(),
    uuid: uuid(),
    website: nullable(text(300)),
    product_type_ids: productTypeIds(),
    coverage: Coverage,
    addresses: Type.Array(Address),
  },
  { title: 'SupplierProfile' },
);

/** The person as login and profile return them, with the record of their profile. */
export const User = object(
  {
    id: id(),
    uuid: uuid(),
    name: text(200, { examples: ['Fazenda Demonstração Sorriso'] }),
    email: text(254, { examples: ['produtor@demo.lavra.example'] }),
    pending_email: nullable(
      text(254, {
        examples: ['novo@fazenda.example'],
        description: 'Toma o lugar de `email` quando o link de confirmação é aberto',
      }),
    ),
    phone: nullable(phone()),
    mobile: nullable(phone()),
    user_type: oneOf(userTypes, { examples: ['produtor'] }),
    status: oneOf(userStatuses, { examples: ['ativo'] }),
    email_verified: flag(),
    admin_role: nullable(oneOf(adminRoles, { examples: ['master'] })),
    document_type: nullable(oneOf(documentTypes, { examples: ['cpf'] })),
    document_number: nullable(text(14, { examples: ['52998224725'] })),
    created_at: timestamp(),
    producer: Type.Optional(ProducerProfile),
    supplier: Type.Optional(SupplierProfile),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const Session = object(
  {
    user: User,
    token: Type.String({ examples: ['q0Yx1c8m2Vt4nB7kLwP3sZ6uE9rJ5aHdXfGvQyTiOeM'] }),
    expires_at: timestamp(),
    permissions: Type.Array(Type.String({ examples: ['orders.create'] })),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/**
 * The login reply; without a token when the new account waits for an admin's approval
 * (`user.status` is `inativo`).
 */
export const RegisterReply = object(
  {
    user: User,
    token: nullable(Type.String({ examples: ['q0Yx1c8m2Vt4nB7kLwP3sZ6uE9rJ5aHdXfGvQyTiOeM'] })),
    expires_at: nullable(timestamp()),
    permissions: Type.Array(Type.String({ examples: ['orders.create'] })),
  },
  { title: 'RegisterReply' },
);
export type RegisterReply = Static<typeof RegisterReply>;

export const LoginBody = openObject(
  {
    email: text(254, { minLength: 1, examples: ['produtor@demo.lavra.example'] }),
    password: password(),
    user_type: oneOf(userTypes, { examples: ['produtor'] }),
  },
  { title: 'LoginBody' },
);

export const RegisterBody = object(
  {
    user_type: oneOf(['produtor', 'fornecedor'], { examples: ['produtor'] }),
    name: name(),
    email: email(),
    password: password(),
    password_confirmation: password(),
    document_type: oneOf(documentTypes, { examples: ['cpf'] }),
    document_number: documentNumber(),
    phone: phone(),
    mobile: maybe(phone()),
    website: maybe(text(300, { examples: ['https://revenda.example'] })),
    addresses: addressList(),
    product_type_ids: Type.Optional(productTypeIds()),
    coverage: Type.Optional(CoverageInput),
  },
  { title: 'RegisterBody' },
);
export type RegisterBody = Static<typeof RegisterBody>;

const producerChanges = {
  planted_area: maybe(decimal({ examples: [1250.5] })),
  association: maybe(text(200)),
  producers_cooperative: maybe(text(200)),
  credit_cooperative: maybe(text(200)),
  culture_ids: Type.Optional(cultureIds()),
  addresses: Type.Optional(addressList()),
};
const supplierChanges = {
  website: maybe(text(300)),
  product_type_ids: Type.Optional(productTypeIds()),
  coverage: Type.Optional(CoverageInput),
  addresses: Type.Optional(addressList()),
};

/**
 * Fields that users may change in their own profile; an absent field stays, `null` clears. The
 * fields of the producer's or supplier's record stand beside the others or, as in the profile
 * reply, under `producer` or `supplier`.
 */
export const ProfileBody = openObject(
  {
    name: Type.Optional(name()),
    email: Type.Optional(email()),
    phone: maybe(phone()),
    mobile: maybe(phone()),
    ...producerChanges,
    ...supplierChanges,
    producer: Type.Optional(openObject(producerChanges)),
    supplier: Type.Optional(openObject(supplierChanges)),
    current_password: Type.Optional(password()),
    password: Type.Optional(password()),
    password_confirmation: Type.Optional(password()),
  },
  { title: 'ProfileBody' },
);
export type ProfileBody = Static<typeof ProfileBody>;

export const Message = object(
  { message: Type.String({ examples: ['Pronto.'] }) },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const ForgotPasswordBody = object(
  {
    email: email(),
    user_type: Type.Optional(oneOf(userTypes, { examples: ['produtor'] })),
  },
  { title: 'ForgotPasswordBody' },
);
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>;

/** The token of a link that was sent by e-mail. */
const linkToken = () =>
  text(200, { minLength: 1, examples: ['q0Yx1c8m2Vt4nB7kLwP3sZ6uE9rJ5aHdXfGvQyTiOeM'] });

export const NewPasswordBody = object(
  {
    token: linkToken(),
    password: password(),
    password_confirmation: password(),
  },
  { title: 'NewPasswordBody' },
);
export type NewPasswordBody = Static<typeof NewPasswordBody>;

/**
 * `password` is required only when the old address was never confirmed; it is the password that the
 * account had before the change.
 */
export const UndoEmailBody = object(
  { token: linkToken(), password: Type.Optional(password()) },
  { title: 'UndoEmailBody' },
);
export type UndoEmailBody = Static<typeof UndoEmailBody>;

export const VerifyEmailBody = object({ token: linkToken() }, { title: 'VerifyEmailBody' });

export const RefreshReply = object(
  {
    token: Type.String({ examples: ['q0Yx1c8m2Vt4nB7kLwP3sZ6uE9rJ5aHdXfGvQyTiOeM'] }),
    expires_at: timestamp(),
  },
  { title: 'RefreshReply' },
);
export type RefreshReply = Static<typeof RefreshReply>;
