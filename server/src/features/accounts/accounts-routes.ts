import * as endpoints from '@lavra/contract/accounts/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountParts } from './account-parts.ts';
import { activateAccount } from './activation-service.ts';
import { exportOwnData } from './data-export/data-export-service.ts';
import { cancelEmailChange, undoEmailChange } from './email-change-service.ts';
import { resendVerification, verifyEmail } from './email-verification-service.ts';
import { login } from './login-service.ts';
import { logout } from './logout.ts';
import { forgotPassword, resetPassword } from './password-reset-service.ts';
import { getProfile, updateProfile } from './profile-service.ts';
import { judgeRefresh, refresh } from './refresh-service.ts';
import { register } from './registration-service.ts';

/** Mounts the routes by which a person uses their own account. */
export function mountAccountRoutes(mount: Mount, platform: Platform, parts: AccountParts): void {
  mountSessions(mount, platform, parts);
  mountProfile(mount, platform, parts);
  mountLinks(mount, platform, parts);
}

function mountSessions(
  mount: Mount,
  platform: Platform,
  { loginLimits, successor }: AccountParts,
): void {
  // A login may be delayed by seconds, and holds these fields alone meanwhile: the body may have a
  // megabyte of others.
  mount(endpoints.login, {
    handle: ({ caller, body: { email, password, user_type } }) =>
      login(platform, loginLimits, caller, { email, password, user_type }),
  });
  mount(endpoints.refresh, {
    judges: (visitor, token) => judgeRefresh(platform, successor, visitor, token),
    handle: ({ caller, bearerToken }) => refresh(platform, successor, caller, bearerToken),
  });
  mount(endpoints.logout, { handle: ({ caller }) => logout(platform, caller) });
}

function mountProfile(mount: Mount, platform: Platform, parts: AccountParts): void {
  mount(endpoints.register, {
    handle: ({ caller, body }) => register(platform, parts, caller, body),
  });
  mount(endpoints.getProfile, { handle: ({ caller }) => getProfile(platform, caller) });
  mount(endpoints.updateProfile, {
    handle: ({ caller, body }) => updateProfile(platform, parts, caller, body),
  });
  mount(endpoints.cancelEmailChange, {
    handle: ({ caller }) => cancelEmailChange(platform, caller),
  });
  mount(endpoints.exportOwnData, {
    handle: ({ caller }) => exportOwnData(platform, parts.exports, caller),
  });
}

/** Mounts the routes that send a link by mail, or accept one. */
function mountLinks(mount: Mount, platform: Platform, parts: AccountParts): void {
  mount(endpoints.forgotPassword, {
    handle: ({ caller, body }) => forgotPassword(platform, parts, caller, body),
  });
  mount(endpoints.resetPassword, {
    handle: ({ caller, body }) => resetPassword(platform, caller, body),
  });
  mount(endpoints.verifyEmail, {
    handle: ({ caller, body }) => verifyEmail(platform, parts.mails, caller, body),
  });
  mount(endpoints.resendVerification, {
    handle: ({ caller }) => resendVerification(platform, parts.mails, caller),
  });
  mount(endpoints.undoEmailChange, {
    handle: ({ caller, body }) => undoEmailChange(platform, parts, caller, body),
  });
  mount(endpoints.activateAccount, {
    handle: ({ caller, body }) => activateAccount(platform, caller, body),
  });
}
