import { request, type Dispatcher } from 'undici';
import { ConnectError } from '../outbound/connect-error.ts';
import { connectSentence } from '../outbound/connect-sentence.ts';
import type { OutboundGuard } from '../outbound/outbound-guard.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';
import { messageBody, type WhatsappMessage } from './whatsapp-message.ts';
import { isTooMuch, outcomeOf, type HttpReply, type WhatsappOutcome } from './whatsapp-reply.ts';

export interface WhatsappSettings {
  readonly baseUrl: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
}

/** Sends one message within `withinMs`, at most once: `unknown` when the outcome is uncertain. */
export type SendWhatsapp = (
  settings: WhatsappSettings,
  message: WhatsappMessage,
  withinMs: number,
) => Promise<WhatsappOutcome>;

const LONGEST_REPLY = 65_536;
const LONGEST_PAUSE = 3_600_000;

/**
 * Creates a client of Meta's Cloud API, over connections that the outbound guard opens. When the
 * API asks for a pause, nothing is sent until it is over.
 */
export function createWhatsappClient({
  guard: { dispatcher },
}: {
  guard: Pick<OutboundGuard, 'dispatcher'>;
}): SendWhatsapp {
  const pauses = new Map<string, number>();
  return async (settings, message, withinMs) => {
    const url = `${settings.baseUrl}/${settings.phoneNumberId}/messages`;
    if ((pauses.get(url) ?? 0) > Date.now())
      return { kind: 'refused', isFinal: false, sentence: channelProblemSentence('paused') };
    try {
      const reply = await post(dispatcher, url, {
        token: settings.accessToken,
        body: messageBody(message),
        withinMs,
      });
      if (isTooMuch(reply) || (reply.status >= 500 && reply.retryAfter !== undefined))
        pauses.set(url, Date.now() + pauseOf(reply.retryAfter));
      return outcomeOf(reply);
    } catch (error) {
      // Without a connection nothing was sent. After any later failure the message may have been
      // received.
      if (error instanceof ConnectError)
        return { kind: 'refused', isFinal: false, sentence: connectSentence(error) };
      return {
        kind: 'unknown',
        sentence: channelProblemSentence(isTimeout(error) ? 'timeout' : 'closed'),
      };
    }
  };
}

/**
 * Makes one call over a new connection: a reused one that has died in the meantime would leave the
 * outcome of the call uncertain.
 */
async function post(
  dispatcher: Dispatcher,
  url: string,
  { token, body, withinMs }: { token: string; body: string; withinMs: number },
): Promise<HttpReply & { readonly retryAfter: string | undefined }> {
  const reply = await request(url, {
    dispatcher,
    method: 'POST',
    body,
    reset: true,
    signal: AbortSignal.timeout(withinMs),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
  });
  const retryAfter = reply.headers['retry-after'];
  return {
    status: reply.statusCode,
    text: await beginningOf(reply.body),
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
  };
}

/**
 * Returns the reply's text; undefined when it breaks off or does not end: the status counts all the
 * same.
 */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer); // a body without an encoding
      if (chunks.reduce((sum, { length }) => sum + length, 0) > LONGEST_REPLY) return undefined;
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Returns how long to pause, in ms: as long as the reply asks, half a minute where it does not say.
 */
function pauseOf(retryAfter: string | undefined): number {
  const seconds =
    retryAfter === undefined
      ? Number.NaN
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter)
        : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 30_000 : Math.min(LONGEST_PAUSE, Math.max(0, seconds * 1000));
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  // Node's own errors have a code.
  /timeout/i.test(`${error.name} ${(error as { code?: string }).code ?? ''}`);
