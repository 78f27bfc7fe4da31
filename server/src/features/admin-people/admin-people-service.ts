import type { Message } from '@lavra/contract/accounts/schemas';
import type { AdminProducer, UpdateProducerBody } from '@lavra/contract/admin/producers';
import type {
  AdminSupplier,
  CreateSupplierBody,
  UpdateSupplierBody,
} from '@lavra/contract/admin/suppliers';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeAccount, restoreAccount, type Accounts } from '../accounts/accounts-feature.ts';
import type { PersonRef } from './person-ref.ts';
import { getProducerRecord } from './producer-record.ts';
import { getSupplierRecord } from './supplier-record.ts';

interface Change<B> {
  readonly body: B;
  readonly ifMatch: number | undefined;
}

/**
 * Administrators' changes to producers and suppliers; every call returns the record after the
 * change.
 */
export interface PeopleService {
  createSupplier(caller: Caller, body: CreateSupplierBody): Promise<AdminSupplier>;
  updateProducer(
    caller: Caller,
    producer: PersonRef,
    change: Change<UpdateProducerBody>,
  ): Promise<AdminProducer>;
  updateSupplier(
    caller: Caller,
    supplier: PersonRef,
    change: Change<UpdateSupplierBody>,
  ): Promise<AdminSupplier>;
  removeSupplier(caller: Caller, supplier: PersonRef): Promise<Message>;
  restoreProducer(caller: Caller, producer: PersonRef): Promise<AdminProducer>;
  restoreSupplier(caller: Caller, supplier: PersonRef): Promise<AdminSupplier>;
  /**
   * Sends the link to choose the first password. Throws `supplier_active` when one was chosen
   * already, `supplier_not_active` when the account's status would forbid the login.
   */
  inviteSupplier(caller: Caller, supplier: PersonRef): Promise<AdminSupplier>;
}

export function createPeopleService({
  platform: { command },
  accounts,
}: {
  platform: Platform;
  accounts: Pick<Accounts, 'administration' | 'sendActivation'>;
}): PeopleService {
  return {
    createSupplier: (caller, body) =>
      accounts.administration.createSupplier(caller, body, ({ db, now }, supplierId) =>
        getSupplierRecord(db, supplierId, now),
      ),
    updateProducer: (caller, { id, userId }, { body, ifMatch }) =>
      accounts.administration.change(caller, { userId, ifMatch }, body, ({ db }) =>
        getProducerRecord(db, id),
      ),
    updateSupplier: (caller, { id, userId }, { body, ifMatch }) =>
      accounts.administration.change(caller, { userId, ifMatch }, body, ({ db, now }) =>
        getSupplierRecord(db, id, now),
      ),
    removeSupplier: (caller, { userId }) =>
      command(caller, async (uow) => {
        await removeAccount(uow, userId);
        return { message: 'Fornecedor excluído. Ele pode ser restaurado.' };
      }),
    restoreProducer: (caller, { id, userId }) =>
      command(caller, async (uow) => {
        await restoreAccount(uow, userId);
        return getProducerRecord(uow.db, id);
      }),
    restoreSupplier: (caller, { id, userId }) =>
      command(caller, async (uow) => {
        await restoreAccount(uow, userId);
        return getSupplierRecord(uow.db, id, uow.now);
      }),
    inviteSupplier: (caller, { id, userId }) =>
      command(caller, async (uow) => {
        await accounts.sendActivation(uow, userId, {
          active: 'supplier_active',
          notActive: 'supplier_not_active',
        });
        uow.audit({
          action: 'updated',
          resourceType: 'user',
          resourceId: userId,
          newValues: { activation: 'sent' },
        });
        return getSupplierRecord(uow.db, id, uow.now);
      }),
  };
}
