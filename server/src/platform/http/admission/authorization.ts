import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import type { HttpRequest } from '../../auth/request.ts';
import type { AccessControl, CallerFor } from './access-control.ts';

/**
 * How long an authorization remains valid, in ms: about as long as a request may wait for a lock or
 * a connection after it.
 */
export const AUTHORIZATION_MS = 1_000;

/** A request that was authorized by its headers. */
export interface Authorization<E extends EndpointSpec> {
  /**
   * Returns the request with its caller. When the authorization is no longer recent, repeats it
   * (throws 401, 403): a body may take a while to arrive, and a token that expires meanwhile must
   * not be accepted. Where the handler's own statement checks the token, this is left to it.
   */
  request(): Promise<HttpRequest<CallerFor<E>>>;
}

/** Authenticates and authorizes the caller before a byte of the body is read. */
export async function authorize<E extends EndpointSpec>(
  access: AccessControl,
  spec: E,
  request: FastifyRequest,
  { probe, counted }: { probe: boolean; counted: boolean },
): Promise<Authorization<E>> {
  let authorized = await access.authorize(spec, request, { probe, counted });
  let authorizedAt = performance.now();
  return {
    async request() {
      if (
        probe &&
        spec.access !== 'public' &&
        performance.now() - authorizedAt > AUTHORIZATION_MS
      ) {
        authorized = await access.reauthorize(spec, request);
        authorizedAt = performance.now();
      }
      return authorized;
    },
  };
}
