import type { Static } from 'typebox';
import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateProductTypeBody,
  ProductType,
  UpdateProductTypeBody,
} from '@lavra/contract/catalogue/schemas';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  beforeOf,
  changesOf,
  refusingReferenced,
  refusingTaken,
  tidyName,
  tidyText,
} from './catalogue-changes.ts';
import type { OrdersOfProducts } from './orders-of-products.ts';
import { findProductType } from './product-type-queries.ts';
import { ensureUnlistedProducts, removeUnlistedProduct } from './unlisted-products.ts';

const resourceType = 'product_type';
const stored = ['name', 'description', 'active', 'is_pesticide'] as const;

/** Creates a product type, with its unlisted product. */
export const createProductType = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: Static<typeof CreateProductTypeBody>,
): Promise<ProductType> =>
  refusingTaken(
    command(request, async (uow) => {
      const fields = {
        name: tidyName(body.name),
        description: tidyText(body.description) ?? null,
        active: body.active ?? true,
        is_pesticide: body.is_pesticide ?? false,
      };
      const { id } = await uow.db.q
        .insertInto('product_types')
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ensureUnlistedProducts(uow);
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: fields });
      return getProductType(uow.db, id);
    }),
  );

/** Changes the sent fields of a type. */
export const updateProductType = (
  { command }: Platform,
  orders: OrdersOfProducts,
  request: Request<AdminCaller>,
  id: number,
  body: Static<typeof UpdateProductTypeBody>,
): Promise<ProductType> =>
  refusingTaken(
    command(request, async (uow) => {
      const before = await lockProductType(uow.db, id);
      const changes = changesOf(before, {
        name: body.name === undefined ? undefined : tidyName(body.name),
        description: tidyText(body.description),
        active: body.active,
        is_pesticide: body.is_pesticide,
      });
      if (Object.keys(changes).length > 0) {
        const affected =
          changes.is_pesticide === undefined
            ? []
            : await orders.lockOrdersOf(uow.db, { by: 's.product_type_id', id });
        await uow.db.q
          .updateTable('product_types')
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
      return getProductType(uow.db, id);
    }),
  );

/** Deletes a type that nothing refers to. Throws `has_subtypes` and `type_in_use`. */
export const deleteProductType = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  refusingReferenced(
    'type_in_use',
    command(request, async (uow) => {
      const before = await lockProductType(uow.db, id);
      await assertUnused(uow.db, id);
      await removeUnlistedProduct(uow.db, id);
      await uow.db.q.deleteFrom('product_types').where('id', '=', id).execute();
      uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: before });
      return { message: 'Tipo de produto excluído.' };
    }),
  );

async function assertUnused(db: Db, id: number): Promise<void> {
  const { count } = await db.q
    .selectFrom('product_subtypes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('product_type_id', '=', id)
    .where('is_unlisted', '=', false)
    .executeTakeFirstOrThrow();
  if (count > 0) throw new RuleError('has_subtypes', { count });
  const choice = await db.q
    .selectFrom('supplier_product_types')
    .select('supplier_id')
    .where('product_type_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (choice !== undefined) throw new RuleError('type_in_use');
}

/**
 * Locks a type FOR UPDATE: this waits for subtypes and suppliers' product types being written, and
 * they wait for this.
 */
async function lockProductType(db: Db, id: number) {
  const locked = await db.q
    .selectFrom('product_types')
    .select(stored)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) throw new RuleError('not_found');
  return locked;
}

async function getProductType(db: Db, id: number): Promise<ProductType> {
  const type = await findProductType(db, id);
  if (type === undefined) throw new RuleError('not_found');
  return type;
}
