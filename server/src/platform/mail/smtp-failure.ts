import { ConnectError } from '../outbound/connect-error.ts';
import { connectSentence } from '../outbound/connect-sentence.ts';
import { failureLine } from '../text/failure-line.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';

/** Why a mail was not sent: `isFinal` when the server will not accept this mail later either. */
export interface MailRefusal {
  readonly isFinal: boolean;
  readonly sentence: string;
}

/** The fields that nodemailer adds to its errors, each of them optional. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * Classifies an error of a send. Only a 5xx on the recipient or the message is final: one on the
 * connection, the login or the sender is caused by the settings, which an administrator may
 * correct.
 */
export function refusalOf(error: unknown): MailRefusal {
  if (error instanceof ConnectError) return { isFinal: false, sentence: connectSentence(error) };
  // nodemailer's fields, all of them optional.
  const { code, command = '', responseCode = 0, response } = Object(error) as SmtpError;
  if (code === 'EAUTH')
    return {
      isFinal: false,
      sentence: channelProblemSentence('login', safe(response ?? wordsOf(error))),
    };
  if (code === 'ETLS' || (code === 'ESOCKET' && isAboutTls(error)))
    return { isFinal: false, sentence: channelProblemSentence('tls', safe(wordsOf(error))) };
  if (responseCode >= 400) {
    return {
      isFinal: responseCode >= 500 && /^(RCPT TO|DATA)/.test(command),
      sentence: channelProblemSentence('refused', safe(response ?? '')),
    };
  }
  if (code === 'ETIMEDOUT') return { isFinal: false, sentence: channelProblemSentence('timeout') };
  if (code === 'EPROTOCOL') return { isFinal: false, sentence: channelProblemSentence('garbled') };
  return { isFinal: false, sentence: channelProblemSentence('closed') };
}

const isAboutTls = (error: unknown): boolean => /certificate|ssl|tls|altname/i.test(wordsOf(error));

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Returns a server's reply on one line: its code, and the text without private data. */
function safe(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  const code = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?= |$)/.exec(line)?.[0] ?? '';
  return [code, failureLine(line.slice(code.length).trim())].join(' ').trim();
}
