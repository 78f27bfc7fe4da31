import type { CreateSupplierBody } from '@lavra/contract/admin/suppliers';
import type { Db } from '../../../platform/db/database.ts';
import { FieldErrors } from '../../../platform/errors.ts';
import type { NewAccount } from '../account-values.ts';
import { readAddresses } from '../address-fields.ts';
import {
  readDocument,
  readEmail,
  readOptionalPhone,
  readName,
  readWebsite,
} from '../person-fields.ts';
import { nationalCoverage, readCoverage, readProductTypes } from '../supplier-fields.ts';
import { checkPassword, sentDocument } from './account-changes.ts';

/**
 * Reads a supplier that an administrator creates into its stored form, without the password; throws
 * all errors at once.
 */
export async function readNewSupplier(
  db: Db,
  body: CreateSupplierBody,
): Promise<Omit<NewAccount, 'password_hash'>> {
  const fields = new FieldErrors();
  const document = readCnpj(fields, body);
  const { password, ...rest } = body;
  if (password !== null) checkPassword(fields, { ...rest, password });
  const account: Omit<NewAccount, 'password_hash'> = {
    status: body.status ?? 'ativo',
    name: readName(fields, 'name', body.name),
    email: readEmail(fields, 'email', body.email),
    email_verified: false,
    vouched: true,
    phone: readOptionalPhone(fields, 'phone', body.phone),
    mobile: readOptionalPhone(fields, 'mobile', body.mobile),
    document: { type: 'cnpj', number: document },
    addresses: await readAddresses(db, fields, {
      path: 'addresses',
      inputs: body.addresses,
      userType: 'fornecedor',
    }),
    profile: {
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
    },
  };
  fields.throwIfAny();
  return account;
}

function readCnpj(fields: FieldErrors, body: CreateSupplierBody): string {
  const { path, number } = sentDocument(body);
  if (body.document_type !== undefined && body.document_type !== 'cnpj')
    fields.add('document_type', 'one_of', { values: 'cnpj' });
  if (number === undefined) fields.add(path, 'required');
  return number === undefined ? '' : readDocument(fields, path, { type: 'cnpj', number });
}
