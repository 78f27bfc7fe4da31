import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import type { CallerFor, Gate } from './gate.ts';

/** As long as a judgement holds, in ms: about what a request may wait for a lock or a connection after it. */
const HOLDS = 1_000;

/** A request that was let in by its head. */
export interface Admission<E extends EndpointSpec> {
  /**
   * Who was let in. When that was a while ago they are judged once more (401, 403): a body may take its time, and a
   * token must not outlive its end on the way. Where the handler's own statement judges the token, that is left to it.
   */
  caller(): Promise<CallerFor<E>>;
}

/** Judges who calls and whether they may, before a byte of the body is read. */
export async function admit<E extends EndpointSpec>(
  gate: Gate,
  spec: E,
  request: FastifyRequest,
  { probe, counted }: { probe: boolean; counted: boolean },
): Promise<Admission<E>> {
  let caller = await gate.admit(spec, request, { probe, counted });
  let judged = performance.now();
  return {
    async caller() {
      if (probe && spec.access !== 'public' && performance.now() - judged > HOLDS) {
        caller = await gate.readmit(spec, request);
        judged = performance.now();
      }
      return caller;
    },
  };
}
