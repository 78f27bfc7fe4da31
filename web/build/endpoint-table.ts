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

/**
 * Returns method and path of each endpoint that some portals may call, with `public` appended for
 * those that take no token: `{ login: 'POST /api/v1/login public' }`.
 */
export function endpointTable(...portals: readonly PortalName[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    endpointsOf(portals).map((spec) => [
      spec.id,
      `${spec.method} ${spec.path}${spec.access === 'public' ? ' public' : ''}`,
    ]),
  );
}

/**
 * Returns the reads that each change of some portals makes stale: those that show a topic which the
 * change outdates. Changes that make nothing stale are left out.
 */
export function staleReads(
  ...portals: readonly PortalName[]
): Readonly<Record<string, readonly string[]>> {
  const own = endpointsOf(portals);
  return Object.fromEntries(
    own.flatMap(({ id, outdates = [] }) => {
      const stale = own.filter(({ reads = [] }) => reads.some((topic) => outdates.includes(topic)));
      return stale.length === 0 ? [] : [[id, stale.map((read) => read.id)]];
    }),
  );
}

const endpointsOf = (portals: readonly PortalName[]): readonly EndpointSpec[] =>
  endpoints.filter((spec) => portals.some((portal) => isFor(spec, portal)));

function isFor({ access }: EndpointSpec, portal: PortalName): boolean {
  return (
    access === 'public' ||
    access.profiles === 'any' ||
    access.profiles.some((profile) => profilesOf[portal].includes(profile))
  );
}

/** The modules that are generated, each by what its source is written from. */
const modules = {
  'virtual:endpoint-table': (portals: readonly PortalName[]) =>
    `export const endpointTable = ${JSON.stringify(endpointTable(...portals))};`,
  'virtual:stale-reads': (portals: readonly PortalName[]) =>
    `export const staleReads = ${JSON.stringify(staleReads(...portals))};`,
} as const;
const isGenerated = (source: string): source is keyof typeof modules =>
  Object.hasOwn(modules, source);

/**
 * Provides the endpoint table of a portal, or of several in one, and the reads that their changes make
 * stale, as modules generated at build time, so that neither schemas nor TypeBox reach the bundle.
 */
export function endpointTablePlugin(...portals: readonly PortalName[]): Plugin {
  return {
    name: 'endpoint-table',
    resolveId: (source) => (isGenerated(source) ? `\0${source}` : undefined),
    load: (module) => {
      const source = module.slice(1);
      return module.startsWith('\0') && isGenerated(source) ? modules[source](portals) : undefined;
    },
  };
}
