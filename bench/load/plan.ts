/** What one caller sends, in a loop or once through. */
export interface Caller {
  readonly requests: readonly string[];
}

/**
 * A closed loop: each caller sends its next request when the last one is answered. With `perSecond`
 * an open loop: the callers' requests arrive at that rate in turn, whether or not earlier ones were
 * answered, and a response's time counts from when its request was due.
 */
export interface LoadPlan {
  readonly port: number;
  readonly callers: readonly Caller[];
  /** Absent: every caller sends each of its requests once. */
  readonly milliseconds?: number;
  readonly perSecond?: number;
  /** The number of connections of an open loop. */
  readonly connections?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Seconds of CPU that the generator itself used. */
  readonly ownCpu: number;
  /** The number of responses by status (0 for none), with the p99 time of each. */
  readonly statuses: Readonly<Record<number, { readonly count: number; readonly p99: number }>>;
  /** The first response that was not 200. */
  readonly refused: string | undefined;
}

/** Returns the bytes of a request, ready to be sent. */
export function request(
  method: 'GET' | 'POST',
  url: string,
  {
    token,
    body,
    headers = {},
  }: { token?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${url} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: keep-alive',
    'accept: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${payload}`;
}
