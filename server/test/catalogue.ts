import { nextOrdinal } from './ordinals.ts';
import type { TestService } from './service.ts';

export interface TestProduct {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  readonly typeId: number;
  readonly subtypeId: number;
}

/** Creates a product in a new subtype and type, or in the given ones. */
export async function buildProduct(
  service: TestService,
  fields: Partial<{
    name: string;
    unit: string;
    brand: string;
    active_ingredient: string;
    concentration: string;
    subtypeId: number;
    typeId: number;
    is_pesticide: boolean;
    active: boolean;
  }> = {},
): Promise<TestProduct> {
  const ordinal = nextOrdinal(service, 'product');
  const now = service.app.platform.clock.now();
  const {
    name = `Produto ${ordinal}`,
    unit = 'L',
    subtypeId: givenSubtype,
    typeId: givenType,
    is_pesticide = false,
    ...rest
  } = fields;
  const dates = { created_at: now, updated_at: now };
  const typeId =
    givenType ??
    (givenSubtype === undefined
      ? (
          await service.db.q
            .insertInto('product_types')
            .values({ name: `Tipo ${ordinal}`, is_pesticide, ...dates })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      : (
          await service.db.q
            .selectFrom('product_subtypes')
            .select('product_type_id')
            .where('id', '=', givenSubtype)
            .executeTakeFirstOrThrow()
        ).product_type_id);
  const subtypeId =
    givenSubtype ??
    (
      await service.db.q
        .insertInto('product_subtypes')
        .values({ name: `Subtipo ${ordinal}`, product_type_id: typeId, ...dates })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { id } = await service.db.q
    .insertInto('products')
    .values({ name, unit, product_subtype_id: subtypeId, ...rest, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name, unit, typeId, subtypeId };
}
