import type { UserType } from '@lavra/domain/account/user-type';
import { mailFrame, mailTextOf, type MailTemplate, type Reader } from '../texts/mail-texts.ts';
import { layOut, type RenderedMail } from './mail-layout.ts';

export type { RenderedMail } from './mail-layout.ts';

/** The portal of each profile: consultants use the producer's. */
const portals: Readonly<Record<UserType, string>> = {
  produtor: 'produtor',
  fornecedor: 'fornecedor',
  admin: 'admin',
  consultor: 'produtor',
};

interface Where {
  /** The service's URL, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Renders a mail to an account. `secret` is the link's token; without it the mail is rendered
 * without its link.
 */
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

interface Notification {
  readonly title: string;
  readonly body: string;
  /** The page that it leads to, relative to the service's URL; it begins with the portal. */
  readonly path: string;
  /** Paragraphs that only the mail has. */
  readonly lines?: readonly string[];
}

/** Renders a notification as a mail. */
export function renderNotification(
  { title, body, path, lines = [] }: Notification,
  reader: Pick<Reader, 'name'>,
  { publicUrl }: Where,
): RenderedMail {
  return layOut({
    subject: title,
    paragraphs: [body, ...lines],
    greeting: greetingOf(reader.name),
    reason: mailFrame.notificationReason,
    choice: {
      label: mailFrame.notificationChoice,
      url: `${publicUrl}/${path.split('/')[1] ?? ''}/conta/avisos`,
    },
    action: { label: mailFrame.notificationAction, url: `${publicUrl}${path}` },
  });
}

/** Renders the mail that proves to an administrator that mail is delivered. */
export const renderTestMail = (): RenderedMail =>
  layOut({
    ...mailFrame.test,
    greeting: `${mailFrame.greeting},`,
    action: undefined,
    reason: mailFrame.testReason,
  });

const LONGEST_NAME = 60;

/**
 * Returns the greeting. The name is user input, and the address may belong to another person: the
 * name appears on one line, and is left out when it could be read as a link or is too long.
 */
function greetingOf(name: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const isLink = /[/@\\]|www|\.\p{L}{2,}/iu.test(line);
  return line === '' || isLink || line.length > LONGEST_NAME
    ? `${mailFrame.greeting},`
    : `${mailFrame.greeting}, ${line},`;
}
