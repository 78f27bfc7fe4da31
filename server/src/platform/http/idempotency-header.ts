import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../db/records.ts';
import { InvalidFields } from '../errors.ts';

const MAX_KEY = 200;

/** The route and the object it acts on: one key may serve another object. */
export const routeKey = (request: FastifyRequest): string => `${request.method} ${request.url.split('?', 1)[0] ?? ''}`;

/** SHA-256 of the body in a canonical form. */
export const bodyHashOf = (body: unknown): Buffer => createHash('sha256').update(canonicalJson(body ?? null)).digest();

/** Throws 422 when the header's value is not one to keep. */
export function assertIdempotencyKey(key: string): void {
  if (key.length === 0 || key.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(key)) throw InvalidFields.of('Idempotency-Key', 'format');
}
