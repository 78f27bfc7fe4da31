import { createHash } from 'node:crypto';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../text/canonical-json.ts';

const MAX_KEY = 200;

/** Returns the route with the object it acts on: one key may be used for several objects. */
export const routeKey = (request: FastifyRequest): string =>
  `${request.method} ${request.url.split('?', 1)[0] ?? ''}`;

/**
 * Returns the SHA-256 of a request in a canonical form: the body, and the query, which may change
 * the reply.
 */
export const askedHashOf = (body: unknown, query: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalJson(body ?? null))
    .update('\0')
    .update(canonicalJson(query ?? {}))
    .digest();

/**
 * Returns the key of a request; undefined without one, and where the endpoint uses none: methods
 * other than POST, and public endpoints, which store no reply.
 */
export function idempotencyKeyOf(spec: EndpointSpec, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return spec.method !== 'POST' || spec.access === 'public' || typeof key !== 'string'
    ? undefined
    : key;
}

/** Returns whether the header's value is an acceptable key. */
export const isIdempotencyKey = (key: string): boolean =>
  key.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(key);
