import * as endpoints from '@lavra/contract/places/endpoints';
import type { Db } from '../../platform/db/database.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { listCities } from './city-list.ts';
import { listStates } from './place-queries.ts';

const DAY = 86_400;

/**
 * Mounts the public routes of states and cities; the data changes only with releases, so caches may
 * keep it for a day.
 */
export function mountPlaceRoutes(mount: Mount, db: Db): void {
  mount(endpoints.listStates, {
    cacheSeconds: DAY,
    handle: async () => ({ data: await listStates(db) }),
  });
  mount(endpoints.listCities, { cacheSeconds: DAY, handle: ({ query }) => listCities(db, query) });
}
