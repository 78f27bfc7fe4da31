import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../platform/config/config.ts';
import type { Logger } from '../platform/log/logger.ts';
import { compressReplies } from '../platform/http/compress-replies.ts';
import { tagReplies } from '../platform/http/etag.ts';
import { acceptJsonBodies } from '../platform/http/json-body.ts';
import { abortStalledBodies } from '../platform/http/stalled-bodies.ts';
import { replyToClientError } from '../platform/http/client-errors.ts';
import { handleFrameworkError, handleErrors } from '../platform/http/error-handler.ts';
import { limitUnreadReplies } from '../platform/http/unread-replies.ts';
import { requestIdOf } from '../platform/http/request-id.ts';

/** Maximum size of a JSON body, in bytes. */
const MOST_BYTES = 1024 * 1024;

/** Creates the HTTP server, before any route: limits, headers, body parsing, errors. */
export function createHttp({
  config,
  logger,
}: {
  config: Config;
  logger: Logger;
}): FastifyInstance {
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
  });
  const loggerInstance: FastifyBaseLogger = logger; // Fastify's own, narrower view of pino
  const app = Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) =>
      setSecurityHeaders(request.raw, reply.raw, () => handleFrameworkError(error, request, reply)),
    clientErrorHandler: replyToClientError,
    trustProxy: config.trustProxy,
    bodyLimit: MOST_BYTES,
    // Slow clients are disconnected: after 15 s for the headers, 15 s without progress of a body,
    // and in any case after a quarter of an hour.
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  app.addHook('onRequest', (request, reply, done) =>
    setSecurityHeaders(request.raw, reply.raw, () => done()),
  );
  abortStalledBodies(app);
  acceptJsonBodies(app, { maxBytes: MOST_BYTES });
  handleErrors(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  tagReplies(app);
  compressReplies(app);
  limitUnreadReplies(app);
  logRequests(app, logger);
  return app;
}

/** Logs one line per request, after its reply: no body, no query, no token. */
function logRequests(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!logger.isLevelEnabled('info')) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
