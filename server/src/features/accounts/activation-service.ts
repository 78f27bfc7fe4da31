import type { NewPasswordBody, Session } from '@lavra/contract/accounts/schemas';
import type { Request } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentSession } from './account-presenter.ts';
import { getAccount } from './account-queries.ts';
import { assertUsable, useToken } from './account-tokens.ts';
import { recordPasswordlessLogin } from './login-limits.ts';
import { assertActive } from './login-service.ts';
import { setPasswordByLink } from './password-by-link.ts';
import { checkNewPassword } from './person-fields.ts';
import { openSession } from './session-store.ts';

/**
 * Activates an account that was created on someone's behalf: the person chooses a password and is
 * signed in. Throws 422 field by field, `link_invalid`, or 403 while the account's status forbids
 * logins; after a 403 the link stays valid.
 */
export async function activateAccount(
  { db, clock, command }: Platform,
  request: Request,
  { token, password, password_confirmation: confirmation }: NewPasswordBody,
): Promise<Session> {
  const fields = new FieldErrors();
  checkNewPassword(fields, { password, confirmation });
  fields.throwIfAny();
  await assertUsable(db, token, { purpose: 'consultant_activation', now: clock.now() });
  const passwordHash = await hashPassword(password);
  return command(request, async (uow) => {
    const account = await useToken(uow, token, 'consultant_activation');
    assertActive(account.status);
    const authVersion = await setPasswordByLink(uow, account, passwordHash);
    await recordPasswordlessLogin(uow.db, {
      accountKey: account.email_key,
      ip: request.ip,
      userId: account.id,
      now: uow.now,
    });
    const issued = await openSession(uow, {
      userId: account.id,
      userType: account.user_type,
      authVersion,
      request,
    });
    return presentSession(await getAccount(uow.db, account.id), issued);
  });
}
