import { Type, type Static } from 'typebox';
import { documentTypes } from '@lavra/domain/document/document';
import { userStatuses, userStatusFilters } from '@lavra/domain/account/user-status';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import { addressList, email, password } from '../accounts/schemas.ts';
import {
  count,
  date,
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

/** A record's id or its UUID. */
export const byRecord = Type.Object({ id: Type.String({ maxLength: 40, examples: ['42'] }) });

/** How many items were bought, and how many of those that were asked for. */
export const boughtFields = (of: string) => ({
  items_bought: count({ examples: [112], description: 'Fora os de cotações revogadas' }),
  items_bought_percent: nullable(Type.Number({ minimum: 0, examples: [93.3], description: of })),
});

const name = () =>
  text(200, { minLength: 1, pattern: '\\S', examples: ['Fazenda Demonstração Sorriso'] });
const phone = () => text(30, { examples: ['(66) 99999-8888'] });

/**
 * Filters and sorts of a list of people. `status` accepts `active`, `inactive` (all other statuses)
 * and the stored values.
 */
export const peopleQuery = {
  ...searchQuery,
  ...adminPageQuery,
  status: Type.Optional(oneOf(userStatusFilters, { examples: ['active'] })),
  with_deleted: Type.Optional(
    flag({ examples: [false], description: 'Inclui os cadastros excluídos' }),
  ),
  ...sortQuery(['name', 'email', 'status', 'created_at'] as const),
};
/** Whether the reply may be a deleted record. */
export const withDeleted = {
  with_deleted: Type.Optional(
    flag({ examples: [false], description: 'Mostra também um cadastro excluído' }),
  ),
};

/** The person of a record. `id` and `uuid` are the record's, `user_id` the account's. */
export const personFields = {
  id: id(),
  uuid: uuid(),
  user_id: id(),
  name: text(200, { examples: ['Fazenda Demonstração Sorriso'] }),
  email: text(254, { examples: ['produtor@demo.lavra.example'] }),
  email_verified: flag(),
  document_type: nullable(oneOf(documentTypes, { examples: ['cpf'] })),
  document: nullable(text(14, { examples: ['52998224725'] })),
  phone: nullable(phone()),
  mobile: nullable(phone()),
  status: oneOf(userStatuses, { examples: ['ativo'] }),
  status_label: text(20, { examples: ['Ativo'] }),
  created_at: timestamp(),
  deleted_at: nullable(timestamp({ description: 'Quando o cadastro foi excluído' })),
};

/**
 * `pending`: no link to choose the first password is valid. `sent`: one has not been used yet.
 * `active`: a password has been chosen.
 */
export const activationStates = ['pending', 'sent', 'active'] as const;
export type ActivationState = (typeof activationStates)[number];

/** Whether the person has chosen a password; a link to do so, where one was sent. */
export const activationFields = {
  activation: oneOf(activationStates, { examples: ['sent'] }),
  activation_label: text(30, { examples: ['Link enviado'] }),
};
export const activationExpiry = () =>
  nullable(timestamp({ description: 'Até quando vale o link enviado' }));

/** City and state of the first address. */
export const placeFields = {
  city: nullable(text(100, { examples: ['Sorriso'] })),
  state: nullable(text(2, { examples: ['MT'] })),
};

/** Fields of a whole record beside the person's. */
export const recordFields = {
  version: Type.Integer({ minimum: 1, examples: [1] }),
  updated_at: timestamp(),
};

export const NamedRecord = object(
  { id: id(), name: text(200, { examples: ['Soja'] }) },
  { title: 'NamedRecord' },
);

/** The person's current plan, if any. */
export const PersonSubscription = object(
  {
    id: id(),
    plan: NamedRecord,
    status: oneOf(subscriptionStatuses, { examples: ['active'] }),
    billing_cycle: oneOf(billingCycles, { examples: ['monthly'] }),
    due_date: date(),
  },
  { title: 'PersonSubscription' },
);
export type PersonSubscription = Static<typeof PersonSubscription>;

/** `document` and `document_number` are synonyms. */
const documentChanges = {
  document: Type.Optional(text(30, { examples: ['12.ABC.345/01DE-35'] })),
  document_number: Type.Optional(text(30, { examples: ['12.ABC.345/01DE-35'] })),
  document_type: Type.Optional(oneOf(documentTypes, { examples: ['cnpj'] })),
};

/** Fields that an administrator may change of any person; an absent field stays, `null` clears. */
export const personChanges = {
  name: Type.Optional(name()),
  email: Type.Optional(email()),
  phone: maybe(phone()),
  mobile: maybe(phone()),
  ...documentChanges,
  status: Type.Optional(oneOf(userStatuses, { examples: ['ativo'] })),
  password: Type.Optional(password()),
  password_confirmation: Type.Optional(password()),
  addresses: Type.Optional(addressList()),
};
const PersonChanges = object(personChanges);
export type PersonChanges = Static<typeof PersonChanges>;

/** Fields of a new person, the required ones included. */
export const newPerson = {
  ...personChanges,
  name: name(),
  email: email(),
  password: password(),
  addresses: addressList(),
};
