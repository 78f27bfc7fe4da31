import type { QueryOf, ReplyOf } from '@lavra/contract/kit/endpoint';
import type * as endpoints from '@lavra/contract/purchases/endpoints';
import type { ProducerPurchase, SupplierPurchase } from '@lavra/contract/purchases/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { lettersFor } from '../proposals/proposals-feature.ts';
import { listPurchases } from './purchase-list.ts';
import {
  presentProducerPurchase,
  presentProducerPurchaseSummary,
  presentSupplierPurchase,
  presentSupplierPurchaseSummary,
} from './purchase-presenter.ts';
import { notePurchaseSeen } from './purchase-store.ts';
import { getPurchase, type PurchaseRef } from './purchase-view.ts';

const todayOf = ({ clock, zone }: Platform): string => localDate(clock.now(), zone);

/** Returns a page of what the caller bought. */
export async function listProducerPurchases(
  platform: Platform,
  { producerId }: ProducerCaller,
  query: QueryOf<typeof endpoints.listProducerPurchases>,
): Promise<ReplyOf<typeof endpoints.listProducerPurchases>> {
  const { db, zone } = platform;
  const { rows, meta } = await listPurchases(db, query, { side: { producerId }, zone });
  const today = todayOf(platform);
  return { data: rows.map((row) => presentProducerPurchaseSummary(row, today)), meta };
}

/** Returns a page of what the caller sold. */
export async function listSupplierPurchases(
  platform: Platform,
  { supplierId }: SupplierCaller,
  query: QueryOf<typeof endpoints.listSupplierPurchases>,
): Promise<ReplyOf<typeof endpoints.listSupplierPurchases>> {
  const { db, zone } = platform;
  const { rows, meta } = await listPurchases(db, query, { side: { supplierId }, zone });
  const today = todayOf(platform);
  const data = await presentOneByOne(rows, (row) => presentSupplierPurchaseSummary(row, today));
  return { data, meta };
}

/** Returns a purchase for who bought. */
export async function getProducerPurchase(
  platform: Platform,
  { sessionId }: ProducerCaller,
  { uuid, order_id: orderId }: PurchaseRef,
): Promise<ProducerPurchase> {
  const { db } = platform;
  const row = await getPurchase(db, uuid);
  const letters = await lettersFor(db, { sessionId, orderId });
  return presentProducerPurchase(row, letters.get(row.proposal_id) ?? 0, todayOf(platform));
}

/** Returns a purchase for who sold, and notes that they have seen it. */
export async function getSupplierPurchase(
  platform: Platform,
  { id, uuid }: PurchaseRef,
): Promise<SupplierPurchase> {
  const { db, clock } = platform;
  const row = await getPurchase(db, uuid);
  if (row.is_new) await notePurchaseSeen(db, { id, now: clock.now() });
  return presentSupplierPurchase(row, todayOf(platform));
}
