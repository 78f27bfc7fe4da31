import { sql } from 'kysely';
import type { PurchaseState } from '@lavra/domain/purchase/purchase-state';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Page, PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import { holdsWords, searchOf } from '../../platform/db/paging.ts';
import { foundBySupplier } from '../orders/orders-feature.ts';
import {
  newSaleSql,
  purchaseColumns,
  purchaseFromSql,
  type PurchaseSummaryRow,
} from './purchase-view.ts';

const sortKeys = {
  awarded_at: { expression: 's.awarded_at', type: 'timestamptz' },
  items_amount: { expression: 's.items_amount', type: 'numeric' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

/** Filters of a list of purchases. */
export interface PurchaseQuery extends PageQuery {
  readonly state?: PurchaseState;
  readonly q?: string;
  readonly search?: string;
  readonly awarded_from?: string;
  readonly awarded_to?: string;
  readonly unseen?: boolean;
  readonly sort?: SortField | `-${SortField}`;
}

/** Whose purchases a list holds. */
export type PurchaseSide = { readonly producerId: number } | { readonly supplierId: number };

/** Returns one page of a person's purchases, and the exact total. */
export const listPurchases = (
  db: Db,
  query: PurchaseQuery,
  { side, zone }: { readonly side: PurchaseSide; readonly zone: string },
): Promise<Page<PurchaseSummaryRow>> =>
  listPage(db, query, {
    name: 'producerId' in side ? 'purchases' : 'sales',
    from: sql.raw(purchaseFromSql),
    columns: rawColumns(purchaseColumns, 's'),
    lookUp: sql.raw(purchaseFromSql),
    conditions: [ofSide(side), ...conditionsOf(query, { side, zone })],
    sorts: sortKeys,
    sort: '-awarded_at',
    id: 's.id',
  });

const ofSide = (side: PurchaseSide): Condition =>
  'producerId' in side
    ? sql<boolean>`o.producer_id = ${side.producerId}`
    : sql<boolean>`s.supplier_id = ${side.supplierId}`;

const ofOrder = (side: PurchaseSide, text: string): Condition =>
  'producerId' in side ? holdsWords('o.search', text) : foundBySupplier(text);

function conditionsOf(
  query: PurchaseQuery,
  { side, zone }: { readonly side: PurchaseSide; readonly zone: string },
): Wanted[] {
  const text = searchOf(query);
  const { state, awarded_from: from, awarded_to: to, unseen } = query;
  return [
    state !== undefined && sql<boolean>`s.state = ${state}`,
    unseen === true && sql<boolean>`${sql.raw(newSaleSql)}`,
    text !== undefined &&
      sql<boolean>`(${ofOrder(side, text)} OR ${holdsWords('fold(s.number)', text)})`,
    from !== undefined && sql<boolean>`s.awarded_at >= ${startOfDay(from, zone)}`,
    to !== undefined && sql<boolean>`s.awarded_at < ${endOfDay(to, zone)}`,
  ];
}
