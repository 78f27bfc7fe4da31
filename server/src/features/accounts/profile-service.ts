import type { ProfileBody, User } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors, InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditValues, changedValues } from './account-audit.ts';
import type { AccountMails } from './account-mails.ts';
import { presentUser } from './account-presenter.ts';
import { getAccount, type AccountRow } from './account-queries.ts';
import { lockAccount, voidTokens } from './account-tokens.ts';
import { refusingTaken } from './create-account.ts';
import type { ProvePassword } from './password-proof.ts';
import { applyChanges, changePassword, lockOwnAccount, markChanged } from './profile-store.ts';
import { checkNewPassword } from './person-fields.ts';
import { readProfileChanges, type ProfileChanges } from './profile-fields.ts';

/** A new password, and the hash that the current one was checked against. */
interface PasswordChange { readonly provenHash: string; readonly newHash: string }

/** A person's own account: as it is, and changed by themselves. */
export function createProfile({ platform, provePassword, mails }: { platform: Platform; provePassword: ProvePassword; mails: AccountMails }) {
  const { db, command } = platform;
  return {
    read: async (caller: Caller): Promise<User> => presentUser(await getAccount(db, caller.userId)),

    /** Throws 422 field by field; a wrong current password counts as a failed login. */
    update: async (caller: Caller, body: ProfileBody): Promise<User> => {
      const fields = new FieldErrors();
      const changes = await readProfileChanges(db, fields, { caller, body });
      checkPasswordFields(fields, body);
      fields.throwIfAny();
      const password = body.password === undefined ? undefined
        : { provenHash: await provePassword(caller, body.current_password ?? '', 'current_password'), newHash: await hashPassword(body.password) };
      return refusingTaken(() => command(caller, async (uow) => presentUser(await changeOwn(uow, { caller, changes, password, mails }))));
    },
  };
}

function checkPasswordFields(fields: FieldErrors, { password, password_confirmation: confirmation, current_password }: ProfileBody): void {
  if (password === undefined) return;
  checkNewPassword(fields, { password, confirmation });
  if (current_password === undefined) fields.add('current_password', 'current_password');
}

async function changeOwn(
  uow: UnitOfWork,
  { caller, changes, password, mails }: { caller: Caller; changes: ProfileChanges; password: PasswordChange | undefined; mails: AccountMails },
): Promise<AccountRow> {
  const { userId, sessionId } = caller;
  const owner = await lockOwnAccount(uow.db, { userId, sessionId });
  const before = await getAccount(uow.db, userId);
  await applyChanges(uow.db, before, changes);
  if (password !== undefined) {
    if (owner.password_hash !== password.provenHash) throw InvalidFields.of('current_password', 'wrong_password');
    await changePassword(uow.db, { userId, sessionId, hash: password.newHash });
    await mails.tellPasswordChanged(uow, before);
  }
  const after = await getAccount(uow.db, userId);
  const changed = changedValues(auditValues(before), auditValues(after));
  if (changed === undefined && password === undefined) return after;
  await markChanged(uow, userId);
  uow.audit({
    action: 'updated', resourceType: 'user', resourceId: userId,
    oldValues: { ...changed?.oldValues }, newValues: { ...changed?.newValues, ...(password === undefined ? {} : { password_changed: true }) },
  });
  if (before.email !== after.email) await changeAddress(uow, userId, mails);
  return after;
}

/** Links to the old address die. Past the hour's mails none is sent: the person may ask for it later. */
async function changeAddress(uow: UnitOfWork, userId: number, mails: AccountMails): Promise<void> {
  await voidTokens(uow, userId);
  const account = await lockAccount(uow.db, userId);
  if (account !== undefined && await mails.waitFor(uow, account, 'email_verification') === 0) await mails.sendLink(uow, account, 'email_verification');
}
