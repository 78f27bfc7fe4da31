import type { AnswerMemory } from './answer-memory.ts';
import { ApiError, isMaintenance, NoAnswer, SessionEnded } from './api-error.ts';
import type { EndpointId, Input, Reply } from './endpoint-types.ts';
import { initOf, readRoute, urlOf } from './request.ts';
import type { Extras, Init, RawInput, Transport } from './request.ts';

/** Who makes a request, and with which token. */
export interface Caller {
  readonly token: string;
  readonly user: { readonly id: number };
}

/** Supplies the client with its token, and renews it when the service no longer accepts it. */
export interface TokenSource {
  caller(): Caller | undefined;
  /**
   * Returns the token that the same user continues with instead of a stale one; undefined when the
   * user's session is over, even where another user's has begun. Throws `NoAnswer` when that cannot
   * be determined.
   */
  renew(stale: Caller): Promise<string | undefined>;
}

/** Called after each request with its outcome, which shows whether the service is reachable. */
export type Watch = (state: 'answered' | 'maintenance' | 'no_answer') => void;

export interface ApiClient {
  /**
   * Calls an endpoint by name. Throws `ApiError`, `NoAnswer`, `SessionEnded`, or what `signal`
   * aborts with.
   */
  call<Id extends EndpointId>(id: Id, ...input: CallInput<Id>): Promise<Reply<Id>>;
  /**
   * Calls an endpoint for data to display: when the service does not respond, returns the last
   * answer stored on this device, if there is one.
   */
  read<Id extends EndpointId>(id: Id, ...input: CallInput<Id>): Promise<Reply<Id>>;
  /** Stores an answer on this device as if `read` had received it; another call returned it. */
  remember<Id extends EndpointId>(id: Id, input: Input<Id>, answer: Reply<Id>): void;
  /** Returns the raw response, for streams and file names; refusals are thrown. */
  open(id: string, input?: RawInput & Extras): Promise<Response>;
}

/** Stores answers for use while the service is unreachable. */
export interface OfflineCache {
  /**
   * Returns the storage for one request of the signed-in user; undefined when its answer must not
   * be stored.
   */
  at(endpoint: string, url: string): OfflineEntry | undefined;
}

export interface OfflineEntry {
  /** Stores an answer, as best effort: a device without room stores nothing. */
  store(answer: unknown): Promise<void>;
  find(): Promise<{ readonly answer: unknown; readonly at: Date } | undefined>;
}

interface ClientOptions {
  readonly table: Readonly<Record<string, string>>;
  readonly tokens: TokenSource;
  readonly watch?: Watch;
  readonly memory?: AnswerMemory;
  readonly offlineCache?: OfflineCache;
  /** Called when a stored answer was used, with the time that answer was received. */
  readonly onStored?: (at: Date) => void;
}

/** The status of a read whose answer the caller still has. */
const UNCHANGED = 304;

/** Makes the input optional for endpoints that require none. */
type CallInput<Id extends EndpointId> =
  object extends Input<Id> ? [input?: Input<Id> & Extras] : [input: Input<Id> & Extras];

export function createClient({
  table,
  tokens,
  watch = () => undefined,
  memory,
  offlineCache,
  onStored,
}: ClientOptions): ApiClient {
  const open: ApiClient['open'] = async (id, input = {}) => {
    const line = table[id];
    if (line === undefined) throw new Error(`${id} is no endpoint of this portal`);
    const { method, path, isPublic } = readRoute(line);
    const url = urlOf(path, input);
    const init = initOf(method, input, input);
    const wire: Wire = { transport: input.transport ?? fetch, watch };
    return isPublic ? send(url, init, wire) : sendSigned(url, init, { ...wire, tokens });
  };
  const call: ApiClient['call'] = async (id, ...[input]) => {
    const url = urlOf(readRoute(table[id] ?? '').path, (input ?? {}) as RawInput);
    const isRead = table[id]?.startsWith('GET ') === true;
    const known = isRead ? memory?.find(tokens.caller()?.token, url) : undefined;
    const response = await open(id, { ...input, ifNoneMatch: known?.tag });
    // The contract defines the reply, and the service validates its replies against it.
    if (known !== undefined && response.status === UNCHANGED)
      return known.answer as Reply<typeof id>;
    if (!isJson(response) || isFile(response)) return (await response.blob()) as Reply<typeof id>;
    const answer = (await response.json()) as Reply<typeof id>;
    const tag = response.headers.get('etag');
    if (isRead && tag !== null) memory?.store(tokens.caller()?.token, url, { tag, answer });
    return answer;
  };
  const entryOf = (id: EndpointId, input: RawInput) =>
    offlineCache?.at(id, urlOf(readRoute(table[id] ?? '').path, input));
  return {
    open,
    call,
    remember: (id, input, answer) => {
      entryOf(id, input as RawInput)
        ?.store(answer)
        .catch(() => undefined);
    },
    read: async (id, ...input) => {
      const entry = entryOf(id, (input[0] ?? {}) as RawInput);
      try {
        const answer = await call(id, ...input);
        entry?.store(answer).catch(() => undefined);
        return answer;
      } catch (error) {
        const found =
          error instanceof NoAnswer ? await entry?.find().catch(() => undefined) : undefined;
        if (found === undefined) throw error;
        onStored?.(found.at);
        return found.answer as Reply<typeof id>; // stored above, from the same endpoint
      }
    },
  };
}

/** How requests are sent, and what hears of their outcome. */
interface Wire {
  readonly transport: Transport;
  readonly watch: Watch;
}

/** Sends with the session's token; after a 401 renews the token once and tries once more. */
async function sendSigned(
  url: string,
  init: Init,
  { tokens, ...wire }: Wire & { readonly tokens: TokenSource },
): Promise<Response> {
  const caller = tokens.caller();
  if (caller === undefined) throw new SessionEnded();
  try {
    return await send(url, signed(init, caller.token), wire);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const fresh = await tokens.renew(caller);
    if (fresh === undefined) throw new SessionEnded();
    return send(url, signed(init, fresh), wire);
  }
}

const signed = (init: Init, token: string): Init => ({
  ...init,
  headers: { ...init.headers, authorization: `Bearer ${token}` },
});

async function send(url: string, init: Init, { transport, watch }: Wire): Promise<Response> {
  const response = await sendReported(url, init, { transport, watch });
  watch(isMaintenance(response.status) ? 'maintenance' : 'answered');
  if (response.ok || response.status === UNCHANGED) return response;
  throw new ApiError(response.status, isJson(response) ? await response.json() : {});
}

async function sendReported(
  url: string,
  init: Init,
  { transport, watch }: Wire,
): Promise<Response> {
  try {
    return await transport(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    watch('no_answer');
    throw new NoAnswer(error);
  }
}

const isJson = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('application/json');
const isFile = (response: Response): boolean =>
  (response.headers.get('content-disposition') ?? '').startsWith('attachment');
