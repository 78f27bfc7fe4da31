import type { AdminPurchase } from '@lavra/contract/admin/purchases';
import type { Db } from '../../platform/db/database.ts';
import { getPurchase, presentPurchaseItems } from '../awards/awards-feature.ts';
import { getAdminPurchaseRow } from './admin-purchase-list.ts';
import { presentAdminPurchaseSummary } from './oversight-presenter.ts';

/** Returns the whole purchase as an administrator sees it. `today` is a calendar day. */
export async function getAdminPurchase(
  db: Db,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  today: string,
): Promise<AdminPurchase> {
  const [row, { items }] = await Promise.all([getAdminPurchaseRow(db, id), getPurchase(db, uuid)]);
  return { ...presentAdminPurchaseSummary(row, today), items: presentPurchaseItems(items) };
}
