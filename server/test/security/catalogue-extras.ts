import { fileForm } from '../files.ts';
import type { GoodRequest } from './good-requests.ts';
import type { World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;
type Build = (world: World) => Promise<string>;
type Registry = 'brands' | 'active_ingredients' | 'cultures';

let ordinal = 0;
const some = (what: string): string => `${what} ${(ordinal += 1)}`;
const datesOf = ({ service }: World) => {
  const now = service.app.platform.clock.now();
  return { created_at: now, updated_at: now };
};

async function entryOf(world: World, registry: Registry): Promise<string> {
  const { id } = await world.service.db.q
    .insertInto(registry)
    .values({ name: some('Nome livre'), ...datesOf(world) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

async function pageOf(world: World): Promise<{ id: string; slug: string }> {
  const slug = some('pagina').replace(' ', '-');
  const { id } = await world.service.db.q
    .insertInto('pages')
    .values({
      title: some('Página'),
      slug,
      content: '<p>Olá</p>',
      status: 'active',
      ...datesOf(world),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(id), slug };
}

const onEntry =
  (registry: Registry, body?: () => NonNullable<GoodRequest['body']>): Recipe =>
  async (world) => ({ value: await entryOf(world, registry), ...(body ? { body: body() } : {}) });
const onPage =
  (body?: () => NonNullable<GoodRequest['body']>): Recipe =>
  async (world) => ({ value: (await pageOf(world)).id, ...(body ? { body: body() } : {}) });
const named = () => ({ name: some('Nome novo') });
const nothing: Recipe = async () => ({});

/** Valid requests of the registries, the import of products and the static pages. */
export const catalogueExtraRequests: Readonly<Record<string, Recipe>> = {
  listBrands: nothing,
  createBrand: async () => ({ body: named() }),
  getBrand: onEntry('brands'),
  updateBrand: onEntry('brands', named),
  deleteBrand: onEntry('brands'),
  listActiveIngredients: nothing,
  createActiveIngredient: async () => ({ body: named() }),
  getActiveIngredient: onEntry('active_ingredients'),
  updateActiveIngredient: onEntry('active_ingredients', named),
  deleteActiveIngredient: onEntry('active_ingredients'),
  listCultures: nothing,
  createCulture: async () => ({ body: named() }),
  getCulture: onEntry('cultures'),
  updateCulture: onEntry('cultures', named),
  deleteCulture: onEntry('cultures'),
  importProducts: async ({ service, product }) => {
    const { type, subtype } = await service.db.q
      .selectFrom('product_subtypes as s')
      .innerJoin('product_types as t', 't.id', 's.product_type_id')
      .select(['t.name as type', 's.name as subtype'])
      .where('s.id', '=', product.subtypeId)
      .executeTakeFirstOrThrow();
    const content = Buffer.from(
      `Tipo;Subtipo;Nome;Unidade\n${type};${subtype};${some('Produto da planilha')};L`,
    );
    return { form: fileForm({ content, filename: 'produtos.csv' }) };
  },
  getPublicPage: async (world) => ({ value: (await pageOf(world)).slug }),
  listPages: nothing,
  createPage: async () => ({ body: { title: some('Página nova'), content: '<p>Olá</p>' } }),
  getPage: onPage(),
  updatePage: onPage(() => ({ title: some('Página alterada') })),
  deletePage: onPage(),
};

export const registryObjects = (registry: Registry): Readonly<Record<string, Build>> => ({
  deleted: async (world) => {
    const value = await entryOf(world, registry);
    await world.service.db.q.deleteFrom(registry).where('id', '=', Number(value)).execute();
    return value;
  },
  unknown: async () => '999999999',
});

export const pageObjects: Readonly<Record<string, Build>> = {
  deleted: async (world) => {
    const { id } = await pageOf(world);
    await world.service.db.q.deleteFrom('pages').where('id', '=', Number(id)).execute();
    return id;
  },
  unknown: async () => '999999999',
};
