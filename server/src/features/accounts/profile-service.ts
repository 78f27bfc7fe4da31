import type { ProfileBody, User } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors, InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditValues, changedValues } from './account-audit.ts';
import {
  notifyChangeRequested,
  notifyPasswordChanged,
  sendChangeLink,
  timeToNextLink,
  type AccountMails,
} from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import { presentUser } from './account-presenter.ts';
import { getAccount, type AccountRow } from './account-queries.ts';
import { lockAccount, voidTokens } from './account-tokens.ts';
import { refusingTaken } from './create-account.ts';
import { accountKeyOf } from './login-service.ts';
import { countMailRequest } from './mail-request-limit.ts';
import { provePassword } from './password-proof.ts';
import { applyChanges, changeAccess, lockOwnAccount, markChanged } from './profile-store.ts';
import { checkNewPassword } from './person-fields.ts';
import { readProfileChanges, type ProfileChanges } from './profile-fields.ts';

interface OwnChange {
  readonly caller: Caller;
  /** Without the e-mail address, which stays pending. */
  readonly changes: ProfileChanges;
  readonly wantedEmail: string | undefined;
  /** The hash that the current password was checked against, if it was checked. */
  readonly provenHash: string | undefined;
  readonly newHash: string | undefined;
}

/** Returns a person's own account. */
export const getProfile = async ({ db }: Platform, caller: Caller): Promise<User> =>
  presentUser(await getAccount(db, caller.userId));

/**
 * Updates the profile; another e-mail address stays pending until its link is opened. Throws 422
 * field by field: a new password and another address need the current password, and a wrong one
 * counts as a failed login. Throws 429 for too many different addresses.
 */
export async function updateProfile(
  { db, command }: Platform,
  {
    loginLimits,
    mails,
    mailRequests,
  }: Pick<AccountParts, 'loginLimits' | 'mails' | 'mailRequests'>,
  request: HttpRequest<Caller>,
  body: ProfileBody,
): Promise<User> {
  const fields = new FieldErrors();
  const { caller } = request;
  const { email: own } = await getAccount(db, caller.userId);
  if (body.email !== undefined && accountKeyOf(body.email) !== accountKeyOf(own))
    await countMailRequest({ command }, mailRequests, request, { account: caller.userId });
  const {
    user: { email, ...user },
    ...rest
  } = await readProfileChanges(db, fields, { caller, body });
  const wantedEmail = email === own ? undefined : email;
  checkPasswordFields(fields, body, { movesEmail: wantedEmail !== undefined });
  fields.throwIfAny();
  const provenHash =
    body.password === undefined && wantedEmail === undefined
      ? undefined
      : await provePassword(
          db,
          loginLimits,
          request,
          body.current_password ?? '',
          'current_password',
        );
  const newHash = body.password === undefined ? undefined : await hashPassword(body.password);
  const change = { caller, changes: { user, ...rest }, wantedEmail, provenHash, newHash };
  return refusingTaken(() =>
    command(request, async (uow) => presentUser(await changeOwn(uow, mails, change))),
  );
}

function checkPasswordFields(
  fields: FieldErrors,
  { password, password_confirmation: confirmation, current_password }: ProfileBody,
  { movesEmail }: { movesEmail: boolean },
): void {
  if (password !== undefined) checkNewPassword(fields, { password, confirmation });
  if (current_password !== undefined) return;
  if (password !== undefined) fields.add('current_password', 'current_password');
  else if (movesEmail) fields.add('current_password', 'current_password_for_email');
}

async function changeOwn(
  uow: UnitOfWork,
  mails: AccountMails,
  { caller, changes, wantedEmail, provenHash, newHash }: OwnChange,
): Promise<AccountRow> {
  const { userId, sessionId } = caller;
  const owner = await lockOwnAccount(uow.db, { userId, sessionId });
  const before = await getAccount(uow.db, userId);
  const movesEmail = wantedEmail !== undefined && wantedEmail !== before.email;
  await applyChanges(uow, before, changes);
  if (newHash !== undefined || movesEmail) {
    if (owner.password_hash !== provenHash)
      throw InvalidFields.of('current_password', 'wrong_password');
    await changeAccess(
      uow.db,
      { userId, sessionId },
      {
        ...(newHash === undefined ? {} : { password_hash: newHash }),
        pending_email: movesEmail ? wantedEmail : null,
      },
    );
    await voidTokens(uow, userId);
  }
  const account = newHash === undefined ? undefined : await lockAccount(uow.db, userId);
  if (account !== undefined) await notifyPasswordChanged(uow, mails, account);
  const after = await getAccount(uow.db, userId);
  const changed = changedValues(auditValues(before), auditValues(after));
  if (changed === undefined && newHash === undefined) return after;
  await markChanged(uow, userId);
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    oldValues: { ...changed?.oldValues },
    newValues: {
      ...changed?.newValues,
      ...(newHash === undefined ? {} : { password_changed: true }),
    },
  });
  if (movesEmail) await askToConfirm(uow, mails, userId);
  return after;
}

/**
 * Sends mail to both addresses. Over the hourly limit neither gets one: the person can request the
 * link later.
 */
async function askToConfirm(uow: UnitOfWork, mails: AccountMails, userId: number): Promise<void> {
  const account = await lockAccount(uow.db, userId);
  if (account === undefined || (await timeToNextLink(uow, mails, account, 'email_change')) > 0)
    return;
  await sendChangeLink(uow, mails, account);
  await notifyChangeRequested(uow, mails, account);
}
