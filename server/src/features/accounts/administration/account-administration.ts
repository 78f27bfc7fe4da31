import type { CreateSupplierBody } from '@lavra/contract/admin/suppliers';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../../platform/auth/request.ts';
import { hashPassword } from '../../../platform/auth/password.ts';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { retryWhileLocked } from '../../../platform/db/lock-retry.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendLinkTo, type AccountMails } from '../account-mails.ts';
import { getAccount } from '../account-queries.ts';
import { assertFree, createAccount, refusingTaken } from '../create-account.ts';
import { readAccountChanges, sentDocument, type AccountBody } from './account-changes.ts';
import { changeAccount } from './change-account.ts';
import { readNewSupplier } from './new-supplier.ts';

/** Builds the reply within the command. */
type Present<R> = (uow: UnitOfWork) => Promise<R>;

// Account writes by administrators, each a command; every write is audited.

/**
 * Creates a supplier with its user, and sends the user a link to verify the e-mail, or to choose a
 * password where the supplier is invited and active. Throws 422 field by field.
 */
export async function createSupplierAccount<R>(
  { db, command }: Platform,
  mails: AccountMails,
  request: Request<Caller>,
  body: CreateSupplierBody,
  present: (uow: UnitOfWork, supplierId: number) => Promise<R>,
): Promise<R> {
  const values = await readNewSupplier(db, body);
  const password_hash = body.password === null ? null : await hashPassword(body.password);
  const documentField = sentDocument(body).path;
  return refusingTaken(
    () =>
      command(request, async (uow) => {
        // Within the command, so that a repeated request gets its first reply again.
        await assertFree(uow.db, values, documentField);
        const account = await createAccount(uow, { ...values, password_hash });
        if (password_hash !== null) await sendLinkTo(uow, mails, account.id, 'email_verification');
        else if (account.status === 'ativo')
          await sendLinkTo(uow, mails, account.id, 'consultant_activation');
        if (account.supplier_id === null) throw new Error(`account ${account.id} is no supplier`);
        return present(uow, account.supplier_id);
      }),
    { documentField },
  );
}

/**
 * Changes the fields that were sent of an account that is not deleted. Throws 422 field by field,
 * 409 when `ifMatch` is stale.
 */
export async function updateAccount<R>(
  { db, command }: Platform,
  mails: AccountMails,
  request: HttpRequest<Caller>,
  { userId, ifMatch }: { readonly userId: number; readonly ifMatch: number | undefined },
  body: AccountBody,
  present: Present<R>,
): Promise<R> {
  const changes = await readAccountChanges(db, await getAccount(db, userId), body);
  const passwordHash =
    changes.password === undefined ? undefined : await hashPassword(changes.password);
  return refusingTaken(
    () =>
      retryWhileLocked(request, () =>
        command(request, async (uow) => {
          await changeAccount(uow, mails, { userId, changes, passwordHash, ifMatch });
          return present(uow);
        }),
      ),
    { documentField: sentDocument(body).path },
  );
}
