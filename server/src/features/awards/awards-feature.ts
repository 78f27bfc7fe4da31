import {
  getOrderAward,
  reportMissedContact,
  withdrawMissedContact,
} from '@lavra/contract/orders/awards';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import { mountAwardRoutes } from './award-routes.ts';
import { createMissedContacts } from './missed-contacts.ts';
import type { PurchasePrinting } from './pdf/purchase-print.ts';
import { awardTasks } from './unbought-reminders.ts';

export {
  askedItemsSql,
  boughtAmountSql,
  boughtFigures,
  boughtItemsSql,
  boughtPercent,
  soldFigures,
  standingSql,
  wonSql,
} from './purchase-figures.ts';

export { buyPast, type PastPurchase } from './past-purchases.ts';
export { purchasePdfKind } from './pdf/purchase-pdf-kind.ts';
export { presentPurchaseItems, presentPurchaseSummary } from './purchase-presenter.ts';
export { findPurchase, getPurchase, purchaseColumns, purchaseFromSql } from './purchase-view.ts';

/**
 * Creates awards: what is bought from proposals, the purchases, and the report that the winner did
 * not call.
 */
export function createAwards({
  platform,
  ...printing
}: PurchasePrinting & { readonly platform: Platform }) {
  const service = createMissedContacts(platform);
  const own = {
    load: ({ order }: { order: string }) => findOrder(platform.db, order),
    policy: authorizeProducerOrder,
  };
  return {
    tasks: awardTasks,
    mountRoutes: (mount: Mount): void => {
      mountAwardRoutes(mount, platform, printing);
      mount(getOrderAward, {
        ...own,
        handle: ({ caller, subject }) => service.view(caller, subject.id),
      });
      mount(reportMissedContact, {
        ...own,
        handle: ({ caller, subject, query }) => service.report(caller, subject.id, query.proposal),
      });
      mount(withdrawMissedContact, {
        ...own,
        handle: ({ caller, subject, query }) =>
          service.withdraw(caller, subject.id, query.proposal),
      });
    },
  };
}
