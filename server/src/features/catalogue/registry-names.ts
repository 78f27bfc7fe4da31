import type { UnitOfWork } from '../../platform/db/command.ts';

/** Separates the active ingredients of one product, and their concentrations. */
export const INGREDIENT_SEPARATOR = ' + ';

/** Splits a product's text into its active ingredients. */
export const ingredientsOf = (text: string): string[] =>
  text
    .split(INGREDIENT_SEPARATOR)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Adds the brand and the active ingredients that are missing in their registries; names that differ
 * in accents or case only are the same.
 */
export async function addRegistryNames(
  uow: UnitOfWork,
  names: { brand?: string | null | undefined; active_ingredient?: string | null | undefined },
): Promise<void> {
  // Always in this order, so that two products with the same new names wait for each other in one
  // direction only.
  await addName(uow, 'brands', 'brand', names.brand);
  for (const name of ingredientsOf(names.active_ingredient ?? '').toSorted())
    await addName(uow, 'active_ingredients', 'active_ingredient', name);
}

async function addName(
  uow: UnitOfWork,
  registry: 'brands' | 'active_ingredients',
  resourceType: string,
  name: string | null | undefined,
): Promise<void> {
  if (name === null || name === undefined) return;
  const added = await uow.db.q
    .insertInto(registry)
    .values({ name, created_at: uow.now, updated_at: uow.now })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added !== undefined)
    uow.audit({ action: 'created', resourceType, resourceId: added.id, newValues: { name } });
}
