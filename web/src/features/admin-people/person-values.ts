import type { Address, AddressInput } from '@lavra/contract/accounts/schemas';
import type { AdminProducer, CommercialReferenceInput } from '@lavra/contract/admin/producers';
import type { AdminSupplier } from '@lavra/contract/admin/suppliers';
import type { AdminUser } from '@lavra/contract/admin/users';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { AdminRole, UserType } from '@lavra/domain/account/user-type';
import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import { formatPercent, formatQuantity, readDecimal } from '../../text/decimal.ts';
import { maskPhone } from '../../text/masks.ts';
import {
  emptyAddress,
  readAddress,
  writeAddress,
  type AddressValues,
} from '../account/address-form.ts';
import { nationalCoverage, writeCoverage, type CoverageValues } from '../account/coverage-form.ts';

/** Returns which share of the items was bought; `asked` says whose items they are. */
export const boughtHint = (
  { items_bought_percent: percent }: Pick<AdminProducer['kpis'], 'items_bought_percent'>,
  asked: string,
): string =>
  percent === null ? `nenhum item ${asked}` : `${formatPercent(percent)} dos itens ${asked}`;

export interface ReferenceValues {
  readonly type: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/** A person as a form of the back office holds them: text in every field. */
export interface PersonValues {
  readonly user_type: UserType;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly mobile: string;
  readonly document_type: DocumentType;
  readonly document_number: string;
  readonly status: UserStatus;
  readonly admin_role: AdminRole;
  readonly password: string;
  readonly password_confirmation: string;
  readonly addresses: readonly AddressValues[];
  readonly type: AdminProducer['type'];
  readonly planted_area: string;
  readonly association: string;
  readonly producers_cooperative: string;
  readonly credit_cooperative: string;
  readonly culture_ids: readonly number[];
  readonly commercial_references: readonly ReferenceValues[];
  readonly website: string;
  readonly product_type_ids: readonly number[];
  readonly coverage: CoverageValues;
}

/**
 * Returns the initial addresses of a kind of account: producers and suppliers have at least one.
 */
export function firstAddresses(userType: UserType): readonly AddressValues[] {
  if (userType === 'produtor') return [emptyAddress('farm', 'Sede')];
  return userType === 'fornecedor' ? [emptyAddress('headquarters', 'Matriz')] : [];
}

export function emptyPerson(userType: UserType): PersonValues {
  return {
    user_type: userType,
    name: '',
    email: '',
    phone: '',
    mobile: '',
    document_type: userType === 'fornecedor' ? 'cnpj' : 'cpf',
    document_number: '',
    status: 'ativo',
    admin_role: 'operacional',
    password: '',
    password_confirmation: '',
    addresses: firstAddresses(userType),
    type: 'PF',
    planted_area: '',
    association: '',
    producers_cooperative: '',
    credit_cooperative: '',
    culture_ids: [],
    commercial_references: [],
    website: '',
    product_type_ids: [],
    coverage: nationalCoverage,
  };
}

interface PersonRecord {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly status: UserStatus;
  readonly document_type: DocumentType | null;
  readonly document: string | null;
}

/** Returns the form values of any kind of record. */
export function readPerson(
  userType: UserType,
  { name, email, phone, mobile, status, document_type, document }: PersonRecord,
): PersonValues {
  const empty = emptyPerson(userType);
  const kind = document_type ?? empty.document_type;
  return {
    ...empty,
    name,
    email,
    status,
    phone: maskPhone(phone ?? ''),
    mobile: maskPhone(mobile ?? ''),
    document_type: kind,
    document_number: document === null ? '' : formatDocument(kind, document),
    addresses: [],
  };
}

/** Returns an address' form values, including the coordinates that the form does not show. */
const readLocation = (address: Address): AddressValues => {
  const { latitude, longitude } = address;
  const coordinates = { latitude, longitude };
  return { ...readAddress(address), ...coordinates };
};

export function readProducer(producer: AdminProducer): PersonValues {
  return {
    ...readPerson('produtor', producer),
    addresses: producer.addresses.map(readLocation),
    type: producer.type,
    planted_area: producer.planted_area === null ? '' : formatQuantity(producer.planted_area),
    association: producer.association ?? '',
    producers_cooperative: producer.producers_cooperative ?? '',
    credit_cooperative: producer.credit_cooperative ?? '',
    culture_ids: producer.cultures.map(({ id }) => id),
    commercial_references: producer.commercial_references.map(({ type, name, phone, email }) => ({
      type,
      name,
      phone: maskPhone(phone ?? ''),
      email: email ?? '',
    })),
  };
}

export function readSupplier(supplier: AdminSupplier): PersonValues {
  const { kind, states, cities } = supplier.coverage;
  return {
    ...readPerson('fornecedor', supplier),
    addresses: supplier.addresses.map(readLocation),
    website: supplier.website ?? '',
    product_type_ids: supplier.product_types.map(({ id }) => id),
    coverage: { kind, states, cities },
  };
}

/**
 * Returns only the account's values; a producer's or supplier's own fields are edited on their
 * record.
 */
export const readUser = (user: AdminUser): PersonValues => ({
  ...readPerson(user.user_type, { ...user, document: user.document_number }),
  admin_role: user.admin_role ?? 'operacional',
});

const orNull = (text: string): string | null => text.trim() || null;

export const writeIdentity = ({ name, email, phone, mobile, status }: PersonValues) => ({
  name: name.trim(),
  email: email.trim(),
  phone: orNull(phone),
  mobile: orNull(mobile),
  status,
});
/** Returns the document's fields; none when there is no document. */
export const writeDocument = ({ document_type, document_number }: PersonValues) =>
  document_number.trim() === '' ? {} : { document_type, document_number: document_number.trim() };
export const writePassword = ({ password, password_confirmation }: PersonValues) => ({
  password,
  password_confirmation,
});
/** Returns no password where none was typed: the person is invited to choose one. */
export const writePasswordOrInvitation = (values: PersonValues) =>
  values.password === '' ? { password: null } : writePassword(values);
export const writeAddresses = ({ addresses }: PersonValues): { addresses: AddressInput[] } => ({
  addresses: addresses.map(writeAddress),
});

export function writeFarm({
  type,
  planted_area,
  association,
  producers_cooperative,
  credit_cooperative,
  culture_ids,
  commercial_references,
}: PersonValues) {
  return {
    type,
    planted_area: readDecimal(planted_area, 2) ?? null,
    association: orNull(association),
    producers_cooperative: orNull(producers_cooperative),
    credit_cooperative: orNull(credit_cooperative),
    culture_ids: [...culture_ids],
    commercial_references: commercial_references.map((one): CommercialReferenceInput => ({
      type: one.type.trim(),
      name: one.name.trim(),
      phone: orNull(one.phone),
      email: orNull(one.email),
    })),
  };
}

export const writeTrade = ({ website, product_type_ids, coverage }: PersonValues) => ({
  website: orNull(website),
  product_type_ids: [...product_type_ids],
  coverage: writeCoverage(coverage),
});

/** Returns the fields that differ from before, so that an unchanged list is not written again. */
export function changedOf<Body extends object>(body: Body, before: Body): Partial<Body> {
  const old = before as Readonly<Record<string, unknown>>; // indexed by the keys of `body`
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  ) as Partial<Body>; // a subset of the entries of `body`
}
