import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Static } from 'typebox';
import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  CreateRegistryEntryBody,
  RegistryEntry,
  UpdateRegistryEntryBody,
} from '@lavra/contract/catalogue/registries';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ErrorCode } from '../../platform/texts/error-texts.ts';
import {
  beforeOf,
  changesOf,
  refusingReferenced,
  refusingTaken,
  tidyEntry,
  tidyName,
} from './catalogue-changes.ts';
import { INGREDIENT_SEPARATOR } from './registry-names.ts';
import { findRegistryEntry, type Registry } from './registry-queries.ts';

const stored = ['name', 'active'] as const;

interface Rules {
  readonly resourceType: string;
  readonly inUse: ErrorCode;
  readonly removed: string;
  readonly isUsed: (key: string, id: number) => RawBuilder<SqlBool>;
}

/**
 * The registries' differences: products mention brands and ingredients by name, producers refer to
 * their cultures by id.
 */
const rules: Readonly<Record<Registry, Rules>> = {
  brands: {
    resourceType: 'brand',
    inUse: 'brand_in_use',
    removed: 'Marca excluída.',
    isUsed: (key) => sql`EXISTS (SELECT FROM products p WHERE fold(p.brand) = ${key})`,
  },
  active_ingredients: {
    resourceType: 'active_ingredient',
    inUse: 'ingredient_in_use',
    removed: 'Ingrediente ativo excluído.',
    isUsed: (key) => sql`EXISTS (SELECT FROM products p WHERE fold(p.active_ingredient) = ${key}
      OR ${key} = ANY (string_to_array(fold(p.active_ingredient), ${INGREDIENT_SEPARATOR})))`,
  },
  cultures: {
    resourceType: 'culture',
    inUse: 'culture_in_use',
    removed: 'Cultura excluída.',
    isUsed: (_key, id) => sql`EXISTS (SELECT FROM producer_cultures c WHERE c.culture_id = ${id})`,
  },
};

/** Adds a name to a registry. */
export const createRegistryEntry = (
  { command }: Platform,
  registry: Registry,
  request: Request<AdminCaller>,
  body: Static<typeof CreateRegistryEntryBody>,
): Promise<RegistryEntry> =>
  refusingTaken(
    command(request, async (uow) => {
      const fields = { name: tidyKey(body.name), active: body.active ?? true };
      const { id } = await uow.db.q
        .insertInto(registry)
        .values({ ...fields, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({
        action: 'created',
        resourceType: rules[registry].resourceType,
        resourceId: id,
        newValues: fields,
      });
      return getEntry(uow.db, registry, id);
    }),
  );

/** Changes the sent fields of an entry. Renaming it does not change the text of products. */
export const updateRegistryEntry = (
  { command }: Platform,
  registry: Registry,
  request: Request<AdminCaller>,
  id: number,
  body: Static<typeof UpdateRegistryEntryBody>,
): Promise<RegistryEntry> =>
  refusingTaken(
    command(request, async (uow) => {
      const before = await uow.db.q
        .selectFrom(registry)
        .select(stored)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      const changes = changesOf(before, {
        name: body.name === undefined ? undefined : tidyKey(body.name),
        active: body.active,
      });
      if (Object.keys(changes).length > 0) {
        await uow.db.q
          .updateTable(registry)
          .set({ ...changes, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        uow.audit({
          action: 'updated',
          resourceType: rules[registry].resourceType,
          resourceId: id,
          oldValues: beforeOf(before, changes),
          newValues: changes,
        });
      }
      return getEntry(uow.db, registry, id);
    }),
  );

/**
 * Deletes an entry that is not in use. Throws `brand_in_use`, `ingredient_in_use` or
 * `culture_in_use`.
 */
export function deleteRegistryEntry(
  { command }: Platform,
  registry: Registry,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> {
  const { resourceType, inUse, removed, isUsed } = rules[registry];
  return refusingReferenced(
    inUse,
    command(request, async (uow) => {
      const before = await uow.db.q
        .selectFrom(registry)
        .select([...stored, 'name_key'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (before === undefined) throw new RuleError('not_found');
      const { name_key, ...oldValues } = before;
      const used = await uow.db.q
        .selectNoFrom(isUsed(name_key, id).as('used'))
        .executeTakeFirstOrThrow();
      if (used.used) throw new RuleError(inUse);
      await uow.db.q.deleteFrom(registry).where('id', '=', id).execute();
      uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues });
      return { message: removed };
    }),
  );
}

/** Returns the normalised name, checked to fit the unique index. */
function tidyKey(name: string): string {
  const tidy = tidyEntry('name', tidyName(name));
  if (typeof tidy !== 'string') throw InvalidFields.of('name', 'not_blank');
  return tidy;
}

async function getEntry(db: Db, registry: Registry, id: number): Promise<RegistryEntry> {
  const entry = await findRegistryEntry(db, registry, id);
  if (entry === undefined) throw new RuleError('not_found');
  return entry;
}
