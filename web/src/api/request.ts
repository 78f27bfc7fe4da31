/** The parts of a call before typing. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: File;
}

export interface Extras {
  readonly signal?: AbortSignal;
  /**
   * Repeating a request with the same key within a day returns the first successful response again.
   */
  readonly idempotencyKey?: string;
  /** The version the change is based on: 409 when it is no longer the current one. */
  readonly ifMatch?: number;
  /** The tag of the answer that the caller still has: 304 when it is still the current one. */
  readonly ifNoneMatch?: string | undefined;
  /** The id of the last event received: the event stream resumes after it. */
  readonly lastEventId?: string;
  /** What sends the request instead of `fetch`, as an upload whose progress is shown does. */
  readonly transport?: Transport;
}

/** Sends a request as `fetch` does. */
export type Transport = (url: string, init: Init) => Promise<Response>;

/** Parses a line of the endpoint table: `'GET /api/v1/geo/states public'`. */
export function readRoute(line: string): {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
} {
  const [method = '', path = '', access] = line.split(' ');
  return { method, path, isPublic: access === 'public' };
}

/**
 * Returns the URL of a call: its path with parameters filled in, then the query. Undefined, null
 * and empty values are left out; lists repeat their name.
 */
export function urlOf(path: string, { params = {}, query = {} }: RawInput): string {
  const filled = path.replaceAll(
    /\/:(\w+)/g,
    (_, name: string) => `/${encodeURIComponent(String(params[name]))}`,
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

export type Init = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

/** Returns the headers and body of a call. */
export function initOf(
  method: string,
  { body, file }: RawInput,
  { signal, idempotencyKey, ifMatch, ifNoneMatch, lastEventId }: Extras,
): Init {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined || file !== undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
    },
    ...(file === undefined
      ? body === undefined
        ? {}
        : { body: JSON.stringify(body) }
      : { body: formOf(file, body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function formOf(file: File, fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, String(value));
  form.append('file', file);
  return form;
}
