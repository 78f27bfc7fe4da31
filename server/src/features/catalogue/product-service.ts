import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateProductBody,
  Product,
  UpdateProductBody,
} from '@lavra/contract/catalogue/schemas';
import { fold } from '@lavra/domain/text/fold';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  beforeOf,
  changesOf,
  refusingReferenced,
  refusingTaken,
  tidyEntry,
  tidyName,
  tidyText,
} from './catalogue-changes.ts';
import type { OrdersOfProducts } from './orders-of-products.ts';
import { findProduct } from './product-queries.ts';
import { addRegistryNames } from './registry-names.ts';

const resourceType = 'product';
const stored = [
  'product_subtype_id',
  'name',
  'description',
  'brand',
  'active_ingredient',
  'concentration',
  'unit',
  'active',
] as const;

/**
 * Creates a product under a subtype, and the names of its registries that are new. Throws 422 field
 * by field.
 */
export const createProduct = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: Static<typeof CreateProductBody>,
): Promise<Product> =>
  refusingTaken(
    command(request, async (uow) => {
      const unit = (await assertReferences(uow.db, body)) ?? body.unit;
      const { product_subtype_id, active = true } = body;
      const {
        description = null,
        brand = null,
        active_ingredient = null,
        concentration = null,
      } = textsOf(body);
      const fields = {
        product_subtype_id,
        name: tidyName(body.name),
        unit,
        active,
        description,
        brand,
        active_ingredient,
        concentration,
      };
      await addRegistryNames(uow, fields);
      const { id } = await uow.db.q
        .insertInto('products')
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: fields });
      return getProduct(uow.db, id);
    }),
  );

/** Changes the sent fields of a product, its subtype among them. Throws 422 field by field. */
export const updateProduct = (
  { command }: Platform,
  orders: OrdersOfProducts,
  request: Request<AdminCaller>,
  id: number,
  body: Static<typeof UpdateProductBody>,
): Promise<Product> =>
  refusingTaken(
    command(request, async (uow) => {
      const unit = await assertReferences(uow.db, body, id);
      const before = await uow.db.q
        .selectFrom('products')
        .select(stored)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      const changes = changesOf(before, {
        product_subtype_id: body.product_subtype_id,
        unit,
        active: body.active,
        name: body.name === undefined ? undefined : tidyName(body.name),
        ...textsOf(body),
      });
      if (Object.keys(changes).length > 0) await saveChanges(uow, { id, before, changes, orders });
      return getProduct(uow.db, id);
    }),
  );

/** Deletes a product that no order or proposal mentions. Throws `product_in_use`. */
export const deleteProduct = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  refusingReferenced(
    'product_in_use',
    command(request, async (uow) => {
      // Checked without a lock first: the foreign key's own check would wait for a draft that
      // is being rewritten.
      if (await isUsed(uow.db, id)) throw new RuleError('product_in_use');
      const before = await uow.db.q
        .deleteFrom('products')
        .where('id', '=', id)
        .returning(stored)
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: before });
      return { message: 'Produto excluído.' };
    }),
  );

type Stored = { -readonly [F in (typeof stored)[number]]: Product[F] };

async function saveChanges(
  uow: UnitOfWork,
  {
    id,
    before,
    changes,
    orders,
  }: { id: number; before: Stored; changes: Partial<Stored>; orders: OrdersOfProducts },
): Promise<void> {
  const affected =
    changes.product_subtype_id === undefined
      ? []
      : await orders.lockOrdersOf(uow.db, { by: 'p.id', id });
  await addRegistryNames(uow, changes);
  await uow.db.q
    .updateTable('products')
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

/**
 * Checks that the subtype and the unit exist, locks them until the commit, and returns the unit's
 * stored symbol. A product may keep a unit that has been deactivated. Locked before the product, as
 * renaming a unit locks it before its products.
 */
async function assertReferences(
  db: Db,
  body: { product_subtype_id?: number; unit?: string },
  productId?: number,
): Promise<string | undefined> {
  const fields = new FieldErrors();
  if (body.product_subtype_id !== undefined) {
    const subtype = await db.q
      .selectFrom('product_subtypes')
      .select('id')
      .where('id', '=', body.product_subtype_id)
      .where('is_unlisted', '=', false)
      .forKeyShare()
      .executeTakeFirst();
    if (subtype === undefined) fields.add('product_subtype_id', 'product_subtype');
  }
  const unit = body.unit === undefined ? undefined : await unitOf(db, body.unit);
  const takes =
    unit !== undefined &&
    (unit.active || (productId !== undefined && (await hasUnit(db, productId, unit.symbol))));
  if (body.unit !== undefined && !takes) fields.add('unit', 'unit');
  fields.throwIfAny();
  return unit?.symbol;
}

/** Finds a unit by its symbol in any case, locked until the commit. */
const unitOf = (db: Db, written: string) =>
  db.q
    .selectFrom('measurement_units')
    .select(['symbol', 'active'])
    .where(sql`fold(symbol)`, '=', fold(written))
    .forKeyShare()
    .executeTakeFirst();

const hasUnit = async (db: Db, id: number, unit: string): Promise<boolean> =>
  (await db.q
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('unit', '=', unit)
    .executeTakeFirst()) !== undefined;

const textsOf = (body: Static<typeof UpdateProductBody>) => ({
  description: tidyText(body.description),
  brand: tidyEntry('brand', body.brand),
  active_ingredient: tidyEntry('active_ingredient', body.active_ingredient),
  concentration: tidyText(body.concentration),
});

async function isUsed(db: Db, id: number): Promise<boolean> {
  const [ordered, offered] = [
    await db.q
      .selectFrom('order_items')
      .select('id')
      .where('product_id', '=', id)
      .limit(1)
      .executeTakeFirst(),
    await db.q
      .selectFrom('proposal_items')
      .select('id')
      .where('product_id', '=', id)
      .limit(1)
      .executeTakeFirst(),
  ];
  return ordered !== undefined || offered !== undefined;
}

async function getProduct(db: Db, id: number): Promise<Product> {
  const product = await findProduct(db, id);
  if (product === undefined) throw new RuleError('not_found');
  return product;
}
