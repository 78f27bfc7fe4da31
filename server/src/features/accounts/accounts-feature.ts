import type { AdminRole } from '@lavra/domain/account/user-type';
import { createSuccessor } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { createAccountMails, type AccountMails } from './account-mails.ts';
import type { AccountRow } from './account-queries.ts';
import type { NewAccount } from './account-values.ts';
import { mountAccountRoutes } from './accounts-routes.ts';
import { createActivation } from './activation-service.ts';
import { createSendActivation, type SendActivation } from './send-activation.ts';
import { notifyAttacked } from './attack-mails.ts';
import {
  createAccountAdministration,
  type AccountAdministration,
} from './administration/account-administration.ts';
import { changeAccount, type AccountChange } from './administration/change-account.ts';
import { createAccount } from './create-account.ts';
import { createDataExport } from './data-export/data-export-service.ts';
import { createEmailChange } from './email-change-service.ts';
import { createEmailVerification } from './email-verification-service.ts';
import { createAdmin, ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
import { createLogin } from './login-service.ts';
import { createLoginLimits, type LoginLimits } from './login-limits.ts';
import { createMailRequestLimit } from './mail-request-limit.ts';
import { createPasswordProof, type ProvePassword } from './password-proof.ts';
import { createPasswordReset } from './password-reset-service.ts';
import { createProfile } from './profile-service.ts';
import { createRefresh } from './refresh-service.ts';
import { createRegistration } from './registration-service.ts';

export type { ProvePassword } from './password-proof.ts';
export { lockOwnAccount } from './profile-store.ts';
export { presentUser } from './account-presenter.ts';
export { getAccount, type AccountRow, type AddressRow } from './account-queries.ts';
export type { AddressValues, CoverageValues, NewAccount } from './account-values.ts';
export type { AccountAdministration } from './administration/account-administration.ts';
export type { AccountChanges } from './administration/account-changes.ts';
export { readAccountChanges } from './administration/account-changes.ts';
export { endSessions } from './administration/change-account.ts';
export { removeAccount, restoreAccount } from './administration/remove-account.ts';
export {
  activationColumns,
  activationLabels,
  activationSql,
  activationStateSql,
  presentActivation,
} from './activation-state.ts';
export { incrementVersion } from './account-store.ts';
export { createAccount, refusingTaken } from './create-account.ts';
export { endAllAccess } from './end-all-access.ts';
export { readNewUser } from './new-user.ts';
export { sendFirstLinks, type LinkReader } from './bulk/activation-links.ts';
export { listKnownPeople, type KnownPerson } from './bulk/bulk-people.ts';
export { createManyAccounts, type BulkAccount } from './bulk/create-many-accounts.ts';
export { accountKeyOf } from './login-service.ts';
export {
  checkNewPassword,
  readEmail,
  readName,
  readOptionalPhone,
  readWebsite,
} from './person-fields.ts';

export interface Accounts {
  mountRoutes(mount: Mount): void;
  /** The scheduled tasks of accounts. */
  readonly tasks: readonly Task[];
  /** Login attempts by outcome, since this process started. */
  readonly loginAttempts: LoginLimits['attempts'];
  /** Creates the configured master admin when there is no admin; throws `ConfigError`. */
  ensureFirstAdmin(admin: FirstAdmin): Promise<void>;
  /** Creates an administrator who can log in at once; throws `ConfigError`. */
  createAdmin(admin: FirstAdmin, role: AdminRole): Promise<void>;
  /**
   * Creates user, profile, addresses and coverage from validated values, in the caller's
   * transaction.
   */
  createAccount(uow: UnitOfWork, values: NewAccount): Promise<AccountRow>;
  /** Sends an account without a password the link to choose one. */
  readonly sendActivation: SendActivation;
  /**
   * Sends the account a link to verify its e-mail or reset its password; voids older links for the
   * same purpose.
   */
  readonly sendLinkTo: AccountMails['sendLinkTo'];
  /** Checks a signed-in person's own password. */
  readonly provePassword: ProvePassword;
  /** Changes an account in the caller's transaction, from values already validated. */
  changeAccount(uow: UnitOfWork, change: AccountChange): Promise<void>;
  /** Creates and changes accounts on behalf of administrators. */
  readonly administration: AccountAdministration;
}

/**
 * Creates accounts and sessions. `appKey` is the same in every process of an installation; with
 * `limits` off any number of logins may fail.
 */
export function createAccounts({
  platform,
  outbox,
  appKey,
  limits: enabled,
}: {
  platform: Platform;
  outbox: Pick<MailOutbox, 'queueMail'>;
  appKey: string;
  limits: boolean;
}): Accounts {
  const limits = createLoginLimits({ platform, enabled });
  const mails = createAccountMails({ queueMail: outbox.queueMail, limits: enabled });
  const mailRequests = createMailRequestLimit({ platform, appKey, enabled });
  const provePassword = createPasswordProof({ platform, limits });
  const services = {
    platform,
    login: createLogin({ platform, limits }),
    refresh: createRefresh({ platform, successor: createSuccessor(appKey) }),
    register: createRegistration({ platform, mails, limit: mailRequests }),
    profile: createProfile({ platform, provePassword, mails, limit: mailRequests }),
    passwordReset: createPasswordReset({ platform, mails, limit: mailRequests }),
    emailVerification: createEmailVerification({ platform, mails }),
    emailChange: createEmailChange({ platform, limits, mails }),
    activate: createActivation({ platform }),
    exportData: createDataExport({ platform }),
  };
  return {
    mountRoutes: (mount) => mountAccountRoutes(mount, services),
    tasks: enabled
      ? [
          {
            name: 'attacked accounts',
            everyMs: 60_000,
            run: (of, stopping) => notifyAttacked(of, outbox.queueMail, stopping),
          },
        ]
      : [],
    loginAttempts: limits.attempts,
    ensureFirstAdmin: (admin) => ensureFirstAdmin(platform, admin),
    createAdmin: (admin, role) => createAdmin(platform, admin, role),
    changeAccount: (uow, change) => changeAccount(uow, change, mails),
    createAccount,
    provePassword,
    sendActivation: createSendActivation(mails),
    sendLinkTo: mails.sendLinkTo,
    administration: createAccountAdministration({ platform, mails }),
  };
}
