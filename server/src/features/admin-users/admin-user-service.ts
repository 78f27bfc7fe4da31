import type { Message } from '@lavra/contract/accounts/schemas';
import type { AdminUser, CreateUserBody, UpdateUserBody } from '@lavra/contract/admin/users';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { AdminRole } from '@lavra/domain/account/user-type';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { retryWhileLocked } from '../../platform/db/lock-retry.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  changeAccount,
  createAccount,
  endSessions,
  getAccount,
  readNewUser,
  refusingTaken,
  removeAccount,
  restoreAccount,
  sendLinkTo,
  type AccountChanges,
  type AccountMails,
  type AccountRow,
} from '../accounts/accounts-feature.ts';
import { lockActingMaster } from './acting-master.ts';
import { authorizeAccountChange } from './admin-user-policy.ts';
import { getAdminUser } from './admin-user-record.ts';
import { readUserChanges } from './user-changes.ts';
import type { UserRef } from './user-ref.ts';

interface Access {
  readonly status?: UserStatus;
  readonly admin_role?: AdminRole | null;
}
interface Change {
  readonly changes: AccountChanges;
  readonly email_verified?: boolean;
  readonly ifMatch: number | undefined;
}

const nothing: AccountChanges = { user: {}, producer: {}, supplier: {} };

// Administrators' changes to accounts of any profile. Every change to an administrator happens under
// the masters' lock.

/**
 * Creates an account, and sends it the first link that it needs. Throws 422 field by field, 403 when
 * an administrator who is not a master creates an administrator.
 */
export async function createAdminUser(
  { command }: Platform,
  mails: AccountMails,
  request: Request<AdminCaller>,
  body: CreateUserBody,
): Promise<AdminUser> {
  authorizeAccountChange(request.caller, { userType: body.user_type });
  const { password } = body;
  const password_hash = typeof password === 'string' ? await hashPassword(password) : null;
  return refusingTaken(() =>
    command(request, async (uow) => {
      // Read within the command: a repeated request gets its first reply again, instead of an
      // error about the e-mail that it took itself.
      const { account, lists } = await readNewUser(uow.db, body);
      if (body.user_type === 'admin') await lockActingMaster(uow.db, request.caller);
      const { id } = await createAccount(uow, { ...account, password_hash });
      if (Object.keys(lists).length > 0)
        await changeAccount(uow, mails, {
          userId: id,
          changes: { ...nothing, ...lists },
          passwordHash: undefined,
          ifMatch: undefined,
        });
      if (password === null && body.user_type === 'fornecedor' && account.status === 'ativo')
        await sendLinkTo(uow, mails, id, 'consultant_activation');
      if (password_hash !== null && !account.email_verified)
        await sendLinkTo(uow, mails, id, 'email_verification');
      return getAdminUser(uow.db, id);
    }),
  );
}

/**
 * Changes the fields that were sent. Throws 422 field by field, also when administrators would lock
 * themselves out; 409 when `ifMatch` is stale.
 */
export async function updateAdminUser(
  { db, command }: Platform,
  mails: AccountMails,
  request: HttpRequest<AdminCaller>,
  user: UserRef,
  { body, ifMatch }: { body: UpdateUserBody; ifMatch: number | undefined },
): Promise<AdminUser> {
  const changes = await readUserChanges(db, await getAccount(db, user.id), body);
  const { email_verified } = body;
  const wanted = {
    changes,
    ifMatch,
    ...(email_verified === undefined ? {} : { email_verified }),
  };
  return refusingTaken(() =>
    retryWhileLocked(request, () =>
      command(request, (uow) => changeUser(uow, mails, request.caller, user, wanted)),
    ),
  );
}

/** Sets the status, and throws, as `updateAdminUser` does. */
export const setAdminUserStatus = (
  { command }: Platform,
  mails: AccountMails,
  request: Request<AdminCaller>,
  user: UserRef,
  { status, ifMatch }: { status: UserStatus; ifMatch: number | undefined },
): Promise<AdminUser> =>
  command(request, (uow) =>
    changeUser(uow, mails, request.caller, user, {
      changes: { ...nothing, user: { status } },
      ifMatch,
    }),
  );

/** Deletes an account, which can be restored. Throws `own_access` for the caller's own. */
export const deleteAdminUser = (
  { command }: Platform,
  request: Request<AdminCaller>,
  user: UserRef,
): Promise<Message> =>
  command(request, async (uow) => {
    await protect(uow, request.caller, user, 'deletion');
    await removeAccount(uow, user.id);
    return { message: 'Usuário excluído. Ele pode ser restaurado.' };
  });

/** Restores a deleted account. */
export const restoreAdminUser = (
  { command }: Platform,
  request: Request<AdminCaller>,
  user: UserRef,
): Promise<AdminUser> =>
  command(request, async (uow) => {
    if (user.userType === 'admin') await lockActingMaster(uow.db, request.caller);
    await restoreAccount(uow, user.id);
    return getAdminUser(uow.db, user.id);
  });

async function changeUser(
  uow: UnitOfWork,
  mails: AccountMails,
  caller: AdminCaller,
  user: UserRef,
  { changes, email_verified, ifMatch }: Change,
): Promise<AdminUser> {
  await protect(uow, caller, user, changes.user);
  const before = await getAccount(uow.db, user.id);
  if (caller.userId === user.id) assertKeepsIdentity(before, changes.user);
  const verified =
    email_verified === undefined ? {} : { email_verified_at: email_verified ? uow.now : null };
  const stays =
    before.email_verified === email_verified &&
    (changes.user.email ?? before.email) === before.email;
  await changeAccount(uow, mails, {
    userId: user.id,
    changes: { ...changes, user: { ...changes.user, ...(stays ? {} : verified) } },
    passwordHash: undefined,
    ifMatch,
  });
  if (changes.user.admin_role !== undefined && changes.user.admin_role !== before.admin_role)
    await endSessions(uow, user.id);
  return getAdminUser(uow.db, user.id);
}

/**
 * Administrators may not change their own identity here: the e-mail needs the password, the
 * document another administrator.
 */
function assertKeepsIdentity(
  before: AccountRow,
  { email, document_type, document_number }: AccountChanges['user'],
): void {
  const fields = new FieldErrors();
  if ((email ?? before.email) !== before.email) fields.add('email', 'own_email');
  const moves =
    (document_type ?? before.document_type) !== before.document_type ||
    (document_number ?? before.document_number) !== before.document_number;
  if (moves) fields.add('document_number', 'own_document');
  fields.throwIfAny();
}

/**
 * Prevents forbidden changes to an administrator: by a caller who is no longer a master, or by the
 * administrator in question.
 */
async function protect(
  { db }: UnitOfWork,
  caller: AdminCaller,
  user: UserRef,
  access: Access | 'deletion',
): Promise<void> {
  if (user.userType !== 'admin') return;
  await lockActingMaster(db, caller);
  const lost =
    access === 'deletion' ||
    (access.status ?? 'ativo') !== 'ativo' ||
    (access.admin_role ?? 'master') !== 'master';
  if (lost && caller.userId === user.id) throw new RuleError('own_access');
}
