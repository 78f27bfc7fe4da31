import type { FastifyRequest } from 'fastify';
import { originOf, type Origin } from './address-key.ts';

const persons = new WeakMap<FastifyRequest, number>();

/** Remembers the user of a request, once it is authenticated. */
export function rememberPerson(request: FastifyRequest, userId: number): void {
  persons.set(request, userId);
}

/** Returns the user of a request, once it is authenticated. */
export const personOf = (request: FastifyRequest): number | undefined => persons.get(request);

/** Returns the name under which a user is counted, over all sessions. */
export const personName = (userId: number): string => `person ${userId}`;

/** Returns what a request is counted by: its user, or where that is unknown its address. */
export function senderOf(request: FastifyRequest): Origin {
  const person = personOf(request);
  return person === undefined ? originOf(request.ip) : { key: personName(person) };
}
