import * as endpoints from '@lavra/contract/admin/dashboard';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAdminDashboard, getAdminWork } from './admin-dashboard.ts';
import { getAdminPeriod } from './admin-period.ts';

/** Creates the administration's dashboard. */
export function createAdminDashboard({ platform }: { platform: Platform }) {
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.getAdminDashboard, {
        reads: 'replica',
        handle: ({ db }) => getAdminDashboard(db, platform),
      });
      mount(endpoints.getAdminPeriod, {
        reads: 'replica',
        handle: ({ query, db }) => getAdminPeriod(db, query),
      });
      mount(endpoints.getAdminWork, {
        reads: 'replica',
        handle: ({ caller, db }) => getAdminWork(db, platform, caller),
      });
    },
  };
}
