import type { FastifyRequest } from 'fastify';
import { originOf, type Origin } from './address-key.ts';

const persons = new WeakMap<FastifyRequest, number>();

/** Remembers whose request it is, once the gate knows. */
export function rememberPerson(request: FastifyRequest, userId: number): void {
  persons.set(request, userId);
}

/** Whose request it is, where the gate has found out. */
export const personOf = (request: FastifyRequest): number | undefined => persons.get(request);

/** How a person is counted, over all sessions. */
export const personName = (userId: number): string => `person ${userId}`;

/** What a request counts as: its person, or where none is known its address. */
export function senderOf(request: FastifyRequest): Origin {
  const person = personOf(request);
  return person === undefined ? originOf(request.ip) : { key: personName(person) };
}
