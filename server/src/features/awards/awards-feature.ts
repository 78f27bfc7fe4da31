import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountAwardRoutes, mountPurchaseRoutes } from './award-routes.ts';
import type { PurchasePrinting } from './pdf/purchase-print.ts';
import { awardTasks } from './unbought-reminders.ts';

export {
  askedItemsSql,
  boughtFigures,
  boughtItemsSql,
  boughtPercent,
  mendReleasedItems,
  soldFigures,
  standingSql,
  wonSql,
} from './purchase-figures.ts';

export { buyPast } from './past-purchases.ts';
export { purchasePdfKind } from './pdf/purchase-pdf-kind.ts';
export { presentPurchaseItems, presentPurchaseSummary } from './purchase-presenter.ts';
export { findPurchase, getPurchase, purchaseColumns, purchaseFromSql } from './purchase-view.ts';

/**
 * Creates awards: what is bought from proposals, the purchases, and the report that the winner did
 * not call.
 */
export const createAwards = ({
  platform,
  ...printing
}: PurchasePrinting & { readonly platform: Platform }) => ({
  tasks: awardTasks,
  mountRoutes: (mount: Mount): void => {
    mountAwardRoutes(mount, platform);
    mountPurchaseRoutes(mount, platform, printing);
  },
});
