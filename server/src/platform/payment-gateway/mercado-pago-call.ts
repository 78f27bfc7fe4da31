import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { done, type GatewayTrouble, type Outcome } from './payment-gateway.ts';

/** Time limit in ms from sending the request to the last byte of the reply. */
export const DEADLINE_MS = 20_000;

/**
 * One call through the SDK, to `baseUrl`; `read` throws when the reply lacks what it must contain.
 */
export interface Call<R, T> {
  readonly baseUrl: string;
  readonly deadlineMs: number;
  readonly send: () => Promise<R>;
  readonly read: (response: R) => T;
}

/**
 * Makes the call and returns its outcome. A reply that cannot be read makes it unknown: the gateway
 * may have acted.
 */
export async function callApi<R, T>({
  baseUrl,
  deadlineMs,
  send,
  read,
}: Call<R, T>): Promise<Outcome<T>> {
  let response: R;
  try {
    response = await within(sendTo(baseUrl, send), deadlineMs);
  } catch (error) {
    return troubleOf(error);
  }
  try {
    return done(read(response));
  } catch (error) {
    return { kind: 'unknown', why: 'unclear', detail: String(error) };
  }
}

/**
 * Sends a call to `baseUrl`. The SDK has one base URL for the whole process and builds the
 * request's URL before it first awaits, so the base URL is replaced only during that synchronous
 * part: concurrent calls to other URLs are not affected.
 */
function sendTo<R>(baseUrl: string, send: () => Promise<R>): Promise<R> {
  const config = AppConfig as { BASE_URL: string }; // declared constant, but read at each call
  const usual = config.BASE_URL;
  config.BASE_URL = baseUrl;
  try {
    return send();
  } finally {
    config.BASE_URL = usual;
  }
}

/**
 * Rejects after so many ms. The SDK's own time-out ends with the headers; this one also covers a
 * body that never arrives.
 */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), milliseconds);
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

/**
 * Classifies an error: only a reply that rejects this very request counts as refused; after any
 * other failure the request may have been carried out.
 */
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
