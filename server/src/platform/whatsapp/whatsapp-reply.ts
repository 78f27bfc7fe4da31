import { failureLine } from '../text/failure-line.ts';
import { channelProblemSentence } from '../texts/channel-texts.ts';

/**
 * `unknown`: the message may have been accepted, which cannot be determined; it is not sent again.
 */
export type WhatsappOutcome =
  | { readonly kind: 'sent'; readonly reference: string }
  | { readonly kind: 'refused'; readonly isFinal: boolean; readonly sentence: string }
  | { readonly kind: 'unknown'; readonly sentence: string };

/** A reply as far as it could be read. */
export interface HttpReply {
  readonly status: number;
  readonly text: string | undefined;
}

/** Meta's error codes for exceeded rates, which come with several statuses. */
const tooMuch: ReadonlySet<unknown> = new Set([4, 80_007, 130_429, 131_048, 131_056]);

/**
 * Classifies a reply. A 4xx is final, except for too many requests (429) and an invalid token
 * (401): an administrator may correct the settings.
 */
export function outcomeOf({ status, text }: HttpReply): WhatsappOutcome {
  const reply = parsed(text);
  if (status >= 200 && status < 300) {
    const reference = idOf(reply);
    return reference === undefined
      ? { kind: 'unknown', sentence: channelProblemSentence('garbled') }
      : { kind: 'sent', reference };
  }
  const { code, message } = errorOf(reply);
  const isFinal = status >= 400 && status < 500 && status !== 401 && !isTooMuch({ status, text });
  return {
    kind: 'refused',
    isFinal,
    sentence: channelProblemSentence(
      'refused',
      failureLine(`${status} ${message ?? ''}`.trim() + (code === undefined ? '' : ` (${code})`)),
    ),
  };
}

export const isTooMuch = ({ status, text }: HttpReply): boolean =>
  status === 429 || tooMuch.has(errorOf(parsed(text)).code);

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string | undefined): Json {
  try {
    return Object(JSON.parse(text ?? '')) as Json; // any object can be asked for its fields
  } catch {
    return {};
  }
}

function idOf({ messages }: Json): string | undefined {
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  const id = (Object(first) as Json)['id'];
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : undefined;
}

function errorOf({ error }: Json): { code: number | undefined; message: string | undefined } {
  const { code, message } = Object(error) as Json;
  return {
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
