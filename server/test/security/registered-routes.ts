import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { otherPathsOf } from '@lavra/contract/other-paths';
import { endpoints } from '@lavra/contract/endpoints';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';

interface Hooked {
  addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): void;
}

/**
 * Runs `start` and returns every route that it registers, as `GET /path`; Fastify's own HEAD beside
 * each GET is left out.
 */
export async function watchingRoutes<T>(
  start: () => Promise<T>,
): Promise<{ readonly started: T; readonly routes: readonly string[] }> {
  const routes: string[] = [];
  const listen = (message: unknown): void => {
    // What Fastify publishes when an instance is created.
    const { fastify } = message as { fastify: Hooked };
    fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((name) => `${name} ${url}`));
    });
  };
  subscribe('fastify.initialization', listen);
  const started = await start();
  unsubscribe('fastify.initialization', listen);
  return { started, routes: routes.filter((route) => !route.startsWith('HEAD ')) };
}

/** Every route of the contract with its endpoint, legacy paths included. */
export const contractRoutes: ReadonlyMap<string, EndpointSpec> = new Map(
  endpoints.flatMap((spec) =>
    [spec.path, ...otherPathsOf(spec.id)].map((path) => [`${spec.method} ${path}`, spec] as const),
  ),
);

/**
 * Splits `GET /path/:id` into its method and its path with the value filled in; values of several
 * parameters are separated by slashes.
 */
export function urlOf(
  route: string,
  value = '',
): { readonly method: string; readonly url: string } {
  const [method = '', path = ''] = route.split(' ');
  const several = path.split(':').length > 2;
  const values = (several ? value.split('/') : [value]).values();
  return { method, url: path.replaceAll(/:\w+/g, () => values.next().value ?? value) };
}
