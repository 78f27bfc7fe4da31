import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFileReply, type BodyOf, type EndpointSpec, type FileContent, type ParamsOf, type QueryOf, type ReplyOf, type SubjectKind } from '@lavra/contract/kit/endpoint';
import { otherPathsOf } from '@lavra/contract/other-paths';
import { FieldErrors, RuleError } from '../errors.ts';
import type { ErrorCode } from '../texts/error-texts.ts';
import { bearerTokenOf, type CallerFor, type Gate } from './gate.ts';
import { addUnstorableText } from './clean-text.ts';
import { bodyHashOf, routeKey } from './idempotency-header.ts';
import { etag, ifMatchOf } from './etag.ts';
import { createReplyGuard } from './reply-guard.ts';
import { addSchemaErrors, compileSchema } from './schema-compiler.ts';

/** What a pure policy says of a caller and a subject: hidden answers 404, forbidden 403. */
export type Verdict = 'ok' | 'hidden' | 'forbidden';

export interface Context<E extends EndpointSpec, S> {
  readonly caller: CallerFor<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly subject: S;
  /** The version the caller last saw, from `If-Match`. */
  readonly ifMatch: number | undefined;
  /** The token as it was sent, for the public endpoint that exchanges it. */
  readonly bearerToken: string | undefined;
  /** Throws 401 when the token has died since it was last seen; for routes that judge liveness themselves. */
  readonly assertAlive: () => Promise<void>;
}

export interface Route<E extends EndpointSpec, S> {
  /** Finds what the endpoint acts on; a miss is 404, before the body is judged. */
  readonly load?: (params: ParamsOf<E>, caller: CallerFor<E>) => Promise<S | undefined>;
  /** Judges only what cannot change under the caller's feet, ownership above all. */
  readonly policy?: (caller: CallerFor<E>, subject: S) => Verdict;
  /**
   * The handler's own statement checks that the token is alive and finds what it acts on. The probe and `exists` are
   * asked only where the request is refused anyway, so that 401 and 404 still come before 422.
   */
  readonly liveness?: 'statement';
  readonly exists?: (params: ParamsOf<E>, caller: CallerFor<E>) => Promise<boolean>;
  /** Anybody's cache may keep the answer so long; public data that changes with releases alone. */
  readonly cacheSeconds?: number;
  readonly handle: (context: Context<E, S>) => Promise<ReplyOf<E>>;
}

export type Mount = <E extends EndpointSpec, S = undefined>(spec: E, route: Route<E, S>) => void;

const notFound: Readonly<Record<SubjectKind, ErrorCode>> = {
  order: 'order_not_found', proposal: 'proposal_not_found', product: 'not_found', product_type: 'not_found',
  product_subtype: 'not_found', measurement_unit: 'not_found', user: 'not_found',
};

/**
 * Gives every endpoint the same anatomy: size, type and syntax of the body → who calls → may they → what is it about →
 * is it theirs → is the input right → the handler. Refuses what the contract does not declare.
 */
export function createMount(app: FastifyInstance, gate: Gate, { strict }: { strict: boolean }): Mount {
  return (spec, route) => {
    const guard = strict ? createReplyGuard(spec) : undefined;
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const caller = await gate.admit(spec, request, { probe: route.liveness !== 'statement', idempotency: claimOf(spec, request) });
      const answer = await runRoute(spec, route, request, caller, gate);
      guard?.(answer);
      if (route.cacheSeconds !== undefined) reply.header('cache-control', `public, max-age=${route.cacheSeconds}`);
      return send(spec, reply, answer);
    };
    const flags = Object.entries(spec.query?.properties ?? {}).filter(([, part]) => (part as { type?: string }).type === 'boolean').map(([name]) => name);
    const schema = {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
    };
    for (const url of [spec.path, ...otherPathsOf(spec.id)]) {
      app.route({
        method: spec.method, url, handler, schema, attachValidation: true,
        preValidation: async (request) => readFlags(request.query as Record<string, unknown>, flags), // Fastify's parsed query is a record
        validatorCompiler: ({ schema: part, httpPart }) => compileSchema(part as object, httpPart as 'body'), // Fastify types both loosely
      });
    }
  };
}

/** Older clients write a flag as `1` or `0`. */
function readFlags(query: Record<string, unknown>, flags: readonly string[]): void {
  for (const name of flags) {
    if (query[name] === '1') query[name] = 'true';
    else if (query[name] === '0') query[name] = 'false';
  }
}

async function runRoute<E extends EndpointSpec, S>(spec: E, route: Route<E, S>, request: FastifyRequest, caller: CallerFor<E>, gate: Gate): Promise<ReplyOf<E>> {
  // Fastify's own types know nothing of the contract; the validation above has checked each part against it.
  const params = (request.params ?? {}) as ParamsOf<E>;
  if (request.validationError?.validationContext === 'params') throw new RuleError(notFoundCode(spec));
  const subject = route.load === undefined ? undefined : await route.load(params, caller);
  if (route.load !== undefined) {
    if (subject === undefined) throw new RuleError(notFoundCode(spec));
    judge(route.policy?.(caller, subject) ?? 'ok', spec);
  }
  const problems = problemsOf(spec, request);
  const assertAlive = (): Promise<void> => gate.assertAlive(request);
  if (problems.any && route.liveness === 'statement') {
    await assertAlive();
    if (await route.exists?.(params, caller) === false) throw new RuleError(notFoundCode(spec));
  }
  problems.throwIfAny();
  return route.handle({
    caller, params, subject: subject as S, // without a loader S is undefined
    query: (request.query ?? {}) as QueryOf<E>,
    body: (request.body ?? (spec.bodyOptional ? {} : undefined)) as BodyOf<E>,
    ifMatch: ifMatchOf(request.headers['if-match']),
    bearerToken: bearerTokenOf(request.headers.authorization),
    assertAlive,
  });
}

function judge(verdict: Verdict, spec: EndpointSpec): void {
  if (verdict === 'hidden') throw new RuleError(notFoundCode(spec));
  if (verdict === 'forbidden') throw new RuleError('not_yours');
}

const notFoundCode = (spec: EndpointSpec): ErrorCode => (spec.subject === undefined ? 'not_found' : notFound[spec.subject]);

function problemsOf(spec: EndpointSpec, request: FastifyRequest): FieldErrors {
  const fields = new FieldErrors();
  const missingOptional = spec.bodyOptional === true && request.body === undefined;
  const failure = request.validationError;
  if (failure?.validation && !(missingOptional && failure.validationContext === 'body')) {
    addSchemaErrors(fields, failure.validation as Parameters<typeof addSchemaErrors>[1]); // Ajv's own errors, passed through
  }
  if (spec.body !== undefined) addUnstorableText(fields, request.body);
  addUnstorableText(fields, request.query);
  return fields;
}

const claimOf = (spec: EndpointSpec, request: FastifyRequest) => {
  const key = request.headers['idempotency-key'];
  if (spec.method !== 'POST' || spec.access === 'public' || typeof key !== 'string') return undefined;
  return { route: routeKey(request), key, bodyHash: bodyHashOf(request.body) };
};

function send(spec: EndpointSpec, reply: FastifyReply, answer: unknown): FastifyReply {
  reply.code(200);
  if (isFileReply(spec.reply)) {
    const { content, filename } = answer as FileContent; // ReplyOf of a file reply
    return reply.type(spec.reply.file).header('content-disposition', `attachment; filename="${filename}"`).send(content);
  }
  if (spec.versioned === true) reply.header('etag', etag((answer as { version: number }).version)); // the reply guard holds it to this
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
