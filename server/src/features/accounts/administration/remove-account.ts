import type { UnitOfWork } from '../../../platform/db/command.ts';
import { RuleError } from '../../../platform/errors.ts';
import { followOwner } from '../../orders/orders-feature.ts';
import { endSessions, lockUndeletedAccount } from './change-account.ts';

/**
 * Soft-deletes an account: it can no longer log in, and its e-mail and document stay taken. Not
 * found when it is already deleted.
 */
export async function removeAccount(uow: UnitOfWork, userId: number): Promise<void> {
  await lockUndeletedAccount(uow.db, userId);
  await setDeleted(uow, userId, uow.now);
  await endSessions(uow, userId);
  await followOwner(uow, userId, { wait: true });
  uow.audit({
    action: 'deleted',
    resourceType: 'user',
    resourceId: userId,
    oldValues: { deleted_at: null },
    newValues: { deleted_at: uow.now },
  });
}

/**
 * Restores a deleted account; its sessions stay ended. Throws `account_not_deleted`, and
 * `account_erased` when its data were erased and cannot be restored.
 */
export async function restoreAccount(uow: UnitOfWork, userId: number): Promise<void> {
  const { deleted_at, erased_at } = await uow.db.q
    .selectFrom('users')
    .select(['deleted_at', 'erased_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (deleted_at === null) throw new RuleError('account_not_deleted');
  if (erased_at !== null) throw new RuleError('account_erased');
  await setDeleted(uow, userId, null);
  await followOwner(uow, userId, { wait: true });
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    oldValues: { deleted_at },
    newValues: { deleted_at: null },
  });
}

async function setDeleted(
  { db, now }: UnitOfWork,
  userId: number,
  deleted_at: Date | null,
): Promise<void> {
  await db.q
    .updateTable('users')
    .set((eb) => ({ deleted_at, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', userId)
    .execute();
}
