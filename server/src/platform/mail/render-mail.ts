import type { UserType } from '@lavra/domain/account/user-type';
import { mailFrame, mailTextOf, type MailTemplate, type Reader } from '../texts/mail-texts.ts';
import type { NotificationText } from '../texts/notification-texts.ts';
import { layOut, type RenderedMail } from './mail-layout.ts';

export type { RenderedMail } from './mail-layout.ts';

/** Where each profile's pages are: consultants use the producer's portal. */
const portals: Readonly<Record<UserType, string>> = {
  produtor: 'produtor',
  fornecedor: 'fornecedor',
  admin: 'admin',
  consultor: 'produtor',
};

interface Where {
  /** The service's address, without a slash at its end. */
  readonly publicUrl: string;
}

/** Writes a mail to an account. `secret` is the link's token; without it a mail that has a link is written without one. */
export function renderMail(
  template: MailTemplate,
  reader: Reader,
  secret: string | undefined,
  { publicUrl }: Where,
): RenderedMail {
  const { subject, paragraphs, action } = mailTextOf(template);
  return layOut({
    subject,
    paragraphs,
    greeting: greetingOf(reader.name),
    reason: mailFrame.accountReason,
    action:
      action === undefined || secret === undefined
        ? undefined
        : {
            label: action.label,
            url: `${publicUrl}/${portals[reader.user_type]}/${action.page}?token=${encodeURIComponent(secret)}`,
          },
  });
}

/** Writes what a notification says as a mail. */
export function renderNotification(
  { title, body, path, lines = [] }: NotificationText,
  reader: Pick<Reader, 'name'>,
  { publicUrl }: Where,
): RenderedMail {
  return layOut({
    subject: title,
    paragraphs: [body, ...lines],
    greeting: greetingOf(reader.name),
    reason: mailFrame.notificationReason,
    action: { label: mailFrame.notificationAction, url: `${publicUrl}${path}` },
  });
}

/** Writes the mail that shows an administrator that mail arrives. */
export const renderTestMail = (): RenderedMail =>
  layOut({
    ...mailFrame.test,
    greeting: `${mailFrame.greeting},`,
    action: undefined,
    reason: mailFrame.testReason,
  });

const LONGEST_NAME = 60;

/**
 * The name is what somebody typed, and the address may be a stranger's: one line of it, and none of one that could be
 * read as a link.
 */
function greetingOf(name: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const isLink = /[/@\\]|www|\.\p{L}{2,}/iu.test(line);
  return line === '' || isLink || line.length > LONGEST_NAME
    ? `${mailFrame.greeting},`
    : `${mailFrame.greeting}, ${line},`;
}
