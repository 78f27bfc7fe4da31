import type { AdminRole } from '@lavra/domain/account/user-type';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { DocumentType } from '@lavra/domain/document/document';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { AccountRow } from './account-queries.ts';
import type { ProducerValues } from './account-values.ts';
import { replaceCultures } from './administration/producer-lists.ts';
import { replaceAddresses, replaceCoverage, replaceProductTypes } from './account-store.ts';
import type { ProfileChanges } from './profile-fields.ts';

interface Own {
  readonly userId: number;
  readonly sessionId: number;
}

/** Returns the e-mail and password hash that a password is checked against. */
export const findCredentials = (db: Db, userId: number) =>
  db.q
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/**
 * Locks the caller's account; throws 401 when the account or the session ended after the request
 * came in.
 */
export async function lockOwnAccount(
  db: Db,
  { userId, sessionId }: Own,
): Promise<{ readonly password_hash: string | null }> {
  const user = await db.q
    .selectFrom('users')
    .select(['password_hash', 'auth_version'])
    .where('id', '=', userId)
    .where('status', '=', 'ativo')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Read after the lock: a change that the lock waited for may have rotated or ended this session.
  const session = await db.q
    .selectFrom('sessions')
    .select('auth_version')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined || session?.auth_version !== user.auth_version)
    throw new RuleError('unauthenticated');
  return user;
}

/** Single values to write; the document's type and number come together. */
export interface RecordChanges {
  readonly user: ProfileChanges['user'] & {
    readonly status?: UserStatus;
    readonly document_type?: DocumentType;
    readonly document_number?: string;
    readonly admin_role?: AdminRole;
    readonly email_verified_at?: Date | null;
  };
  readonly producer: Partial<ProducerValues>;
  readonly supplier: ProfileChanges['supplier'];
}

/**
 * Writes the single values that were sent. Another e-mail address becomes unverified, unless the
 * change says otherwise, and cancels a pending one.
 */
async function updateRecords(
  { db, now }: Pick<UnitOfWork, 'db' | 'now'>,
  before: AccountRow,
  { user, producer, supplier }: RecordChanges,
): Promise<void> {
  const moved =
    user.email !== undefined && user.email !== before.email
      ? { email_verified_at: null, pending_email: null, updated_at: now }
      : {};
  if (Object.keys(user).length > 0)
    await db.q
      .updateTable('users')
      .set({ ...moved, ...user })
      .where('id', '=', before.id)
      .execute();
  if (Object.keys(producer).length > 0)
    await db.q.updateTable('producers').set(producer).where('user_id', '=', before.id).execute();
  if (Object.keys(supplier).length > 0)
    await db.q.updateTable('suppliers').set(supplier).where('user_id', '=', before.id).execute();
}

/** Sets the password or the pending address, as sent, and ends every session but this one. */
export async function changeAccess(
  db: Db,
  { userId, sessionId }: Own,
  access: { password_hash?: string; pending_email?: string | null },
): Promise<void> {
  const { auth_version } = await db.q
    .updateTable('users')
    .set((eb) => ({ ...access, auth_version: eb('auth_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('auth_version')
    .executeTakeFirstOrThrow();
  await db.q.updateTable('sessions').set({ auth_version }).where('id', '=', sessionId).execute();
}

/** Raises the account's version after a change to it or to its lists. */
export async function markChanged({ db, now }: UnitOfWork, userId: number): Promise<void> {
  await db.q
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', userId)
    .execute();
}

/** Writes the single values and the lists that were sent. */
export async function applyChanges(
  uow: Pick<UnitOfWork, 'db' | 'now'>,
  before: AccountRow,
  changes: RecordChanges &
    Pick<ProfileChanges, 'addresses' | 'cultureIds' | 'productTypeIds' | 'coverage'>,
): Promise<void> {
  const { db } = uow;
  await updateRecords(uow, before, changes);
  if (changes.addresses !== undefined) await replaceAddresses(db, before.id, changes.addresses);
  if (changes.cultureIds !== undefined && before.producer_id !== null)
    await replaceCultures(db, before.producer_id, changes.cultureIds);
  if (before.supplier_id === null) return;
  if (changes.productTypeIds !== undefined)
    await replaceProductTypes(db, before.supplier_id, changes.productTypeIds);
  if (changes.coverage !== undefined)
    await replaceCoverage(db, before.supplier_id, changes.coverage);
}
