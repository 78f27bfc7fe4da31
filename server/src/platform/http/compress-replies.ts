import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply holds a new token beside what the caller sent, so its length must not show it. */
    readonly uncompressed?: boolean;
  }
}

/** In bytes: what fits into one packet arrives no sooner when it is smaller. */
const LEAST = 1_400;

/**
 * In bytes: up to here gzip takes some 50 µs, less than handing the work to another thread, and a
 * third of brotli for a tenth more bytes. Figures in docs/adr/0046.
 */
const MOST_AT_ONCE = 16_384;

/**
 * At most this many large replies are compressed at once. Above it the CPU is what is short, not
 * the network, and they go out as they are.
 */
const MAX_PENDING = 32;

/** Beyond 5 brotli takes longer without a gain worth it. */
const brotliOptions = (size: number): zlib.BrotliOptions => ({
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/**
 * Compresses replies that are text and not small, the large ones on zlib's threads, for clients that
 * accept it. Event streams, files that are compressed already, and replies with a new token are sent
 * as they are.
 */
export function compressReplies(
  app: FastifyInstance,
  { maxPending = MAX_PENDING }: { maxPending?: number } = {},
): void {
  let pending = 0;
  app.addHook('onSend', (request, reply, payload, done) => {
    // A stream that failed before its first byte is replaced by an error, which is not encoded.
    if (reply.statusCode !== 200) reply.removeHeader('content-encoding');
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const atOnce = !isStream(payload) && payload.length <= MOST_AT_ONCE;
    const encoding = acceptedEncoding(
      request.headers['accept-encoding'],
      atOnce ? ['gzip', 'br'] : ['br', 'gzip'],
    );
    if (encoding === undefined || (!atOnce && pending >= maxPending)) return done(null, payload);
    const send = (body: Buffer | Readable): void => {
      reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, body);
    };
    if (!isStream(payload) && atOnce) return send(compressNow[encoding](payload));
    pending += 1;
    const finish = (): void => {
      pending -= 1;
    };
    if (isStream(payload)) return send(encodedStream(encoding, payload, finish));
    compressLater[encoding](payload, (error, body) => {
      finish();
      if (error === null) send(body);
      else done(error);
    });
  });
}

type Body = string | Buffer;
type Later = (body: Body, done: (error: Error | null, result: Buffer) => void) => void;
const compressNow: Readonly<Record<Encoding, (body: Body) => Buffer>> = {
  br: (body) => zlib.brotliCompressSync(body, brotliOptions(body.length)),
  gzip: (body) => zlib.gzipSync(body),
};
const compressLater: Readonly<Record<Encoding, Later>> = {
  br: (body, done) => zlib.brotliCompress(body, brotliOptions(body.length), done),
  gzip: (body, done) => zlib.gzip(body, done),
};

/** Returns the encoded stream. An error destroys both ends, and Fastify then ends the connection. */
function encodedStream(encoding: Encoding, source: Readable, finish: () => void): Readable {
  const encoder =
    encoding === 'br' ? zlib.createBrotliCompress(brotliOptions(0)) : zlib.createGzip();
  return pipeline(source, encoder, finish);
}

function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  if (reply.statusCode !== 200 || request.method === 'HEAD') return false;
  if (request.routeOptions.config.uncompressed === true) return false;
  if (reply.hasHeader('content-encoding') || !isText(reply)) return false;
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length >= LEAST;
  return isStream(payload);
}

/** Returns whether a reply's content is text with an end: an event stream has none. */
export const isText = (reply: FastifyReply): boolean =>
  /^(?:application\/(?:[\w.]+\+)?json|image\/svg\+xml|text\/(?!event-stream))/.test(
    String(reply.getHeader('content-type')),
  );

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;
