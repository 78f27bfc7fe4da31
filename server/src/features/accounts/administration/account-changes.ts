import type { PersonChanges } from '@lavra/contract/admin/people';
import type { UpdateProducerBody } from '@lavra/contract/admin/producers';
import type { UpdateSupplierBody } from '@lavra/contract/admin/suppliers';
import { documentTypeOf, type DocumentType } from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import type { Db } from '../../../platform/db/database.ts';
import { FieldErrors } from '../../../platform/errors.ts';
import { findTaken, type AccountRow } from '../account-queries.ts';
import type { ProducerValues } from '../account-values.ts';
import { checkNewPassword, readDocument } from '../person-fields.ts';
import { readProfileChanges, type ProfileChanges } from '../profile-fields.ts';
import type { RecordChanges } from '../profile-store.ts';
import {
  readCommercialReferences,
  readCultures,
  type CommercialReferenceValues,
} from './producer-lists.ts';

/**
 * The body by which an administrator changes an account: the fields of any profile; those of
 * another profile are ignored.
 */
export type AccountBody = UpdateProducerBody & UpdateSupplierBody;

/** The fields that were sent; null clears a field. */
export interface AccountChanges
  extends RecordChanges, Pick<ProfileChanges, 'addresses' | 'productTypeIds' | 'coverage'> {
  readonly cultureIds?: readonly number[];
  readonly commercialReferences?: readonly CommercialReferenceValues[];
  /** In plain text, to be hashed by the caller. */
  readonly password?: string;
}

/**
 * Reads an administrator's changes to an account into their stored form; throws all their errors at
 * once.
 */
export async function readAccountChanges(
  db: Db,
  account: AccountRow,
  body: AccountBody,
): Promise<AccountChanges> {
  const fields = new FieldErrors();
  const profile = await readProfileChanges(db, fields, {
    caller: { userId: account.id, userType: account.user_type },
    body: withoutRecords(body),
  });
  const document = await readDocumentChange(db, fields, { account, body });
  checkPassword(fields, body);
  const producer =
    account.user_type === 'produtor' ? await readProducerExtras(db, fields, body) : {};
  fields.throwIfAny();
  return {
    ...profile,
    ...producer,
    user: {
      ...profile.user,
      ...document,
      ...(body.status === undefined ? {} : { status: body.status }),
    },
    producer: { ...profile.producer, ...producerType(account, body) },
    ...(body.password === undefined ? {} : { password: body.password }),
  };
}

/**
 * A person's own profile body may also carry fields under `producer` or `supplier`; here such
 * fields are unknown.
 */
function withoutRecords({
  producer: _producer,
  supplier: _supplier,
  ...flat
}: AccountBody & { producer?: unknown; supplier?: unknown }): AccountBody {
  return flat;
}

/** Checks the new password, and its confirmation when one was sent. */
export function checkPassword(
  fields: FieldErrors,
  {
    password,
    password_confirmation: confirmation = password,
  }: Pick<PersonChanges, 'password' | 'password_confirmation'>,
): void {
  if (password !== undefined) checkNewPassword(fields, { password, confirmation });
}

type DocumentBody = Pick<PersonChanges, 'document' | 'document_number' | 'document_type'>;

/** Returns the document that was sent and the name of the field it came in. */
export const sentDocument = ({
  document,
  document_number,
}: DocumentBody): {
  readonly path: 'document' | 'document_number';
  readonly number: string | undefined;
} =>
  document === undefined && document_number !== undefined
    ? { path: 'document_number', number: document_number }
    : { path: 'document', number: document };

async function readDocumentChange(
  db: Db,
  fields: FieldErrors,
  { account, body }: { account: AccountRow; body: DocumentBody },
): Promise<{ document_type?: DocumentType; document_number?: string }> {
  const sent = sentDocument(body);
  const raw =
    sent.number ??
    (body.document_type === undefined ? undefined : (account.document_number ?? undefined));
  if (raw === undefined) return {};
  const type =
    body.document_type ?? documentTypeOf(stripDocumentMask(raw)) ?? account.document_type ?? 'cnpj';
  if (account.user_type === 'fornecedor' && type !== 'cnpj') {
    fields.add(body.document_type === undefined ? sent.path : 'document_type', 'cnpj');
    return {};
  }
  const number = readDocument(fields, sent.path, { type, number: raw });
  if ((await findTaken(db, { emailKey: '', document: number, exceptUserId: account.id })).document)
    fields.add(sent.path, 'taken_document');
  return { document_type: type, document_number: number };
}

const producerType = ({ user_type }: AccountRow, { type }: AccountBody): Partial<ProducerValues> =>
  user_type !== 'produtor' || type === undefined ? {} : { type };

async function readProducerExtras(
  db: Db,
  fields: FieldErrors,
  { culture_ids: ids, commercial_references: references }: AccountBody,
): Promise<Pick<AccountChanges, 'cultureIds' | 'commercialReferences'>> {
  return {
    ...(ids === undefined
      ? {}
      : { cultureIds: await readCultures(db, fields, { path: 'culture_ids', ids }) }),
    ...(references === undefined
      ? {}
      : {
          commercialReferences: readCommercialReferences(fields, {
            path: 'commercial_references',
            inputs: references,
          }),
        }),
  };
}
