import * as endpoints from '@lavra/contract/admin/dashboard';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCachedFigures, getAdminDashboard, getAdminWork } from './admin-dashboard.ts';
import { getAdminPeriod } from './period-metrics.ts';

/** Creates the administration's dashboard, which holds the figures that it has read. */
export function createAdminDashboard({ platform }: { platform: Platform }) {
  const figures = createCachedFigures(platform);
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.getAdminDashboard, {
        reads: 'replica',
        handle: ({ db }) => getAdminDashboard(db, platform, figures),
      });
      mount(endpoints.getAdminPeriod, {
        reads: 'replica',
        handle: ({ query, db }) => getAdminPeriod(db, query, platform.zone),
      });
      mount(endpoints.getAdminWork, {
        reads: 'replica',
        handle: ({ caller, db }) => getAdminWork(db, platform, figures, caller),
      });
    },
  };
}
