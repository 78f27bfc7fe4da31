import {
  activeIngredientEndpoints,
  brandEndpoints,
  cultureEndpoints,
  type RegistryEndpoints,
} from '@lavra/contract/catalogue/registries';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRegistryEntry, listRegistry, type Registry } from './registry-queries.ts';
import {
  createRegistryEntry,
  deleteRegistryEntry,
  updateRegistryEntry,
} from './registry-service.ts';

/**
 * Mounts brands, active ingredients and cultures: every user may read, administrators with
 * `products.*` may write.
 */
export function mountRegistryRoutes(mount: Mount, platform: Platform): void {
  mountRegistry(mount, platform, 'brands', brandEndpoints);
  mountRegistry(mount, platform, 'active_ingredients', activeIngredientEndpoints);
  mountRegistry(mount, platform, 'cultures', cultureEndpoints);
}

function mountRegistry(
  mount: Mount,
  platform: Platform,
  registry: Registry,
  endpoints: RegistryEndpoints,
): void {
  const { db } = platform;
  const load = ({ id }: { readonly id: string }) => findRegistryEntry(db, registry, Number(id));
  mount(endpoints.list, {
    handle: ({ query, caller }) => listRegistry(db, registry, query, caller),
  });
  mount(endpoints.create, {
    handle: ({ request, body }) => createRegistryEntry(platform, registry, request, body),
  });
  mount(endpoints.get, { load, handle: async ({ subject }) => subject });
  mount(endpoints.update, {
    load,
    handle: ({ request, subject, body }) =>
      updateRegistryEntry(platform, registry, request, subject.id, body),
  });
  mount(endpoints.remove, {
    load,
    handle: ({ request, subject }) => deleteRegistryEntry(platform, registry, request, subject.id),
  });
}
