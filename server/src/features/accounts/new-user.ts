import type { CreateUserBody } from '@lavra/contract/admin/users';
import { documentTypeOf } from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import { blankToNull } from '@lavra/domain/text/blank';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors } from '../../platform/errors.ts';
import { findTaken } from './account-queries.ts';
import type { NewAccount } from './account-values.ts';
import { readAddresses } from './address-fields.ts';
import { checkPassword, type AccountChanges } from './administration/account-changes.ts';
import { readCommercialReferences, readCultures } from './administration/producer-lists.ts';
import { accountKeyOf } from './login-service.ts';
import {
  readArea,
  readDocument,
  readEmail,
  readOptionalPhone,
  readName,
  readWebsite,
} from './person-fields.ts';
import { nationalCoverage, readCoverage, readProductTypes } from './supplier-fields.ts';

/**
 * A new user in stored form, without the password; and the lists that a producer's record also
 * gets.
 */
export interface NewUser {
  readonly account: Omit<NewAccount, 'password_hash'>;
  readonly lists: Pick<AccountChanges, 'cultureIds' | 'commercialReferences'>;
}

/** Reads a user of any profile that an administrator creates; throws all errors at once. */
export async function readNewUser(db: Db, body: CreateUserBody): Promise<NewUser> {
  const fields = new FieldErrors();
  const email = readEmail(fields, 'email', body.email);
  const document = readNewDocument(fields, body);
  readNewPassword(fields, body);
  if (body.user_type !== 'admin' && typeof body.admin_role === 'string')
    fields.add('admin_role', 'admin_role');
  const account: NewUser['account'] = {
    status: body.status ?? 'ativo',
    name: readName(fields, 'name', body.name),
    email,
    email_verified: body.email_verified ?? false,
    vouched: true,
    phone: readOptionalPhone(fields, 'phone', body.phone),
    mobile: readOptionalPhone(fields, 'mobile', body.mobile),
    document,
    addresses: await readNewAddresses(db, fields, body),
    profile: await readProfile(db, fields, body),
  };
  const lists = body.user_type === 'produtor' ? await readLists(db, fields, body) : {};
  const taken = await findTaken(db, {
    emailKey: accountKeyOf(email),
    document: document?.number ?? null,
  });
  if (taken.email) fields.add('email', 'taken_email');
  if (taken.document) fields.add('document_number', 'taken_document');
  fields.throwIfAny();
  return { account, lists };
}

/** Consultants need no password, and suppliers none where `null` says that they are invited. */
function readNewPassword(fields: FieldErrors, { password, ...body }: CreateUserBody): void {
  if (typeof password === 'string') checkPassword(fields, { ...body, password });
  else if (
    body.user_type !== 'consultor' &&
    !(body.user_type === 'fornecedor' && password === null)
  )
    fields.add('password', 'required');
}

/**
 * Producers and suppliers must have a document; its type follows from the number when it was left
 * out.
 */
function readNewDocument(
  fields: FieldErrors,
  { user_type, document_type, document_number }: CreateUserBody,
): NewAccount['document'] {
  const raw = blankToNull(document_number ?? null);
  if (raw === null) {
    if (user_type === 'produtor' || user_type === 'fornecedor' || typeof document_type === 'string')
      fields.add('document_number', 'required');
    return null;
  }
  const type = document_type ?? documentTypeOf(stripDocumentMask(raw)) ?? 'cpf';
  if (user_type === 'fornecedor' && type !== 'cnpj') {
    fields.add(typeof document_type === 'string' ? 'document_type' : 'document_number', 'cnpj');
    return null;
  }
  return { type, number: readDocument(fields, 'document_number', { type, number: raw }) };
}

async function readNewAddresses(
  db: Db,
  fields: FieldErrors,
  { user_type, addresses = [] }: CreateUserBody,
): Promise<NewAccount['addresses']> {
  if (user_type !== 'produtor' && user_type !== 'fornecedor') return [];
  if (addresses.length === 0) fields.add('addresses', 'min_items', { limit: 1 });
  return readAddresses(db, fields, { path: 'addresses', inputs: addresses, userType: user_type });
}

async function readProfile(
  db: Db,
  fields: FieldErrors,
  body: CreateUserBody,
): Promise<NewAccount['profile']> {
  switch (body.user_type) {
    case 'produtor':
      return { user_type: 'produtor', producer: readProducer(fields, body) };
    case 'fornecedor':
      return {
        user_type: 'fornecedor',
        supplier: await readSupplier(db, fields, body.supplier ?? {}),
      };
    case 'consultor':
      return { user_type: 'consultor' };
    case 'admin': {
      if (typeof body.admin_role !== 'string') fields.add('admin_role', 'required');
      // The default never applies: a missing role was rejected before.
      return { user_type: 'admin', admin_role: body.admin_role ?? 'financeiro' };
    }
  }
}

/** A person farms under a CPF, a company under a CNPJ, unless the type was sent. */
function readProducer(
  fields: FieldErrors,
  { producer = {}, document_type, document_number }: CreateUserBody,
) {
  const isCompany =
    (document_type ?? documentTypeOf(stripDocumentMask(document_number ?? ''))) === 'cnpj';
  return {
    type: producer.type ?? (isCompany ? 'PJ' : 'PF'),
    planted_area: readArea(fields, 'producer.planted_area', producer.planted_area ?? null),
    association: blankToNull(producer.association ?? null),
    producers_cooperative: blankToNull(producer.producers_cooperative ?? null),
    credit_cooperative: blankToNull(producer.credit_cooperative ?? null),
  } as const;
}

async function readSupplier(
  db: Db,
  fields: FieldErrors,
  { website, product_type_ids: ids = [], coverage }: NonNullable<CreateUserBody['supplier']>,
) {
  return {
    website: readWebsite(fields, 'supplier.website', website),
    product_type_ids: await readProductTypes(db, fields, {
      path: 'supplier.product_type_ids',
      ids,
    }),
    coverage:
      coverage === undefined
        ? nationalCoverage
        : await readCoverage(db, fields, { path: 'supplier.coverage', input: coverage }),
  };
}

async function readLists(
  db: Db,
  fields: FieldErrors,
  { producer: { culture_ids: ids, commercial_references: references } = {} }: CreateUserBody,
): Promise<NewUser['lists']> {
  return {
    ...(ids === undefined
      ? {}
      : { cultureIds: await readCultures(db, fields, { path: 'producer.culture_ids', ids }) }),
    ...(references === undefined
      ? {}
      : {
          commercialReferences: readCommercialReferences(fields, {
            path: 'producer.commercial_references',
            inputs: references,
          }),
        }),
  };
}
