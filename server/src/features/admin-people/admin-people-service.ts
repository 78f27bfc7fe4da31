import type { Message } from '@lavra/contract/accounts/schemas';
import type { AdminProducer, UpdateProducerBody } from '@lavra/contract/admin/producers';
import type {
  AdminSupplier,
  CreateSupplierBody,
  UpdateSupplierBody,
} from '@lavra/contract/admin/suppliers';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createSupplierAccount,
  removeAccount,
  restoreAccount,
  sendActivation,
  updateAccount,
  type AccountMails,
} from '../accounts/accounts-feature.ts';
import type { PersonRef } from './person-ref.ts';
import { getAdminProducer } from './producer-record.ts';
import { getAdminSupplier } from './supplier-record.ts';

interface Change<B> {
  readonly body: B;
  readonly ifMatch: number | undefined;
}

// Administrators' changes to producers and suppliers. Each except the deletion returns the record
// after the change.

/** Creates a supplier, and throws, as `createSupplierAccount` does. */
export const createAdminSupplier = (
  platform: Platform,
  mails: AccountMails,
  request: Request<Caller>,
  body: CreateSupplierBody,
): Promise<AdminSupplier> =>
  createSupplierAccount(platform, mails, request, body, ({ db, now }, supplierId) =>
    getAdminSupplier(db, supplierId, now),
  );

/** Changes the fields that were sent, and throws, as `updateAccount` does. */
export const updateAdminProducer = (
  platform: Platform,
  mails: AccountMails,
  request: HttpRequest<Caller>,
  { id, userId }: PersonRef,
  { body, ifMatch }: Change<UpdateProducerBody>,
): Promise<AdminProducer> =>
  updateAccount(platform, mails, request, { userId, ifMatch }, body, ({ db }) =>
    getAdminProducer(db, id),
  );

/** Changes the fields that were sent, and throws, as `updateAccount` does. */
export const updateAdminSupplier = (
  platform: Platform,
  mails: AccountMails,
  request: HttpRequest<Caller>,
  { id, userId }: PersonRef,
  { body, ifMatch }: Change<UpdateSupplierBody>,
): Promise<AdminSupplier> =>
  updateAccount(platform, mails, request, { userId, ifMatch }, body, ({ db, now }) =>
    getAdminSupplier(db, id, now),
  );

/** Deletes a supplier, who can be restored. */
export const deleteAdminSupplier = (
  { command }: Platform,
  request: Request<Caller>,
  { userId }: PersonRef,
): Promise<Message> =>
  command(request, async (uow) => {
    await removeAccount(uow, userId);
    return { message: 'Fornecedor excluído. Ele pode ser restaurado.' };
  });

/** Restores a deleted producer. */
export const restoreAdminProducer = (
  { command }: Platform,
  request: Request<Caller>,
  { id, userId }: PersonRef,
): Promise<AdminProducer> =>
  command(request, async (uow) => {
    await restoreAccount(uow, userId);
    return getAdminProducer(uow.db, id);
  });

/** Restores a deleted supplier. */
export const restoreAdminSupplier = (
  { command }: Platform,
  request: Request<Caller>,
  { id, userId }: PersonRef,
): Promise<AdminSupplier> =>
  command(request, async (uow) => {
    await restoreAccount(uow, userId);
    return getAdminSupplier(uow.db, id, uow.now);
  });

/**
 * Sends the link to choose the first password. Throws `supplier_active` when one was chosen
 * already, `supplier_not_active` when the account's status would forbid the login.
 */
export const sendSupplierActivation = (
  { command }: Platform,
  mails: AccountMails,
  request: Request<Caller>,
  { id, userId }: PersonRef,
): Promise<AdminSupplier> =>
  command(request, async (uow) => {
    await sendActivation(uow, mails, userId, {
      active: 'supplier_active',
      notActive: 'supplier_not_active',
    });
    uow.audit({
      action: 'updated',
      resourceType: 'user',
      resourceId: userId,
      newValues: { activation: 'sent' },
    });
    return getAdminSupplier(uow.db, id, uow.now);
  });
