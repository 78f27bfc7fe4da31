import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RuleError } from '../errors.ts';
import type { ErrorCode } from '../texts/error-texts.ts';
import type { BodyMemory } from './admission/body-memory.ts';
import { senderOf } from './sender.ts';

interface Reading {
  readonly maxBytes: number;
  readonly memory: BodyMemory;
}

/**
 * Reads a whole body. Fails with `body_too_large` when it is longer than `maxBytes`, with
 * `malformed_request` when it breaks off, and with `overloaded` when it is evicted in favour of
 * others; the bytes received are then released.
 */
export function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  { maxBytes, memory }: Reading,
  done: (error: Error | null, body: Buffer) => void,
): void {
  const { 'content-length': length } = request.headers;
  const announced = length === undefined ? undefined : Number(length);
  const refuse = (code: ErrorCode): void => done(new RuleError(code), NOTHING);
  if (announced !== undefined && announced > maxBytes) return refuse('body_too_large');
  // A client that disconnected while the request was being authorized emits no further event.
  if (payload.destroyed && !payload.readableEnded) return refuse('malformed_request');
  const chunks: Buffer[] = [];
  let received = 0;
  const settle = (error: Error | null): void => {
    tracked.end();
    payload.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
    payload.on('error', () => {}); // a refused body may still break off
    const body = error === null ? Buffer.concat(chunks, received) : NOTHING;
    chunks.length = 0;
    done(error, body);
  };
  const take = (chunk: Buffer | string): void => {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    received += bytes.length;
    if (received > maxBytes) return settle(new RuleError('body_too_large'));
    chunks.push(bytes);
    tracked.grow(bytes.length);
  };
  const breakOff = (): void => settle(new RuleError('malformed_request'));
  const finish = (): void => {
    if (announced === undefined || announced === received) settle(null);
    else breakOff();
  };
  const tracked = memory.track(senderOf(request), () => settle(new RuleError('overloaded')));
  payload.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
}

const NOTHING = Buffer.alloc(0);
