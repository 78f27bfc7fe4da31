import { ConnectError } from '../outbound/connect-error.ts';
import { connectSentence } from '../outbound/connect-sentence.ts';
import { failureLine } from '../queue/failure-line.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';

/** Why a mail did not go out: `isFinal` when the server will not take this mail at any other time either. */
export interface MailRefusal {
  readonly isFinal: boolean;
  readonly sentence: string;
}

/** What nodemailer adds to its errors, as far as it says it. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * Reads an error of a send. Only a 5xx on the recipient or the message is final: one on the connection, the login or the
 * sender is about the settings, which somebody may put right.
 */
export function refusalOf(error: unknown): MailRefusal {
  if (error instanceof ConnectError) return { isFinal: false, sentence: connectSentence(error) };
  const { code, command = '', responseCode = 0, response } = Object(error) as SmtpError; // nodemailer's fields, all of them optional
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

/** One line of what a server said: its code, and the rest without what is nobody's business. */
function safe(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  const code = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?= |$)/.exec(line)?.[0] ?? '';
  return [code, failureLine(line.slice(code.length).trim())].join(' ').trim();
}
