import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountProducerRoutes, mountSupplierRoutes } from './admin-people-routes.ts';
import type { AccountsOfPeople } from './admin-people-service.ts';

export { personFound } from '../../platform/db/person-search.ts';
export {
  producerFigures,
  producerFiguresJoin,
  supplierFigures,
  supplierFiguresJoin,
} from './person-figures.ts';
export { personSortKeys } from './person-sort.ts';

/** Creates the administration of producers and suppliers. */
export function createAdminPeople(parts: { platform: Platform; accounts: AccountsOfPeople }) {
  return {
    mountRoutes(mount: Mount): void {
      mountProducerRoutes(mount, parts);
      mountSupplierRoutes(mount, parts);
    },
  };
}
