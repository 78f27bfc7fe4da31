import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import {
  type BodyOf,
  type EndpointSpec,
  type FileOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@lavra/contract/kit/endpoint';
import { otherPathsOf } from '@lavra/contract/other-paths';
import { RuleError } from '../errors.ts';
import type { Db } from '../db/database.ts';
import type { LongRead } from '../db/replica.ts';
import { isErrorCode, type ErrorCode } from '../texts/error-texts.ts';
import { searchOf } from '../db/paging.ts';
import type { Actor, HttpRequest } from '../auth/request.ts';
import type { CallerQueue } from './admission/caller-queue.ts';
import { authorize, type Authorization } from './admission/authorization.ts';
import { traced } from '../tracing/operations.ts';
import { bearerTokenOf, type CallerFor, type AccessControl } from './admission/access-control.ts';
import { askedHashOf, idempotencyKeyOf, isIdempotencyKey, routeKey } from './idempotency-header.ts';
import { ifMatchOf } from './etag.ts';
import { createReplyGuard } from './reply-guard.ts';
import type { JsonText } from './json-text.ts';
import { problemsOf, uploadProblems } from './request-problems.ts';
import { compileSchema } from './schema-compiler.ts';
import { sendReply } from './send-reply.ts';
import { readUpload, withUploads, type ReadUpload } from './uploads.ts';

/** The result of a pure policy for a caller and a subject: hidden becomes 404, forbidden 403. */
export type AccessDecision = 'ok' | 'hidden' | 'forbidden';

export interface Context<E extends EndpointSpec, S> {
  /** Who asks; undefined at a public endpoint. */
  readonly caller: CallerFor<E>;
  /** What a command needs to know of the request, its caller included. */
  readonly request: HttpRequest<CallerFor<E>>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The file of an endpoint that takes one, read completely. */
  readonly file: FileOf<E>;
  readonly subject: S;
  /** Where the handler reads: the primary, or a replica where the route says so. */
  readonly db: Db;
  /** The version the caller last saw, from `If-Match`. */
  readonly ifMatch: number | undefined;
  /** The token as it was sent, for the public endpoint that exchanges it. */
  readonly bearerToken: string | undefined;
  /** Returns a header as it was sent, for callers who sign their requests. */
  readonly header: (name: string) => string | undefined;
  /**
   * Throws 401 when the token has expired or was revoked since it was last seen; for routes that
   * check liveness themselves.
   */
  readonly assertAlive: () => Promise<void>;
  /** Runs one search in turn, for a handler that searches several times. */
  readonly turn: Turn;
}

/** Runs one search once it is the caller's turn among all that search. */
export type Turn = <T>(search: () => Promise<T>) => Promise<T>;

/** A request's parameters and headers, before they are validated. */
export interface Head {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
}

export interface Route<E extends EndpointSpec, S> {
  /** Loads the object the endpoint acts on; undefined becomes 404, before the body is validated. */
  readonly load?: (params: ParamsOf<E>, caller: CallerFor<E>) => Promise<S | undefined>;
  /** Checks only what cannot change concurrently, above all ownership. */
  readonly policy?: (caller: CallerFor<E>, subject: S) => AccessDecision;
  /**
   * The handler's own statement checks that the token is alive and finds the object. The probe and
   * `exists` are called only when the request fails validation, so that 401 and 404 still come
   * before 422.
   */
  readonly liveness?: 'statement';
  readonly exists?: (params: ParamsOf<E>, caller: CallerFor<E>) => Promise<boolean>;
  /**
   * For a public endpoint: returns whether the caller has proven their identity by the headers
   * alone, and is therefore not counted towards the address's limit. Called before any other check,
   * so it must cost next to nothing.
   */
  readonly proves?: (head: Head) => Promise<boolean>;
  /**
   * For a public endpoint that takes a token: throws 401 for one that it does not accept, before
   * the body is read.
   */
  readonly judges?: (
    request: HttpRequest<CallerFor<E>>,
    bearerToken: string | undefined,
  ) => Promise<void>;
  /**
   * How long any cache may keep the reply, in seconds; for public data that changes only with
   * releases.
   */
  readonly cacheSeconds?: number;
  /**
   * The handler reads much, and only through its context's `db`: a replica may answer, with
   * everything that was committed before the request. It may run twice.
   */
  readonly reads?: 'replica';
  /**
   * Whether the handler may look at many rows for this query, and so waits for its turn among
   * searches; by default where a text is searched. A handler that searches several times waits by its
   * context's `turn` instead.
   */
  readonly searches?: (query: QueryOf<E>) => boolean;
  /** Returns the reply, as JSON where it is too large to be held as objects. */
  readonly handle: (context: Context<E, S>) => Promise<ReplyOf<E> | JsonText<ReplyOf<E>>>;
}

export type Mount = <E extends EndpointSpec, S = undefined>(spec: E, route: Route<E, S>) => void;

export interface MountParts {
  readonly strict: boolean;
  readonly db: Db;
  readonly longRead?: LongRead | undefined;
  /** The queue of those who search. */
  readonly searching: CallerQueue;
}

/**
 * Creates the function that mounts an endpoint, always with the same steps: authentication →
 * authorization → size, type and syntax of the body → subject → ownership → validation → handler.
 * Rejects what the contract does not declare.
 */
export function createMount(
  app: FastifyInstance,
  access: AccessControl,
  { strict, db, longRead, searching }: MountParts,
): Mount {
  return (spec, route) => {
    const read: LongRead =
      route.reads === 'replica' && longRead !== undefined ? longRead : (work) => work(db);
    const guard = strict ? createReplyGuard(spec) : undefined;
    const { hooks, run } = stepsOf(spec, route, { access, read, searching });
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const result = await run(request);
      guard?.(result);
      if (route.cacheSeconds !== undefined)
        reply.header('cache-control', `public, max-age=${route.cacheSeconds}`);
      return sendReply(spec, reply, result);
    };
    const add =
      (url: string) =>
      (scope: FastifyInstance): void => {
        scope.route({
          method: spec.method,
          url,
          handler,
          config: { uncompressed: issuesToken(spec) },
          ...hooks,
          ...validationOf(spec),
        });
      };
    for (const url of [spec.path, ...otherPathsOf(spec.id)]) {
      if (spec.upload === undefined) add(url)(app);
      else withUploads(app, add(url));
    }
  };
}

/** What every route runs with. */
interface RouteParts {
  readonly access: AccessControl;
  readonly read: LongRead;
  readonly searching: CallerQueue;
}

/** What an endpoint does with a request: `hooks` before its body is read, `run` afterwards. */
interface Steps<E extends EndpointSpec> {
  readonly hooks: {
    readonly onRequest?: (request: FastifyRequest) => Promise<void>;
    readonly errorHandler?: (error: Error, request: FastifyRequest) => Promise<never>;
  };
  readonly run: (request: FastifyRequest) => Promise<ReplyOf<E> | JsonText<ReplyOf<E>>>;
}

function stepsOf<E extends EndpointSpec, S>(
  spec: E,
  route: Route<E, S>,
  parts: RouteParts,
): Steps<E> {
  const { access } = parts;
  const probe = route.liveness !== 'statement';
  const authorizations = new WeakMap<FastifyRequest, Authorization<E>>();
  // Releases the slot whether the work succeeds or fails, and holds none while a body arrives: a
  // slow sender occupies no slot.
  const inSlot = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const release = access.acquireSlot(spec, request);
    try {
      return await work();
    } finally {
      release();
    }
  };
  const authorizeHead = async (request: FastifyRequest): Promise<Authorization<E>> => {
    const authorization = await authorize(access, spec, request, {
      probe,
      counted: route.proves === undefined || !(await route.proves(headOf(request))),
    });
    if (route.judges !== undefined)
      await route.judges(
        await authorization.request(),
        bearerTokenOf(request.headers.authorization),
      );
    return authorization;
  };
  const run: Steps<E>['run'] = (request) =>
    traced({ kind: 'endpoint', name: spec.id, route: spec.path }, () =>
      inSlot(request, async () => {
        const authorization = authorizations.get(request) ?? (await authorizeHead(request));
        authorizations.delete(request);
        return runRoute(spec, route, request, { ...parts, authorization });
      }),
    );
  // A read has no body to wait for, so it is authorized in the same slot as its handler runs in.
  if (spec.method === 'GET') return { hooks: {}, run };
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    authorizations.set(request, await inSlot(request, () => authorizeHead(request)));
  };
  if (probe) return { hooks: { onRequest }, run };
  // Between authorization and handler only the body is read. If reading fails, a token that has
  // expired meanwhile is reported first.
  const errorHandler = async (error: Error, request: FastifyRequest): Promise<never> => {
    if (authorizations.delete(request)) await inSlot(request, () => access.assertAlive(request));
    throw error;
  };
  return { hooks: { onRequest, errorHandler }, run };
}

/** Returns which parts of a request Fastify validates, and how; what fails is attached to it. */
function validationOf(
  spec: EndpointSpec,
): Pick<
  RouteShorthandOptions,
  'schema' | 'attachValidation' | 'preValidation' | 'validatorCompiler'
> {
  const names = Object.keys(spec.query?.properties ?? {});
  const flags = Object.entries(spec.query?.properties ?? {})
    .filter(([, part]) => (part as { type?: string }).type === 'boolean')
    .map(([name]) => name);
  return {
    schema: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      // The text fields of a form are validated after it has been read.
      ...(spec.body && !spec.upload ? { body: spec.body } : {}),
    },
    attachValidation: true,
    preValidation: async (request) => {
      // Fastify's parsed query is a record.
      const query = request.query as Record<string, unknown>;
      dropEmpty(query, names);
      readFlags(query, flags);
    },
    validatorCompiler: ({ schema, httpPart }) => compileSchema(schema, httpPart as 'body'), // typed loosely
  };
}

/**
 * Returns whether an endpoint replies with a token beside what its caller sent: signing in, renewing
 * a session, following a link. Compressed, their length would depend on both.
 */
const issuesToken = ({ access, method }: EndpointSpec): boolean =>
  access === 'public' && method !== 'GET';

/**
 * Removes empty parameters such as `state=`: many clients send the fields a user left empty. They
 * count as absent.
 */
function dropEmpty(query: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    if (query[name] === '') delete query[name];
  }
}

/** Converts `1` and `0`, which older clients send for a flag. */
function readFlags(query: Record<string, unknown>, flags: readonly string[]): void {
  for (const name of flags) {
    if (query[name] === '1') query[name] = 'true';
    else if (query[name] === '0') query[name] = 'false';
  }
}

async function runRoute<E extends EndpointSpec, S>(
  spec: E,
  route: Route<E, S>,
  request: FastifyRequest,
  { authorization, access, read, searching }: RouteParts & { authorization: Authorization<E> },
): Promise<ReplyOf<E> | JsonText<ReplyOf<E>>> {
  const authorized = await authorization.request();
  const { caller } = authorized;
  // Fastify's types do not know the contract; the validation above has checked each part against
  // it.
  const params = (request.params ?? {}) as ParamsOf<E>;
  if (request.validationError?.validationContext === 'params')
    throw new RuleError(notFoundCode(spec));
  const subject = route.load === undefined ? undefined : await route.load(params, caller);
  if (route.load !== undefined) {
    if (subject === undefined) throw new RuleError(notFoundCode(spec));
    enforce(route.policy?.(caller, subject) ?? 'ok', spec);
  }
  const { upload: form } = spec;
  const upload =
    form === undefined
      ? undefined
      : await access.receiveUpload(request, (displaced) => readUpload(request, form, displaced));
  if (upload !== undefined && spec.body !== undefined) request.body = upload.fields;
  const problems =
    upload === undefined ? problemsOf(spec, request) : uploadProblems(spec, request, upload);
  const key = idempotencyKeyOf(spec, request);
  if (key !== undefined && !isIdempotencyKey(key)) problems.add('Idempotency-Key', 'format');
  const assertAlive = (): Promise<void> => access.assertAlive(request);
  if (problems.any && route.liveness === 'statement') {
    await assertAlive();
    if ((await route.exists?.(params, caller)) === false) throw new RuleError(notFoundCode(spec));
  }
  problems.throwIfAny();
  const claimed = claiming(spec, request, {
    authorized: upload === undefined ? authorized : await authorization.request(),
    upload,
  });
  const body = (request.body ?? (spec.bodyOptional ? {} : undefined)) as BodyOf<E>;
  // Only the handler holds the body from here on: a request that waits for long need not.
  request.body = undefined;
  const context: Omit<Context<E, S>, 'db' | 'turn'> = {
    caller: claimed.caller,
    request: claimed,
    params,
    subject: subject as S, // without a loader S is undefined
    query: declaredOf(spec, request.query as object) as QueryOf<E>,
    file: upload?.file as FileOf<E>, // a missing one has been rejected
    body,
    ifMatch: ifMatchOf(request.headers['if-match']),
    bearerToken: bearerTokenOf(request.headers.authorization),
    header: (name) => headerOf(request, name),
    assertAlive,
  };
  const turn: Turn = (search) => (isByPerson(claimed) ? searching(claimed, search) : search());
  const handle = () => read((db) => route.handle({ ...context, db, turn }));
  const isSearch = route.searches?.(context.query) ?? searchesText(context.query);
  return isSearch ? turn(handle) : handle();
}

const searchesText = (query: object): boolean => searchOf(query) !== undefined;

/** Returns the parameters that the contract declares: only these have been validated. */
function declaredOf({ query: declared }: EndpointSpec, sent: object): object {
  const known = declared?.properties ?? {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(known, name)));
}

const isByPerson = (request: HttpRequest): request is HttpRequest<Actor> =>
  request.caller !== undefined;

const headOf = (request: FastifyRequest): Head => ({
  params: request.params as Head['params'],
  query: request.query as Head['query'], // Fastify's parsed parts are records
  header: (name) => headerOf(request, name),
});

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function enforce(decision: AccessDecision, spec: EndpointSpec): void {
  if (decision === 'hidden') throw new RuleError(notFoundCode(spec));
  if (decision === 'forbidden') throw new RuleError('not_yours');
}

/** Returns the code of the endpoint's subject where it has one: `order_not_found`. */
function notFoundCode({ subject }: EndpointSpec): ErrorCode {
  const code = `${subject ?? ''}_not_found`;
  return isErrorCode(code) ? code : 'not_found';
}

/**
 * Adds the claim of an `Idempotency-Key` to the request. Two requests are the same when their
 * bodies are; for a form, when the fields and the file's name and content are.
 */
function claiming<E extends EndpointSpec>(
  spec: E,
  request: FastifyRequest,
  { authorized, upload }: { authorized: HttpRequest<CallerFor<E>>; upload: ReadUpload | undefined },
): HttpRequest<CallerFor<E>> {
  const key = idempotencyKeyOf(spec, request);
  if (key === undefined) return authorized;
  const bodyHash =
    upload === undefined
      ? askedHashOf(request.body, request.query)
      : askedHashOf(
          {
            fields: upload.fields,
            filename: upload.file?.filename,
            sha256: upload.file?.sha256.toString('hex'),
          },
          undefined,
        );
  return { ...authorized, idempotency: { route: routeKey(request), key, bodyHash } };
}
