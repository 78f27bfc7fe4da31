import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { FieldErrors } from '../../platform/errors.ts';
import { startTrials } from '../subscriptions/subscriptions-feature.ts';
import { auditValues } from './account-audit.ts';
import { insertAccount } from './account-store.ts';
import { findTaken, getAccount, type AccountRow } from './account-queries.ts';
import type { NewAccount } from './account-values.ts';
import { accountKeyOf } from './login-service.ts';

/**
 * Creates user, profile, addresses and coverage from validated values, starts the trial, and writes
 * an audit entry.
 */
export async function createAccount(uow: UnitOfWork, values: NewAccount): Promise<AccountRow> {
  const account = await getAccount(uow.db, await insertAccount(uow, values));
  await startTrials(uow, [account.id]);
  uow.audit({
    action: 'created',
    resourceType: 'user',
    resourceId: account.id,
    newValues: auditValues(account),
  });
  return account;
}

/**
 * Throws 422 for an e-mail or document that another account has, deleted ones included;
 * `documentField` is where the document was sent.
 */
export async function assertFree(
  db: Db,
  { email, document }: Pick<NewAccount, 'email' | 'document'>,
  documentField = 'document_number',
): Promise<void> {
  const fields = new FieldErrors();
  const taken = await findTaken(db, {
    emailKey: accountKeyOf(email),
    document: document?.number ?? null,
  });
  if (taken.email) fields.add('email', 'taken_email');
  if (taken.document) fields.add(documentField, 'taken_document');
  fields.throwIfAny();
}

/**
 * Runs a command that writes an account. When a concurrent request took the e-mail or document
 * first, the unique violation becomes a 422 error of the field it was sent in.
 */
export async function refusingTaken<R>(
  work: () => Promise<R>,
  { documentField = 'document_number' }: { documentField?: string } = {},
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const fields = new FieldErrors();
    if (violatesUnique(error, 'users_email_key_key')) fields.add('email', 'taken_email');
    if (violatesUnique(error, 'users_document_number_key'))
      fields.add(documentField, 'taken_document');
    fields.throwIfAny();
    throw error;
  }
}
