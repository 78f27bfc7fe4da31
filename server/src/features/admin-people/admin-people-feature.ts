import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { mountProducerRoutes, mountSupplierRoutes } from './admin-people-routes.ts';

export { personFound } from '../../platform/db/person-search.ts';
export {
  producerFigures,
  producerFiguresJoin,
  supplierFigures,
  supplierFiguresJoin,
} from './person-figures.ts';
export { personSortKeys } from './person-sort.ts';

/** Creates the administration of producers and suppliers. */
export function createAdminPeople(parts: { platform: Platform; mails: AccountMails }) {
  return {
    mountRoutes(mount: Mount): void {
      mountProducerRoutes(mount, parts);
      mountSupplierRoutes(mount, parts);
    },
  };
}
