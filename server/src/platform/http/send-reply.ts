import type { FastifyReply } from 'fastify';
import {
  fileTypes,
  isEventsReply,
  isFileReply,
  type EndpointSpec,
  type EventStream,
  type FileContent,
  type FileReply,
  type FileStream,
} from '@lavra/contract/kit/endpoint';
import { attachmentNamed } from './content-disposition.ts';
import { etag } from './etag.ts';
import { JsonText } from './json-text.ts';

/**
 * Sends what an endpoint returned, with 200: JSON, with an `ETag` where it is versioned; a file; or
 * an event stream.
 */
export function sendReply(spec: EndpointSpec, reply: FastifyReply, result: unknown): FastifyReply {
  reply.code(200);
  if (isFileReply(spec.reply)) {
    // ReplyOf of a file reply.
    return sendFile(spec.reply, reply, result as FileContent | FileStream);
  }
  // ReplyOf of an events reply.
  if (isEventsReply(spec.reply)) return sendEvents(reply, result as EventStream);
  // The reply guard checks that `version` is there.
  if (spec.versioned === true) reply.header('etag', etag((result as { version: number }).version));
  return reply
    .type('application/json; charset=utf-8')
    .send(result instanceof JsonText ? result.bytes : JSON.stringify(result));
}

/**
 * Sends a file as a download; should a browser open it all the same, it may load nothing and run
 * nothing.
 */
function sendFile(
  spec: FileReply,
  reply: FastifyReply,
  file: FileContent | FileStream,
): FastifyReply {
  const type = file.mediaType ?? fileTypes(spec)[0] ?? '';
  if (!fileTypes(spec).includes(type)) throw new Error(`a file of type ${type} is not declared`);
  reply
    .type(type)
    .header('content-disposition', attachmentNamed(file.filename))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  return reply.send('stream' in file ? bodyOf(reply, file.stream) : file.content);
}

/**
 * Returns the stream for Fastify, which reads it at the client's pace, destroys it when the client
 * disconnects, and closes the connection if it fails.
 */
function bodyOf(
  reply: FastifyReply,
  stream: FileStream['stream'],
): FileStream['stream'] | undefined {
  if (reply.request.method !== 'HEAD') return stream;
  stream.destroy(); // no body is sent for HEAD
  return undefined;
}

/** Sends an event stream. The header keeps proxies from buffering it. */
function sendEvents(reply: FastifyReply, { events }: EventStream): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(bodyOf(reply, events));
}
