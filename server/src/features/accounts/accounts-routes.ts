import {
  activateAccount,
  cancelEmailChange,
  exportOwnData,
  forgotPassword,
  getProfile,
  login,
  logout,
  refresh,
  register,
  resendVerification,
  resetPassword,
  undoEmailChange,
  updateProfile,
  verifyEmail,
} from '@lavra/contract/accounts/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { createActivation } from './activation-service.ts';
import type { createDataExport } from './data-export/data-export-service.ts';
import type { createEmailChange } from './email-change-service.ts';
import type { createEmailVerification } from './email-verification-service.ts';
import type { createLogin } from './login-service.ts';
import type { createPasswordReset } from './password-reset-service.ts';
import type { createProfile } from './profile-service.ts';
import type { createRefresh } from './refresh-service.ts';
import type { createRegistration } from './registration-service.ts';
import { closeSession } from './session-store.ts';

export interface AccountServices {
  readonly platform: Platform;
  readonly login: ReturnType<typeof createLogin>;
  readonly refresh: ReturnType<typeof createRefresh>;
  readonly register: ReturnType<typeof createRegistration>;
  readonly profile: ReturnType<typeof createProfile>;
  readonly passwordReset: ReturnType<typeof createPasswordReset>;
  readonly emailVerification: ReturnType<typeof createEmailVerification>;
  readonly emailChange: ReturnType<typeof createEmailChange>;
  readonly activate: ReturnType<typeof createActivation>;
  readonly exportData: ReturnType<typeof createDataExport>;
}

/** Mounts the routes by which a person uses their own account. */
export function mountAccountRoutes(mount: Mount, services: AccountServices): void {
  // A login may be delayed by seconds, and holds these fields alone meanwhile: the body may have a
  // megabyte of others.
  mount(login, {
    handle: ({ caller, body: { email, password, user_type } }) =>
      services.login(caller, { email, password, user_type }),
  });
  mount(refresh, {
    judges: (visitor, token) => services.refresh.judge(visitor, token),
    handle: ({ caller, bearerToken }) => services.refresh.exchange(caller, bearerToken),
  });
  mount(register, { handle: ({ caller, body }) => services.register(caller, body) });
  mount(logout, {
    handle: ({ caller }) =>
      services.platform.command(caller, async (uow) => {
        await closeSession(uow, caller.sessionId);
        return { message: 'Sessão encerrada.' };
      }),
  });
  mount(getProfile, { handle: ({ caller }) => services.profile.read(caller) });
  mount(updateProfile, { handle: ({ caller, body }) => services.profile.update(caller, body) });
  mount(forgotPassword, {
    handle: ({ caller, body }) => services.passwordReset.forgot(caller, body),
  });
  mount(resetPassword, {
    handle: ({ caller, body }) => services.passwordReset.reset(caller, body),
  });
  mount(verifyEmail, {
    handle: ({ caller, body }) => services.emailVerification.verify(caller, body),
  });
  mount(resendVerification, { handle: ({ caller }) => services.emailVerification.resend(caller) });
  mount(cancelEmailChange, { handle: ({ caller }) => services.emailChange.cancel(caller) });
  mount(undoEmailChange, { handle: ({ caller, body }) => services.emailChange.undo(caller, body) });
  mount(activateAccount, { handle: ({ caller, body }) => services.activate(caller, body) });
  mount(exportOwnData, { handle: ({ caller }) => services.exportData(caller) });
}
