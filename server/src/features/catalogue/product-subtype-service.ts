import type { Static } from 'typebox';
import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateProductSubtypeBody,
  ProductSubtype,
  UpdateProductSubtypeBody,
} from '@lavra/contract/catalogue/schemas';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { beforeOf, changesOf, refusingTaken, tidyName, tidyText } from './catalogue-changes.ts';
import type { OrdersOfProducts } from './orders-of-products.ts';
import { findProductSubtype } from './product-subtype-queries.ts';

const resourceType = 'product_subtype';
const stored = ['product_type_id', 'name', 'description', 'active'] as const;

/** Creates a subtype under a type. */
export const createProductSubtype = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: Static<typeof CreateProductSubtypeBody>,
): Promise<ProductSubtype> =>
  refusingTaken(
    command(request, async (uow) => {
      await assertType(uow.db, body.product_type_id);
      const fields = {
        product_type_id: body.product_type_id,
        name: tidyName(body.name),
        description: tidyText(body.description) ?? null,
        active: body.active ?? true,
      };
      const { id } = await uow.db.q
        .insertInto('product_subtypes')
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: fields });
      return getProductSubtype(uow.db, id);
    }),
  );

/** Changes the sent fields of a subtype, its type among them. */
export const updateProductSubtype = (
  { command }: Platform,
  orders: OrdersOfProducts,
  request: Request<AdminCaller>,
  id: number,
  body: Static<typeof UpdateProductSubtypeBody>,
): Promise<ProductSubtype> =>
  refusingTaken(
    command(request, async (uow) => {
      if (body.product_type_id !== undefined) await assertType(uow.db, body.product_type_id);
      const before = await lockProductSubtype(uow.db, id);
      const changes = changesOf(before, {
        product_type_id: body.product_type_id,
        name: body.name === undefined ? undefined : tidyName(body.name),
        description: tidyText(body.description),
        active: body.active,
      });
      if (Object.keys(changes).length > 0) {
        const affected =
          changes.product_type_id === undefined
            ? []
            : await orders.lockOrdersOf(uow.db, { by: 's.id', id });
        await uow.db.q
          .updateTable('product_subtypes')
          .set({ ...changes, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        await orders.refreshOrderTypes(uow.db, affected);
        uow.audit({
          action: 'updated',
          resourceType,
          resourceId: id,
          oldValues: beforeOf(before, changes),
          newValues: changes,
        });
      }
      return getProductSubtype(uow.db, id);
    }),
  );

/** Deletes a subtype without products. Throws `has_products`. */
export const deleteProductSubtype = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  command(request, async (uow) => {
    const before = await lockProductSubtype(uow.db, id);
    const { count } = await uow.db.q
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('product_subtype_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count > 0) throw new RuleError('has_products', { count });
    await uow.db.q.deleteFrom('product_subtypes').where('id', '=', id).execute();
    uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: before });
    return { message: 'Subtipo de produto excluído.' };
  });

/** Locks the type until the commit against removal. */
async function assertType(db: Db, id: number): Promise<void> {
  const type = await db.q
    .selectFrom('product_types')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (type === undefined) throw InvalidFields.of('product_type_id', 'product_type');
}

/**
 * Locks a subtype FOR UPDATE: this waits for products being written under it, and they wait for
 * this; so their count is final.
 */
async function lockProductSubtype(db: Db, id: number) {
  const locked = await db.q
    .selectFrom('product_subtypes')
    .select(stored)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) throw new RuleError('not_found');
  return locked;
}

async function getProductSubtype(db: Db, id: number): Promise<ProductSubtype> {
  const subtype = await findProductSubtype(db, id);
  if (subtype === undefined) throw new RuleError('not_found');
  return subtype;
}
