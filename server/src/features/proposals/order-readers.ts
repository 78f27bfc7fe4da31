import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { AccessDecision } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { OrderRef } from '../orders/orders-feature.ts';
import { findOrderFor } from './proposal-store.ts';

type OrderReader = SupplierCaller | ProducerCaller;

/**
 * Returns the order of a path: any order for a producer, for a supplier only one that it may see.
 */
export async function findReadableOrder(
  db: Db,
  value: string,
  caller: OrderReader,
): Promise<OrderRef | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const order = await findOrderFor(
    db,
    ref,
    caller.userType === 'fornecedor' ? caller.supplierId : null,
  );
  return caller.userType === 'produtor' || order?.visible === true ? order : undefined;
}

/** Authorizes suppliers for every order that was found for them, and producers for their own. */
export const authorizeOrderReader = (caller: OrderReader, order: OrderRef): AccessDecision =>
  caller.userType === 'fornecedor' || order.producer_id === caller.producerId ? 'ok' : 'forbidden';
