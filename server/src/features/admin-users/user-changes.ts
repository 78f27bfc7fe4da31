import type { UpdateUserBody } from '@lavra/contract/admin/users';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, InvalidFields } from '../../platform/errors.ts';
import {
  readAccountChanges,
  type AccountChanges,
  type AccountRow,
} from '../accounts/accounts-feature.ts';

/** The fields at the top of the form; all others belong to the record of the profile. */
const personFields = new Set([
  'name',
  'email',
  'phone',
  'mobile',
  'document_type',
  'document_number',
  'status',
  'addresses',
]);
const recordOf = { produtor: 'producer', fornecedor: 'supplier' } as const;

/**
 * Reads the form's changes to an account into their stored form; throws all errors, field by field.
 */
export async function readUserChanges(
  db: Db,
  account: AccountRow,
  body: UpdateUserBody,
): Promise<AccountChanges> {
  assertSameKind(account, body);
  const {
    producer,
    supplier,
    document_type,
    document_number,
    addresses,
    name,
    email,
    phone,
    mobile,
    status,
  } = body;
  const isRecorded = account.user_type === 'produtor' || account.user_type === 'fornecedor';
  const number =
    document_number ?? (typeof document_type === 'string' ? account.document_number : null);
  const form = {
    name,
    email,
    phone,
    mobile,
    status,
    ...(typeof document_type === 'string' ? { document_type } : {}),
    ...(typeof number === 'string' ? { document_number: number } : {}),
    ...(isRecorded ? { addresses } : {}),
    ...(account.user_type === 'produtor' ? farming(producer) : {}),
    ...(account.user_type === 'fornecedor' ? trade(supplier) : {}),
  };
  // Fields that were not sent must be absent, not undefined.
  const sent = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
  const changes = await readAccountChanges(db, account, sent).catch((error: unknown) => {
    throw underRecord(error, account);
  });
  return {
    ...changes,
    user: {
      ...changes.user,
      ...(typeof body.admin_role === 'string' ? { admin_role: body.admin_role } : {}),
    },
  };
}

/**
 * Picks the producer's fields by name: the form may carry others, which must not be taken for the
 * person's.
 */
const farming = ({
  type,
  planted_area,
  association,
  producers_cooperative,
  credit_cooperative,
  culture_ids,
  commercial_references,
}: NonNullable<UpdateUserBody['producer']> = {}) => ({
  type,
  planted_area,
  association,
  producers_cooperative,
  credit_cooperative,
  culture_ids,
  commercial_references,
});
const trade = ({
  website,
  product_type_ids,
  coverage,
}: NonNullable<UpdateUserBody['supplier']> = {}) => ({ website, product_type_ids, coverage });

/**
 * Rejects a change of the account's type, the removal of an administrator's role, and a role for
 * any other profile. Required fields cannot be cleared.
 */
function assertSameKind(account: AccountRow, body: UpdateUserBody): void {
  const fields = new FieldErrors();
  if (body.user_type !== undefined && body.user_type !== account.user_type)
    fields.add('user_type', 'user_type_fixed');
  if (account.user_type !== 'admin' && typeof body.admin_role === 'string')
    fields.add('admin_role', 'admin_role');
  if (account.user_type === 'admin' && body.admin_role === null)
    fields.add('admin_role', 'not_null');
  for (const name of ['document_type', 'document_number'] as const) {
    if (body[name] === null && account[name] !== null) fields.add(name, 'not_null');
  }
  if (body.addresses?.length === 0 && account.user_type in recordOf)
    fields.add('addresses', 'min_items', { limit: 1 });
  fields.throwIfAny();
}

/** Moves errors of the record's fields under the record's name, where those fields were sent. */
function underRecord(error: unknown, { user_type: type }: AccountRow): unknown {
  if (!(error instanceof InvalidFields) || (type !== 'produtor' && type !== 'fornecedor'))
    return error;
  const pathOf = (path: string): string =>
    personFields.has(path.split('.')[0] ?? '') ? path : `${recordOf[type]}.${path}`;
  return new InvalidFields(
    Object.fromEntries(
      Object.entries(error.errors).map(([path, sentences]) => [pathOf(path), sentences]),
    ),
  );
}
