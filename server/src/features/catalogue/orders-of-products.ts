import type { Db } from '../../platform/db/database.ts';

/**
 * What a change of the catalogue needs of the orders feature, which stands above this one: orders
 * store the types of their products.
 */
export interface OrdersOfProducts {
  /** Locks the orders that can still be matched to suppliers by a product, subtype or type. */
  lockOrdersOf(
    db: Db,
    moved: { readonly by: 'p.id' | 's.id' | 's.product_type_id'; readonly id: number },
  ): Promise<number[]>;
  /** Updates the types that locked orders store. */
  refreshOrderTypes(db: Db, ids: number[]): Promise<void>;
}
