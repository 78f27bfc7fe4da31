import { endpoints } from '@lavra/contract/endpoints';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import type { UserType } from '@lavra/domain/account/user-type';
import type { Plugin } from 'vite';
import type { PortalName } from './portals.ts';

const profilesOf: Readonly<Record<PortalName, readonly UserType[]>> = {
  producer: ['produtor', 'consultor'],
  supplier: ['fornecedor'],
  admin: ['admin'],
};

/** Method and path of each endpoint a portal may call, `public` after those that take no token: `{ login: 'POST /api/v1/login public' }`. */
export function endpointTable(portal: PortalName): Readonly<Record<string, string>> {
  return Object.fromEntries(
    endpoints
      .filter((spec) => isFor(spec, portal))
      .map((spec) => [
        spec.id,
        `${spec.method} ${spec.path}${spec.access === 'public' ? ' public' : ''}`,
      ]),
  );
}

function isFor({ access }: EndpointSpec, portal: PortalName): boolean {
  return (
    access === 'public' ||
    access.profiles === 'any' ||
    access.profiles.some((profile) => profilesOf[portal].includes(profile))
  );
}

const id = 'virtual:endpoint-table';

/** Gives a portal its table as a module, written at build time: no schema and no TypeBox comes with it. */
export function endpointTablePlugin(portal: PortalName): Plugin {
  return {
    name: 'endpoint-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (module) =>
      module === `\0${id}`
        ? `export const endpointTable = ${JSON.stringify(endpointTable(portal))};`
        : undefined,
  };
}
