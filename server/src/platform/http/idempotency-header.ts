import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../db/records.ts';

const MAX_KEY = 200;

/** The route and the object it acts on: one key may serve another object. */
export const routeKey = (request: FastifyRequest): string =>
  `${request.method} ${request.url.split('?', 1)[0] ?? ''}`;

/** SHA-256 of what is asked for, in a canonical form: the body, and the query, as it may change the answer. */
export const askedHashOf = (body: unknown, query: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalJson(body ?? null))
    .update('\0')
    .update(canonicalJson(query ?? {}))
    .digest();

/** Whether the header's value is one to keep. */
export const isIdempotencyKey = (key: string): boolean =>
  key.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(key);
