import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isText } from './compress-replies.ts';

/** Returns the tag of one version of an object, the same for each of its representations. */
export const etag = (version: number): string => `"${version}"`;

/** Returns the version named by `If-Match`; absent or `*` means any. A foreign tag matches nothing. */
export function ifMatchOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim());
  return match === null ? -1 : Number(match[1]);
}

/**
 * Tags the text that a GET returns with a hash of it, and replies 304 to a caller that sends the
 * same tag as `If-None-Match`. A versioned object keeps its version as its tag, the same for each of
 * its representations, and is always sent: not all that a reply shows raises the version. Must be
 * added before replies are compressed: the tag is weak, so that one content has one tag in every
 * encoding.
 */
export function tagReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200) return done(null, payload);
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || !isText(reply))
      return done(null, payload);
    // A file with its hash in the name is never asked for again.
    if (String(reply.getHeader('cache-control')).includes('immutable')) return done(null, payload);
    if (reply.hasHeader('etag')) return done(null, payload);
    const tag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', tag);
    if (!namedIn(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-disposition');
    done(null, null);
  });
}

/** Returns whether `If-None-Match` names the tag. A proxy may have made it strong or weak. */
const namedIn = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
