import type { UserType } from '@lavra/domain/account/user-type';
import { mailFrame, mailTextOf, type MailTemplate, type Reader } from '../texts/mail-texts.ts';
import { escapeHtml } from './escape-html.ts';

/** A mail as its reader gets it: the same in plain text and in HTML. */
export interface RenderedMail { readonly subject: string; readonly text: string; readonly html: string; readonly link: string | undefined }

/** Where each profile's pages are: consultants use the producer's portal. */
const portals: Readonly<Record<UserType, string>> = { produtor: 'produtor', fornecedor: 'fornecedor', admin: 'admin', consultor: 'produtor' };

/**
 * Writes a mail. `secret` is the link's token; without it a mail that has a link is written without one. `publicUrl`
 * is the service's address, without a slash at its end.
 */
export function renderMail(template: MailTemplate, reader: Reader, secret: string | undefined, { publicUrl }: { publicUrl: string }): RenderedMail {
  const { subject, paragraphs, action } = mailTextOf(template);
  const greeting = greetingOf(reader.name);
  const link = action === undefined || secret === undefined ? undefined
    : { label: action.label, url: `${publicUrl}/${portals[reader.user_type]}/${action.page}?token=${encodeURIComponent(secret)}` };
  return {
    subject, link: link?.url,
    text: [greeting, ...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), mailFrame.signature, ''].join('\n\n'),
    html: htmlOf([greeting, ...paragraphs].map(escapeHtml), link),
  };
}

function htmlOf(paragraphs: readonly string[], link: { label: string; url: string } | undefined): string {
  const url = link === undefined ? '' : escapeHtml(link.url);
  const linked = link === undefined ? [] : [`<a href="${url}">${escapeHtml(link.label)}</a>`, `${mailFrame.fallback}<br>${url}`];
  return [...paragraphs, ...linked, mailFrame.signature].map((paragraph) => `<p>${paragraph}</p>`).join('\n');
}

const LONGEST_NAME = 60;

/**
 * The name is what somebody typed, and the address may be a stranger's: one line of it, and none of one that could be
 * read as a link.
 */
function greetingOf(name: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const isLink = /[/@\\]|www|\.\p{L}{2,}/iu.test(line);
  return line === '' || isLink || line.length > LONGEST_NAME ? `${mailFrame.greeting},` : `${mailFrame.greeting}, ${line},`;
}
