import { createHmac, hkdfSync } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { isEmail } from '@lavra/domain/account/email';
import { ConnectError } from '../outbound/connect-error.ts';
import type { OutboundGuard } from '../outbound/outbound-guard.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';
import type { RenderedMail } from './mail-layout.ts';
import { mailMark } from './mail-mark.ts';
import { oneLine } from './one-line.ts';
import { refusalOf, type MailRefusal } from './smtp-failure.ts';

/** A server and its credentials. `starttls` is mandatory: without it nothing is sent. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'none' | 'starttls' | 'tls';
  readonly login: { readonly username: string; readonly password: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

/**
 * A mail ready to be sent. Its Message-ID is derived from `id`, the same at every attempt and in
 * every process, so that a mail delivered twice is shown once.
 */
export interface OutgoingMail extends Pick<
  RenderedMail,
  'subject' | 'text' | 'html' | 'preferences'
> {
  readonly to: string;
  readonly id: string;
}

export type MailOutcome =
  | { readonly sent: true; readonly reference: string }
  | ({ readonly sent: false } & MailRefusal);

/** Sends one mail within `withinMs`, however slow the server is. */
export type SendMail = (
  settings: SmtpSettings,
  mail: OutgoingMail,
  withinMs: number,
) => Promise<MailOutcome>;

const LONGEST_STEP = 10_000;

/** Hexadecimal digits of a Message-ID. */
const ID_DIGITS = 32;

interface SenderDeps {
  readonly guard: Pick<OutboundGuard, 'connectSocket'>;
  readonly publicUrl: string;
  readonly appKey: string;
}

/**
 * Creates a sender of mail by SMTP, over a connection that the outbound guard opens. Message-IDs
 * end with `publicUrl`'s host; their first part is a keyed digest that does not reveal `id`, which
 * is sequential.
 */
export function createSmtpSender({ guard, publicUrl, appKey }: SenderDeps): SendMail {
  const ownHost = new URL(publicUrl).hostname;
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'Message-IDs of mails', 32));
  const nameOf = (id: string): string =>
    createHmac('sha256', key).update(id).digest('hex').slice(0, ID_DIGITS);
  return async (settings, mail, withinMs) => {
    if (!isEmail(mail.to))
      return { sent: false, isFinal: true, sentence: channelProblemSentence('address') };
    // Loaded with the first mail, some 2 MB: an API that sends none does without.
    const { createTransport } = await import('nodemailer');
    const messageId = `<${nameOf(mail.id)}@${ownHost.replace(/^\[(.*)\]$/, '$1').replaceAll(':', '-')}>`;
    const ends = Date.now() + withinMs;
    let socket: Socket | undefined;
    try {
      const step = Math.min(LONGEST_STEP, withinMs);
      socket = await guard.connectSocket({
        host: settings.host,
        port: settings.port,
        timeoutMs: step,
      });
      const transport = createTransport(optionsOver(socket, settings, { step, ownHost }));
      await endingAt(ends, socket, transport.sendMail(messageOf(mail, settings, messageId)));
      return { sent: true, reference: messageId };
    } catch (error) {
      return { sent: false, ...refusalOf(error) };
    } finally {
      socket?.destroy();
    }
  };
}

function optionsOver(
  connection: Socket,
  { host, port, encryption, login }: SmtpSettings,
  { step, ownHost }: { step: number; ownHost: string },
) {
  return {
    connection,
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login ? { auth: { user: login.username, pass: login.password } } : {}),
    ...(isIP(ownHost) === 0 && ownHost.includes('.') ? { name: ownHost } : {}),
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    maxResponseSize: 65_536,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Builds the message. Names and subjects contain user input: a line break in one would inject a
 * header.
 */
function messageOf(
  { to, subject, text, html, preferences }: OutgoingMail,
  { from }: SmtpSettings,
  messageId: string,
) {
  return {
    messageId,
    subject: oneLine(subject),
    text,
    html,
    attachments: html.includes(`cid:${mailMark.cid}`) ? [mailMark] : [],
    to: { name: '', address: to },
    from: { name: oneLine(from.name, 100), address: from.address },
    envelope: { from: from.address, to: [to] },
    headers: {
      // Marks the mail as automatic, so that no out-of-office replies are sent.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2369: mail programs show it as "unsubscribe". It leads to a page that asks for a login,
      // so there is no List-Unsubscribe-Post (RFC 8058), which a program would call by itself.
      ...(preferences === undefined ? {} : { 'List-Unsubscribe': `<${oneLine(preferences)}>` }),
    },
  };
}

/** Returns the work's outcome, or rejects with a time-out and closes the connection. */
async function endingAt(ends: number, socket: Socket, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        const error = new ConnectError('timeout');
        reject(error);
        socket.destroy(error);
      },
      Math.max(1, ends - Date.now()),
    );
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
