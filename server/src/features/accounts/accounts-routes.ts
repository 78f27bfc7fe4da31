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
    handle: ({ request, body: { email, password, user_type } }) =>
      login(platform, loginLimits, request, { email, password, user_type }),
  });
  mount(endpoints.refresh, {
    judges: (request, token) => judgeRefresh(platform, successor, request, token),
    handle: ({ request, bearerToken }) => refresh(platform, successor, request, bearerToken),
  });
  mount(endpoints.logout, { handle: ({ request }) => logout(platform, request) });
}

function mountProfile(mount: Mount, platform: Platform, parts: AccountParts): void {
  mount(endpoints.register, {
    handle: ({ request, body }) => register(platform, parts, request, body),
  });
  mount(endpoints.getProfile, { handle: ({ caller }) => getProfile(platform, caller) });
  mount(endpoints.updateProfile, {
    handle: ({ request, body }) => updateProfile(platform, parts, request, body),
  });
  mount(endpoints.cancelEmailChange, {
    handle: ({ request }) => cancelEmailChange(platform, request),
  });
  mount(endpoints.exportOwnData, {
    handle: ({ request }) => exportOwnData(platform, parts.exports, request),
  });
}

/** Mounts the routes that send a link by mail, or accept one. */
function mountLinks(mount: Mount, platform: Platform, parts: AccountParts): void {
  mount(endpoints.forgotPassword, {
    handle: ({ request, body }) => forgotPassword(platform, parts, request, body),
  });
  mount(endpoints.resetPassword, {
    handle: ({ request, body }) => resetPassword(platform, request, body),
  });
  mount(endpoints.verifyEmail, {
    handle: ({ request, body }) => verifyEmail(platform, parts.mails, request, body),
  });
  mount(endpoints.resendVerification, {
    handle: ({ request }) => resendVerification(platform, parts.mails, request),
  });
  mount(endpoints.undoEmailChange, {
    handle: ({ request, body }) => undoEmailChange(platform, parts, request, body),
  });
  mount(endpoints.activateAccount, {
    handle: ({ request, body }) => activateAccount(platform, request, body),
  });
}
