import { userStatuses, userStatusLabels, type UserStatus } from '@lavra/domain/account/user-status';
import {
  addressKindLabels,
  addressKinds,
  type AddressKind,
} from '@lavra/domain/address/address-kind';
import {
  documentTypeLabels,
  documentTypes,
  type DocumentType,
} from '@lavra/domain/document/document';
import {
  billingCycleLabels,
  billingCycles,
  type BillingCycle,
} from '@lavra/domain/subscription/billing-cycle';
import {
  subscriptionStatuses,
  subscriptionStatusLabels,
  type SubscriptionStatus,
} from '@lavra/domain/subscription/subscription-machine';
import { col, orNull } from '../../platform/db/statement.ts';
import {
  dateCell,
  documentCell,
  instantCell,
  integerCell,
  phoneCell,
  postalCodeCell,
  textCell,
} from './report-cells.ts';
import type { ReportColumn } from './report.ts';

/** Columns of record `r` (a producer, supplier or consultant) and its account `u`. */
export const personSql = `
  r.id, r.user_id, u.name, u.document_type, u.document_number AS document,
  u.email, u.email_verified_at, u.phone, u.mobile, u.status, u.created_at, u.deleted_at`;

/**
 * Returns the SQL condition for accounts registered in the period; deleted people are included only
 * on request.
 */
export const registeredIn = (userType: string): string =>
  `u.user_type = '${userType}'
    AND u.created_at >= :from::timestamptz AND u.created_at < :until::timestamptz
    AND (u.deleted_at IS NULL OR :with_deleted::boolean)`;

/**
 * Returns the WHERE and ORDER BY clauses: by registration, which is the order of the index by
 * profile.
 */
export const peopleOf = (userType: string): string => `
  WHERE ${registeredIn(userType)}
  ORDER BY u.created_at, u.id`;

export const personColumns = {
  id: col.int,
  user_id: col.int,
  name: col.text,
  document_type: orNull(col.oneOf(documentTypes)),
  document: orNull(col.text),
  email: col.text,
  email_verified_at: orNull(col.timestamp),
  phone: orNull(col.text),
  mobile: orNull(col.text),
  status: col.oneOf(userStatuses),
  created_at: col.timestamp,
  deleted_at: orNull(col.timestamp),
} as const;

interface PersonRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly document_type: DocumentType | null;
  readonly document: string | null;
  readonly email: string;
  readonly email_verified_at: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly status: UserStatus;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

export const personCells: readonly ReportColumn<PersonRow>[] = [
  ['Código', (row) => integerCell(row.id)],
  ['Código do usuário', (row) => integerCell(row.user_id)],
  ['Nome', (row) => textCell(row.name)],
  ['Documento', (row) => (row.document_type === null ? '' : documentTypeLabels[row.document_type])],
  ['CPF/CNPJ', (row) => documentCell(row.document_type, row.document)],
  ['E-mail', (row) => textCell(row.email)],
  ['E-mail confirmado em', (row) => instantCell(row.email_verified_at)],
  ['Telefone', (row) => phoneCell(row.phone)],
  ['Celular', (row) => phoneCell(row.mobile)],
  ['Status', (row) => userStatusLabels[row.status]],
  ['Cadastrado em', (row) => instantCell(row.created_at)],
  ['Excluído em', (row) => instantCell(row.deleted_at)],
];

/** Columns of the first address of account `u`, and the number of addresses. */
export const addressSql = `
  a.kind AS address_kind, a.name AS address_name, a.postal_code, a.street, a.number, a.complement,
  a.district, c.name AS city, c.uf AS state, a.city_id,
  (SELECT count(*)::int FROM addresses every_address WHERE every_address.user_id = u.id) AS addresses_count`;
export const addressJoin =
  'LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0 LEFT JOIN cities c ON c.id = a.city_id';

export const addressColumns = {
  address_kind: orNull(col.oneOf(addressKinds)),
  address_name: orNull(col.text),
  postal_code: orNull(col.text),
  street: orNull(col.text),
  number: orNull(col.text),
  complement: orNull(col.text),
  district: orNull(col.text),
  city: orNull(col.text),
  state: orNull(col.text),
  city_id: orNull(col.int),
  addresses_count: col.int,
} as const;

interface AddressRow {
  readonly address_kind: AddressKind | null;
  readonly address_name: string | null;
  readonly postal_code: string | null;
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly city_id: number | null;
  readonly addresses_count: number;
}

export const addressCells: readonly ReportColumn<AddressRow>[] = [
  [
    'Tipo de endereço',
    (row) => (row.address_kind === null ? '' : addressKindLabels[row.address_kind]),
  ],
  ['Nome do endereço', (row) => textCell(row.address_name)],
  ['CEP', (row) => postalCodeCell(row.postal_code)],
  ['Logradouro', (row) => textCell(row.street)],
  ['Número', (row) => textCell(row.number)],
  ['Complemento', (row) => textCell(row.complement)],
  ['Bairro', (row) => textCell(row.district)],
  ['Município', (row) => textCell(row.city)],
  ['UF', (row) => textCell(row.state)],
  ['Código IBGE', (row) => integerCell(row.city_id)],
  ['Endereços', (row) => integerCell(row.addresses_count)],
];

/** The subscription of account `u`. */
export const subscriptionSql =
  'pl.name AS plan, sb.status AS subscription_status, sb.billing_cycle, sb.due_date';
export const subscriptionJoin =
  'LEFT JOIN subscriptions sb ON sb.user_id = u.id LEFT JOIN plans pl ON pl.id = sb.plan_id';

export const subscriptionColumns = {
  plan: orNull(col.text),
  subscription_status: orNull(col.oneOf(subscriptionStatuses)),
  billing_cycle: orNull(col.oneOf(billingCycles)),
  due_date: orNull(col.date),
} as const;

interface SubscriptionRow {
  readonly plan: string | null;
  readonly subscription_status: SubscriptionStatus | null;
  readonly billing_cycle: BillingCycle | null;
  readonly due_date: string | null;
}

export const subscriptionCells: readonly ReportColumn<SubscriptionRow>[] = [
  ['Plano', (row) => textCell(row.plan)],
  [
    'Assinatura',
    (row) =>
      row.subscription_status === null ? '' : subscriptionStatusLabels[row.subscription_status],
  ],
  ['Ciclo', (row) => (row.billing_cycle === null ? '' : billingCycleLabels[row.billing_cycle])],
  ['Vencimento', (row) => dateCell(row.due_date)],
];
