import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReply } from '@lavra/contract/kit/error-reply';
import { isWriterErased, isUnavailable } from '../db/database-errors.ts';
import { errorPage, wantsPage } from '../html/error-page.ts';
import { sendPublicPage } from '../html/public-page.ts';
import { InvalidFields, RuleError } from '../errors.ts';
import { errorSentence, errorStatus, type ErrorCode } from '../texts/error-texts.ts';

const RETRY_AFTER_OUTAGE = 5;

/** Installs the only place where an error becomes a reply. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => refuse(reply, request, 'not_found'));
  // An unknown URL is rejected before the body is read.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new RuleError('not_found') : undefined);
  });
}

/**
 * Replies to errors of the router itself, before there is a route: a URL that cannot be parsed, or
 * parameters that are far too long.
 */
export function handleFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void sendError(
    error,
    request,
    reply.header('x-request-id', request.id).header('cache-control', 'no-store'),
  );
}

function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidFields) {
    return reply.code(422).send({
      error: error.message,
      code: 'validation_failed',
      request_id: request.id,
      message: error.message,
      errors: mutable(error.errors),
    } satisfies ErrorReply);
  }
  if (error instanceof RuleError) return refuseRule(error, request, reply);
  const code = codeOf(error);
  if (code === 'unavailable') request.log.warn({ err: error }, 'database unavailable');
  if (code === 'internal_error') request.log.error({ err: error }, 'request failed');
  if (code === 'unavailable') reply.header('retry-after', RETRY_AFTER_OUTAGE);
  return refuse(reply, request, code);
}

function refuseRule(error: RuleError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status >= 500 || error.cause !== undefined)
    request.log.info({ code: error.code, err: error.cause }, 'operation refused');
  const wait = error.details['retry_after'];
  if (wait !== undefined || error.status === 429) reply.header('retry-after', wait ?? 1);
  return sendRefusal(request, reply, error);
}

function refuse(reply: FastifyReply, request: FastifyRequest, code: ErrorCode): FastifyReply {
  return sendRefusal(request, reply, {
    status: errorStatus(code),
    message: errorSentence(code),
    code,
  });
}

/** Sends an error: a page to a person who opened an address in a browser, JSON to programs. */
function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message, code }: Pick<RuleError, 'status' | 'message' | 'code'>,
): FastifyReply {
  void reply.code(status);
  return wantsPage(request)
    ? sendPublicPage(reply, errorPage(status, message, request.id))
    : reply.send({ error: message, code, request_id: request.id } satisfies ErrorReply);
}

/**
 * Maps Fastify's own errors by their status; any other unknown error is a defect of the
 * application.
 */
function codeOf(error: Error & { statusCode?: number; code?: string }): ErrorCode {
  if (isUnavailable(error)) return 'unavailable';
  if (isWriterErased(error)) return 'unauthenticated';
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return 'malformed_json';
  return codeByStatus[error.statusCode ?? 500] ?? 'internal_error';
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
};

const mutable = (errors: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([path, sentences]) => [path, [...sentences]]));
