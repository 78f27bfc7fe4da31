import type { RegisterBody, RegisterReply } from '@lavra/contract/accounts/schemas';
import type { Request } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { getSetting } from '../settings/settings-feature.ts';
import { sendLinkTo } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import { presentSession, presentUser } from './account-presenter.ts';
import { assertFree, createAccount, refusingTaken } from './create-account.ts';
import { countMailRequest } from './mail-request-limit.ts';
import { readRegistration, type Registration } from './registration-fields.ts';
import { openSession } from './session-store.ts';

/**
 * Registers a producer or supplier and opens a session, unless new suppliers need an
 * administrator's approval. Each registration sends a verification mail to an address not yet
 * proven, so it counts as a request for a mail, and so does one that learns that the e-mail or
 * document has an account: the count comes before that answer.
 */
export async function register(
  { db, command }: Platform,
  { mails, mailRequests }: Pick<AccountParts, 'mails' | 'mailRequests'>,
  request: Request,
  body: RegisterBody,
): Promise<RegisterReply> {
  const registration = await readRegistration(db, body);
  await countMailRequest({ command }, mailRequests, request, { mailbox: registration.email });
  await assertFree(db, registration);
  const password_hash = await hashPassword(body.password);
  return refusingTaken(() =>
    command(request, async (uow) => {
      const reply = await openAccount(uow, { ...registration, password_hash }, request);
      await sendLinkTo(uow, mails, reply.user.id, 'email_verification');
      return reply;
    }),
  );
}

/** Creates the account and, unless it waits for an approval, its first session. */
async function openAccount(
  uow: UnitOfWork,
  registration: Registration & { password_hash: string },
  request: Request,
): Promise<RegisterReply> {
  const isSupplier = registration.profile.user_type === 'fornecedor';
  const waits = isSupplier && (await getSetting(uow.db, 'suppliers.require_approval'));
  const account = await createAccount(uow, {
    ...registration,
    status: waits ? 'inativo' : 'ativo',
  });
  uow.event({ type: 'user.registered', data: { user_id: account.id } });
  if (waits) return { user: presentUser(account), token: null, expires_at: null, permissions: [] };
  return presentSession(
    account,
    await openSession(uow, {
      userId: account.id,
      userType: account.user_type,
      authVersion: account.auth_version,
      request,
    }),
  );
}
