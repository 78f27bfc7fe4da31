import type { listOwnPayments as endpoint } from '@lavra/contract/payments/endpoints';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import { pageMeta, pageRequest, type PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOwnPayment } from './payment-presenter.ts';
import { readOwnPayments } from './payment-queries.ts';

/** Returns one page of a person's own payments, newest first. */
export async function listOwnPayments(
  { db, zone }: Platform,
  userId: number,
  query: QueryOf<typeof endpoint>,
): Promise<{ data: OwnPayment[]; meta: PageMeta }> {
  const page = pageRequest(query);
  const { rows, total } = await readOwnPayments(db, userId, page);
  return {
    data: rows.map((row) => presentOwnPayment(row, zone)),
    meta: pageMeta(page, total, null),
  };
}
