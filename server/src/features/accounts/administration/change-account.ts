import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { Db } from '../../../platform/db/database.ts';
import { RuleError } from '../../../platform/errors.ts';
import { followOwner } from '../../orders/orders-feature.ts';
import { auditValues, changedValues } from '../account-audit.ts';
import {
  notifyPasswordChanged,
  sendLinkTo,
  sendUndoLink,
  type AccountMails,
} from '../account-mails.ts';
import { getAccount, type AccountRow } from '../account-queries.ts';
import { lockAccount, voidTokens, type LockedAccount } from '../account-tokens.ts';
import { applyChanges, markChanged } from '../profile-store.ts';
import type { AccountChanges } from './account-changes.ts';
import { listProducerLists, replaceCommercialReferences } from './producer-lists.ts';

export interface AccountChange {
  readonly userId: number;
  readonly changes: AccountChanges;
  /** The hash of `changes.password`. */
  readonly passwordHash: string | undefined;
  /** The version the administrator saw; 409 when the account has another one by now. */
  readonly ifMatch: number | undefined;
}

/**
 * Changes an account on behalf of an administrator; not found when it is deleted. A new e-mail, a
 * new password or a status other than `ativo` ends its sessions and voids its links with the
 * commit. The person is notified of a new password and of a new e-mail; the latter mail goes to the
 * old address, with a link that undoes the change.
 */
export async function changeAccount(
  uow: UnitOfWork,
  mails: AccountMails,
  { userId, changes, passwordHash, ifMatch }: AccountChange,
): Promise<void> {
  const { db } = uow;
  await lockUndeletedAccount(db, userId, ifMatch);
  const before = await snapshot(db, userId);
  const left = await lockAccount(db, userId);
  await applyAll(uow, before.account, changes);
  const after = await snapshot(db, userId);
  const changed = changedValues(before.values, after.values);
  if (changed === undefined && passwordHash === undefined) return;
  await markChanged(uow, userId);
  if (passwordHash !== undefined)
    await db.q
      .updateTable('users')
      .set({ password_hash: passwordHash, pending_email: null })
      .where('id', '=', userId)
      .execute();
  uow.audit({
    action:
      changed !== undefined &&
      passwordHash === undefined &&
      Object.keys(changed.newValues).join() === 'status'
        ? 'status_changed'
        : 'updated',
    resourceType: 'user',
    resourceId: userId,
    oldValues: { ...changed?.oldValues },
    newValues: {
      ...changed?.newValues,
      ...(passwordHash === undefined ? {} : { password_changed: true }),
    },
  });
  await endAccess(uow, mails, { before: before.account, after: after.account, left, passwordHash });
  await followAccess(uow, { before: before.account, after: after.account });
}

/**
 * Suspends or resumes the owner's orders as the account's access changes. A new e-mail or document
 * locks the user row against foreign-key checks, also those of a transaction that holds one of the
 * orders; to avoid a deadlock the orders' locks are then not waited for, and a held one throws.
 */
async function followAccess(
  uow: UnitOfWork,
  { before, after }: Record<'before' | 'after', AccountRow>,
): Promise<void> {
  if ((before.status === 'ativo') === (after.status === 'ativo')) return;
  const keepsKeys =
    before.email === after.email && before.document_number === after.document_number;
  await followOwner(uow, after.id, { wait: keepsKeys });
}

/**
 * Locks an account that is not deleted; throws `not_found`, or `stale_version` when `ifMatch`
 * differs.
 */
export async function lockUndeletedAccount(
  db: Db,
  userId: number,
  ifMatch?: number,
): Promise<void> {
  const user = await db.q
    .selectFrom('users')
    .select('version')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new RuleError('not_found');
  if (ifMatch !== undefined && ifMatch !== user.version) throw new RuleError('stale_version');
}

interface Snapshot {
  readonly account: AccountRow;
  readonly values: Readonly<Record<string, unknown>>;
}

async function snapshot(db: Db, userId: number): Promise<Snapshot> {
  const account = await getAccount(db, userId);
  const lists =
    account.producer_id === null ? {} : await listProducerLists(db, account.producer_id);
  return { account, values: { ...auditValues(account), ...lists } };
}

async function applyAll(
  uow: UnitOfWork,
  before: AccountRow,
  changes: AccountChanges,
): Promise<void> {
  const { db } = uow;
  await applyChanges(uow, before, changes);
  if (before.producer_id === null) return;
  if (changes.commercialReferences !== undefined)
    await replaceCommercialReferences(db, before.producer_id, changes.commercialReferences);
}

interface Ending {
  readonly before: AccountRow;
  readonly after: AccountRow;
  /** The account before the change, for the mail to its old address. */
  readonly left: LockedAccount | undefined;
  readonly passwordHash: string | undefined;
}

async function endAccess(
  uow: UnitOfWork,
  mails: AccountMails,
  { before, after, left, passwordHash }: Ending,
): Promise<void> {
  const moved = before.email !== after.email;
  const closed = before.status === 'ativo' && after.status !== 'ativo';
  if (moved || closed || passwordHash !== undefined) await endSessions(uow, after.id);
  if (passwordHash !== undefined && left !== undefined)
    await notifyPasswordChanged(uow, mails, left);
  if (moved) await sendLinkTo(uow, mails, after.id, 'email_verification');
  // An account that could never log in has no address to restore.
  if (moved && left !== undefined && (left.email_verified || left.password_hash !== null))
    await sendUndoLink(uow, mails, left);
}

/** Ends every session and voids every unused link of an account, with the commit. */
export async function endSessions(uow: UnitOfWork, userId: number): Promise<void> {
  await uow.db.q
    .updateTable('users')
    .set((eb) => ({ auth_version: eb('auth_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await voidTokens(uow, userId);
}
