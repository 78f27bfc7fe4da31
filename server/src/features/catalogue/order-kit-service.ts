import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateOrderKitBody,
  OrderKit,
  UpdateOrderKitBody,
} from '@lavra/contract/catalogue/order-kits';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { beforeOf, changesOf, refusingTaken, tidyName } from './catalogue-changes.ts';
import { findOrderKit } from './order-kit-queries.ts';

const resourceType = 'order_kit';
const asAdmin = { userType: 'admin' } as const;

/** Creates a list of products. */
export const createOrderKit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: CreateOrderKitBody,
): Promise<OrderKit> =>
  refusingTaken(
    command(request, async (uow) => {
      const fields = { name: tidyName(body.name), active: body.active ?? true };
      await checkProducts(uow.db, body.product_ids);
      const { id } = await uow.db.q
        .insertInto('order_kits')
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await storeItems(uow.db, id, body.product_ids);
      uow.audit({
        action: 'created',
        resourceType,
        resourceId: id,
        newValues: { ...fields, product_ids: body.product_ids },
      });
      return getKit(uow.db, id);
    }),
  );

/**
 * Changes the sent fields of a list; its products are replaced as a whole. Throws 422 for each id
 * without a product.
 */
export const updateOrderKit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  body: UpdateOrderKitBody,
): Promise<OrderKit> =>
  refusingTaken(
    command(request, async (uow) => {
      const before = await lockKit(uow, id);
      const { product_ids: items, ...changes } = changesOf(before, {
        name: body.name === undefined ? undefined : tidyName(body.name),
        active: body.active,
        product_ids:
          body.product_ids?.join() === before.product_ids.join() ? undefined : body.product_ids,
      });
      if (items !== undefined) {
        await checkProducts(uow.db, items);
        await uow.db.q.deleteFrom('order_kit_items').where('kit_id', '=', id).execute();
        await storeItems(uow.db, id, items);
      }
      if (items !== undefined || Object.keys(changes).length > 0) {
        await uow.db.q
          .updateTable('order_kits')
          .set({ ...changes, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        const changed = { ...changes, ...(items === undefined ? {} : { product_ids: items }) };
        uow.audit({
          action: 'updated',
          resourceType,
          resourceId: id,
          oldValues: beforeOf(before, changed),
          newValues: changed,
        });
      }
      return getKit(uow.db, id);
    }),
  );

/** Deletes a list of products. */
export const deleteOrderKit = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  command(request, async (uow) => {
    const oldValues = await lockKit(uow, id);
    await uow.db.q.deleteFrom('order_kits').where('id', '=', id).execute();
    uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues });
    return { message: 'Lista excluída.' };
  });

/** Locks a kit and returns its recorded fields; throws `not_found`. */
async function lockKit({ db }: UnitOfWork, id: number) {
  const kit = await db.q
    .selectFrom('order_kits')
    .select(['name', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (kit === undefined) throw new RuleError('not_found');
  const items = await db.q
    .selectFrom('order_kit_items')
    .select('product_id')
    .where('kit_id', '=', id)
    .orderBy('position')
    .execute();
  return { ...kit, product_ids: items.map(({ product_id }) => product_id) };
}

/** Throws 422 for each id without a product; those found cannot be removed until the commit. */
async function checkProducts(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.q
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('is_unlisted', '=', false)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const fields = new FieldErrors();
  for (const [index, id] of ids.entries())
    if (!known.has(id)) fields.add(`product_ids.${index}`, 'product_unknown');
  fields.throwIfAny();
}

const storeItems = (db: Db, kitId: number, ids: readonly number[]) =>
  db.q
    .insertInto('order_kit_items')
    .values(ids.map((product_id, at) => ({ kit_id: kitId, position: at + 1, product_id })))
    .execute();

async function getKit(db: Db, id: number): Promise<OrderKit> {
  const kit = await findOrderKit(db, id, asAdmin);
  if (kit === undefined) throw new RuleError('not_found');
  return kit;
}
