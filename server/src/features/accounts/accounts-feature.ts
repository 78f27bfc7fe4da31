import { createSuccessor } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { sendLinkTo, type AccountMails } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import type { LinkPurpose } from './account-tokens.ts';
import { mountAccountRoutes } from './accounts-routes.ts';
import { notifyAttacked } from './attack-mails.ts';
import { createDataExports } from './data-export/data-export-service.ts';
import { createLoginLimits, type LoginLimits } from './login-limits.ts';
import { provePassword, type ProvePassword } from './password-proof.ts';

// Commands: each writes within the caller's unit of work.
export { sendLinkTo, type AccountMails } from './account-mails.ts';
export { incrementVersion } from './account-store.ts';
export { createSupplierAccount, updateAccount } from './administration/account-administration.ts';
export { changeAccount, endSessions } from './administration/change-account.ts';
export { removeAccount, restoreAccount } from './administration/remove-account.ts';
export { sendFirstLinks } from './bulk/activation-links.ts';
export { createManyAccounts, type BulkAccount } from './bulk/create-many-accounts.ts';
export { createAccount, refusingTaken } from './create-account.ts';
export { endAllAccess } from './end-all-access.ts';
export { createAdmin, ensureFirstAdmin } from './first-admin.ts';
export type { ProvePassword } from './password-proof.ts';
export { lockOwnAccount } from './profile-store.ts';
export { sendActivation } from './send-activation.ts';
export { recordFirstUse } from './session-store.ts';

// Reads, with their presenters.
export { presentUser } from './account-presenter.ts';
export { getAccount, type AccountRow } from './account-queries.ts';
export { activationLabels, presentActivation } from './activation-state.ts';
export { presentPerson, type PersonRow } from './administration/person-presenter.ts';
export { listKnownPeople, type KnownPerson } from './bulk/bulk-people.ts';
export { accountKeyOf } from './login-service.ts';

// Readers of what was sent.
export type { CoverageValues, NewAccount } from './account-values.ts';
export { readAccountChanges, type AccountChanges } from './administration/account-changes.ts';
export { readNewUser } from './new-user.ts';
export {
  checkNewPassword,
  readEmail,
  readName,
  readOptionalPhone,
  readWebsite,
} from './person-fields.ts';

// SQL: conditions and columns of other features' statements.
export { activationColumns, activationSql, activationStateSql } from './activation-state.ts';

export interface Accounts {
  mountRoutes(mount: Mount): void;
  /** The scheduled tasks of accounts. */
  readonly tasks: readonly Task[];
  /** Login attempts by outcome, since this process started. */
  readonly loginAttempts: LoginLimits['attempts'];
  /** What `sendLinkTo`, `sendActivation` and the changes by administrators send mails with. */
  readonly mails: AccountMails;
  /** Sends a link with these mails. */
  sendLinkTo(uow: UnitOfWork, userId: number, purpose: LinkPurpose): Promise<void>;
  /** Checks a signed-in person's own password. */
  readonly provePassword: ProvePassword;
}

/**
 * Creates accounts and sessions. Holds the counts of the login limits and the exports under way.
 * `appKey` is the same in every process of an installation; with `limits` off any number of logins
 * may fail.
 */
export function createAccounts({
  platform,
  outbox: { queueMail },
  appKey,
  limits,
}: {
  platform: Platform;
  outbox: Pick<MailOutbox, 'queueMail'>;
  appKey: string;
  limits: boolean;
}): Accounts {
  const loginLimits = createLoginLimits({ platform, enabled: limits });
  const mails: AccountMails = { queueMail, limits };
  const parts: AccountParts = {
    loginLimits,
    mails,
    mailRequests: { appKey, enabled: limits },
    successor: createSuccessor(appKey),
    exports: createDataExports(),
  };
  return {
    mountRoutes: (mount) => mountAccountRoutes(mount, platform, parts),
    tasks: limits
      ? [
          {
            name: 'attacked accounts',
            everyMs: 60_000,
            run: (of, stopping) => notifyAttacked(of, queueMail, stopping),
          },
        ]
      : [],
    loginAttempts: loginLimits.attempts,
    mails,
    sendLinkTo: (uow, userId, purpose) => sendLinkTo(uow, mails, userId, purpose),
    provePassword: (request, password, field) =>
      provePassword(platform.db, loginLimits, request, password, field),
  };
}
