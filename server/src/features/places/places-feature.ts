import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountPlaceRoutes } from './place-routes.ts';

// Public API of the places feature.
export { cityKey } from './city-key.ts';
export {
  assertCity,
  findCities,
  findCity,
  findKnownCities,
  listCityNames,
  listStateCodes,
  listStates,
  type CityName,
  type CityPlace,
} from './place-queries.ts';

/** Creates the feature of the states and municipalities of Brazil. */
export const createPlaces = ({ platform }: { platform: Platform }) => ({
  mountRoutes: (mount: Mount): void => mountPlaceRoutes(mount, platform.db),
});
