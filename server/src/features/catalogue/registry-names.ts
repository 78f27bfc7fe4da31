import type { UnitOfWork } from '../../platform/db/command.ts';

/** Adds a brand and an active ingredient that their registries do not know yet; accents and case do not make a name new. */
export async function addRegistryNames(uow: UnitOfWork, names: { brand?: string | null | undefined; active_ingredient?: string | null | undefined }): Promise<void> {
  // Always in this order, so that two products with the same new names wait for each other one way only.
  await addName(uow, 'brands', 'brand', names.brand);
  await addName(uow, 'active_ingredients', 'active_ingredient', names.active_ingredient);
}

async function addName(uow: UnitOfWork, registry: 'brands' | 'active_ingredients', resourceType: string, name: string | null | undefined): Promise<void> {
  if (name === null || name === undefined) return;
  const added = await uow.db.q.insertInto(registry).values({ name, created_at: uow.now, updated_at: uow.now })
    .onConflict((conflict) => conflict.column('name_key').doNothing()).returning('id').executeTakeFirst();
  if (added !== undefined) uow.audit({ action: 'created', resourceType, resourceId: added.id, newValues: { name } });
}
