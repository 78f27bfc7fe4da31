import { fold } from '@lavra/domain/text/fold';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { readProductTypes, type ProductType } from '../../reference-data/product-types.ts';
import { PESTICIDES } from './agrofit-classes.ts';

const insertSubtypes = statement({
  name: 'agrofit-subtypes',
  params: params<{ type_id: number; subtypes: string; now: Date }>(),
  columns: { id: col.int, name: col.text },
  text: `
    INSERT INTO product_subtypes (product_type_id, name, description, created_at, updated_at)
    SELECT :type_id, s.name, s.description, :now, :now
    FROM jsonb_to_recordset(:subtypes::jsonb) AS s(name text, description text)
    ON CONFLICT DO NOTHING RETURNING id, name`,
});

/**
 * Creates the type Defensivos and its subtypes where missing and locks them until the commit;
 * returns the ids by folded name.
 */
export async function ensurePesticideTypes(uow: UnitOfWork): Promise<Map<string, number>> {
  const type = readProductTypes().find(({ name }) => name === PESTICIDES);
  if (type === undefined) throw new Error(`${PESTICIDES} is not among the product types`);
  const typeId = await ensureType(uow, type);
  const made = await uow.db.rows(insertSubtypes, {
    type_id: typeId,
    subtypes: JSON.stringify(type.subtypes),
    now: uow.now,
  });
  for (const { id, name } of made)
    uow.audit({
      action: 'created',
      resourceType: 'product_subtype',
      resourceId: id,
      newValues: { product_type_id: typeId, name },
    });
  const subtypes = await uow.db.q
    .selectFrom('product_subtypes')
    .select(['id', 'name'])
    .where('product_type_id', '=', typeId)
    .orderBy('id')
    .forKeyShare()
    .execute();
  await uow.db.q
    .selectFrom('measurement_units')
    .select('id')
    .where('symbol', 'in', ['L', 'KG', 'UN'])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(subtypes.map(({ id, name }) => [fold(name), id]));
}

async function ensureType(uow: UnitOfWork, { name, description }: ProductType): Promise<number> {
  const { db, now } = uow;
  const made = await db.q
    .insertInto('product_types')
    .values({ name, description, is_pesticide: true, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined)
    uow.audit({
      action: 'created',
      resourceType: 'product_type',
      resourceId: made.id,
      newValues: { name, is_pesticide: true },
    });
  return (
    await db.q
      .selectFrom('product_types')
      .select('id')
      .where('name_key', '=', fold(name))
      .forKeyShare()
      .executeTakeFirstOrThrow()
  ).id;
}
