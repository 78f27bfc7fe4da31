import type { UserType } from '@lavra/domain/account/user-type';
import { createToken } from '../../../platform/auth/token.ts';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { hashToken } from '../../../platform/http/admission/access-control.ts';
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts';
import { lifetimes, type LinkPurpose } from '../account-tokens.ts';
import { accountKeyOf } from '../login-service.ts';
import { insertLinks } from './bulk-sql.ts';

export interface LinkReader {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly userType: UserType;
}

/**
 * Sends a link to each of these people. Their accounts were created in this same transaction, so
 * there are no older links to void.
 */
export async function sendFirstLinks(
  uow: UnitOfWork,
  queueMails: MailOutbox['queueMails'],
  { purpose, readers }: { purpose: LinkPurpose; readers: readonly LinkReader[] },
): Promise<void> {
  if (readers.length === 0) return;
  const tokens = readers.map(() => createToken());
  const links = readers.map(({ userId, email }, index) => ({
    token_hash: hashToken(tokens[index] ?? '').toString('hex'),
    user_id: userId,
    email_key: accountKeyOf(email),
  }));
  await uow.db.rows(insertLinks, {
    links: JSON.stringify(links),
    purpose,
    now: uow.now,
    expires_at: new Date(uow.now.getTime() + lifetimes[purpose]),
  });
  await queueMails(
    uow,
    readers.map(({ userId, name, email, userType }, index) => ({
      userId,
      to: email,
      template: purpose,
      data: { name, user_type: userType },
      secret: tokens[index] ?? '',
    })),
  );
}
