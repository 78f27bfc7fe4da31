import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { done, type GatewayTrouble, type Outcome } from './payment-gateway.ts';

/** From asking to the last byte of the answer. */
export const DEADLINE_MS = 20_000;

/** One call through the SDK, to `baseUrl`; `read` throws when the answer does not say what it must. */
export interface Call<R, T> {
  readonly baseUrl: string;
  readonly deadlineMs: number;
  readonly send: () => Promise<R>;
  readonly read: (answer: R) => T;
}

/** Makes the call and says what came of it. An answer that cannot be read leaves it unknown: the gateway may have acted. */
export async function ask<R, T>({
  baseUrl,
  deadlineMs,
  send,
  read,
}: Call<R, T>): Promise<Outcome<T>> {
  let answer: R;
  try {
    answer = await within(sendTo(baseUrl, send), deadlineMs);
  } catch (error) {
    return troubleOf(error);
  }
  try {
    return done(read(answer));
  } catch (error) {
    return { kind: 'unknown', why: 'unclear', detail: String(error) };
  }
}

/**
 * The SDK knows one address for the whole process and builds the URL before it first waits, so it is told ours for just
 * that long: calls to other addresses, made meanwhile, are not touched.
 */
function sendTo<R>(baseUrl: string, send: () => Promise<R>): Promise<R> {
  const config = AppConfig as { BASE_URL: string }; // declared as constant, read at each call
  const usual = config.BASE_URL;
  config.BASE_URL = baseUrl;
  try {
    return send();
  } finally {
    config.BASE_URL = usual;
  }
}

/** The SDK's own time-out ends with the headers; this one also covers a body that never comes. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const unknown: Readonly<Record<number, GatewayTrouble>> = {
  401: 'credentials',
  403: 'credentials',
  429: 'busy',
  409: 'unclear',
  423: 'busy',
  424: 'busy',
};

/** Only an answer that refuses this very request is a refusal; whatever else went wrong, it may have been done. */
function troubleOf(error: unknown): Outcome<never> {
  const status = Number((error as { status?: unknown } | null)?.status ?? 0);
  const detail =
    `${status === 0 ? '' : `${status} `}${error instanceof Error ? error.message : String(error)}`.slice(
      0,
      300,
    );
  const why = unknown[status];
  if (why !== undefined) return { kind: 'unknown', why, detail };
  if (status === 404) return { kind: 'refused', why: 'not_found', detail };
  if (status >= 400 && status < 500 && status !== 408)
    return { kind: 'refused', why: 'refused', detail };
  return { kind: 'unknown', why: status === 0 ? 'unreachable' : 'unclear', detail };
}
