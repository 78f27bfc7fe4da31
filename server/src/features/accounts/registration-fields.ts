import type { RegisterBody } from '@lavra/contract/accounts/schemas';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { NewAccount } from './account-values.ts';
import { readAddresses } from './address-fields.ts';
import {
  checkNewPassword,
  readDocument,
  readEmail,
  readOptionalPhone,
  readPhone,
  readName,
  readWebsite,
} from './person-fields.ts';
import { nationalCoverage, readCoverage, readProductTypes } from './supplier-fields.ts';

export type Registration = Omit<NewAccount, 'status' | 'password_hash'>;

/**
 * Reads a registration into its stored form; throws all errors at once. Does not look whether
 * another account has its e-mail or document: that answer is counted first.
 */
export async function readRegistration(db: Db, body: RegisterBody): Promise<Registration> {
  const fields = new FieldErrors();
  const person = readPerson(fields, body);
  const addresses = await readAddresses(db, fields, {
    path: 'addresses',
    inputs: body.addresses,
    userType: body.user_type,
  });
  const profile =
    body.user_type === 'produtor'
      ? readProducer(fields, body)
      : await readSupplier(db, fields, body);
  fields.throwIfAny();
  return { ...person, profile, addresses };
}

function readPerson(fields: FieldErrors, body: RegisterBody) {
  const {
    document_type: type,
    document_number: number,
    password,
    password_confirmation: confirmation,
  } = body;
  checkNewPassword(fields, { password, confirmation });
  return {
    name: readName(fields, 'name', body.name),
    email: readEmail(fields, 'email', body.email),
    email_verified: false,
    phone: readPhone(fields, 'phone', body.phone),
    mobile: readOptionalPhone(fields, 'mobile', body.mobile),
    document: { type, number: readDocument(fields, 'document_number', { type, number }) },
  };
}

/** A person farms under a CPF, a company under a CNPJ. */
function readProducer(fields: FieldErrors, body: RegisterBody): NewAccount['profile'] {
  for (const name of ['website', 'product_type_ids', 'coverage'] as const) {
    if (body[name] !== undefined && body[name] !== null) fields.add(name, 'unknown');
  }
  return { user_type: 'produtor', producer: { type: body.document_type === 'cnpj' ? 'PJ' : 'PF' } };
}

async function readSupplier(
  db: Db,
  fields: FieldErrors,
  body: RegisterBody,
): Promise<NewAccount['profile']> {
  if (body.document_type !== 'cnpj') fields.add('document_type', 'one_of', { values: 'cnpj' });
  return {
    user_type: 'fornecedor',
    supplier: {
      website: readWebsite(fields, 'website', body.website),
      product_type_ids: await readProductTypes(db, fields, {
        path: 'product_type_ids',
        ids: body.product_type_ids ?? [],
      }),
      coverage:
        body.coverage === undefined
          ? nationalCoverage
          : await readCoverage(db, fields, { path: 'coverage', input: body.coverage }),
    },
  };
}
