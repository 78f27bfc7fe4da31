import type {
  AdminConsultant,
  CreateConsultantBody,
  UpdateConsultantBody,
} from '@lavra/contract/admin/consultants';
import type { Message } from '@lavra/contract/accounts/schemas';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { changeStanding } from '../../platform/session/standing.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createAccount,
  incrementVersion,
  readNewUser,
  refusingTaken,
  removeAccount,
  restoreAccount,
  sendActivation,
  updateAccount,
  type AccountMails,
} from '../accounts/accounts-feature.ts';
import { readProducerIds, replaceLinks } from './consultant-links.ts';
import { getAdminConsultant, type ConsultantRef } from './consultant-record.ts';

// Administrators' changes to consultants. Each except the deletion returns the record after the
// change.

/**
 * Creates the account without a password: the consultant chooses one by the activation link.
 * Throws 422 field by field.
 */
export const createAdminConsultant = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: CreateConsultantBody,
): Promise<AdminConsultant> =>
  refusingTaken(() =>
    command(request, async (uow) => {
      // Read within the command: a repeated request gets its first reply again, instead of an
      // error about the e-mail that it took itself.
      const { account } = await readNewUser(uow.db, { ...body, user_type: 'consultor' });
      const { id } = await createAccount(uow, { ...account, password_hash: null });
      return present(uow, id);
    }),
  );

/** Changes the fields that were sent, and throws, as `updateAccount` does. */
export const updateAdminConsultant = (
  platform: Platform,
  mails: AccountMails,
  request: HttpRequest<AdminCaller>,
  { userId }: ConsultantRef,
  { body, ifMatch }: { body: UpdateConsultantBody; ifMatch: number | undefined },
): Promise<AdminConsultant> =>
  updateAccount(platform, mails, request, { userId, ifMatch }, body, (uow) => present(uow, userId));

/** Deletes a consultant, who can be restored. */
export const deleteAdminConsultant = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { userId }: ConsultantRef,
): Promise<Message> =>
  command(request, async (uow) => {
    await removeAccount(uow, userId);
    return { message: 'Consultor excluído. Ele pode ser restaurado.' };
  });

/** Restores a deleted consultant. */
export const restoreAdminConsultant = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { userId }: ConsultantRef,
): Promise<AdminConsultant> =>
  command(request, async (uow) => {
    await restoreAccount(uow, userId);
    return present(uow, userId);
  });

/**
 * Sends the activation link. Throws `consultant_active` when a password was chosen already,
 * `consultant_not_active` when the account's status would forbid the login.
 */
export const sendConsultantActivation = (
  { command }: Platform,
  mails: AccountMails,
  request: Request<AdminCaller>,
  { id, userId }: ConsultantRef,
): Promise<AdminConsultant> =>
  command(request, async (uow) => {
    await sendActivation(uow, mails, userId, {
      active: 'consultant_active',
      notActive: 'consultant_not_active',
    });
    uow.audit({
      action: 'updated',
      resourceType: 'consultant',
      resourceId: id,
      newValues: { activation: 'sent' },
    });
    return present(uow, userId);
  });

/**
 * Replaces all links; what the consultant writes at this moment is finished before, or refused.
 * Throws 422 for a producer that does not exist, 409 when `ifMatch` is stale.
 */
export async function setConsultantProducers(
  { db, command }: Platform,
  request: Request<AdminCaller>,
  { id, userId }: ConsultantRef,
  { producerIds: sent, ifMatch }: { producerIds: readonly number[]; ifMatch: number | undefined },
): Promise<AdminConsultant> {
  const producerIds = await readProducerIds(db, sent);
  return command(request, async (uow) => {
    const { version } = await lockConsultant(uow, userId);
    if (ifMatch !== undefined && ifMatch !== version) throw new RuleError('stale_version');
    await changeStanding(uow.db, userId, { wait: true });
    const before = await replaceLinks(uow.db, { consultantId: id, producerIds, now: uow.now });
    if (before.join() !== producerIds.join()) {
      await incrementVersion(uow, { userId, version });
      uow.audit({
        action: 'updated',
        resourceType: 'consultant',
        resourceId: id,
        oldValues: { producer_ids: before },
        newValues: { producer_ids: producerIds },
      });
    }
    return present(uow, userId);
  });
}

const present = ({ db, now }: UnitOfWork, userId: number): Promise<AdminConsultant> =>
  getAdminConsultant(db, userId, now);

/**
 * Locks the consultant's account, so that links change one at a time. Not found when it has just
 * been deleted.
 */
async function lockConsultant({ db }: UnitOfWork, userId: number): Promise<{ version: number }> {
  const user = await db.q
    .selectFrom('users')
    .select('version')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new RuleError('not_found');
  return user;
}
