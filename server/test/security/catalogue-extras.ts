import { fileForm } from '../files.ts';
import type { GoodRequest } from './good-request.ts';
import { orderOf, type World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;
type Build = (world: World) => Promise<string>;
type Registry = 'brands' | 'active_ingredients' | 'cultures' | 'order_kits';

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

/** A product that the world's producer asked for. */
async function requestOf(world: World): Promise<string> {
  const { id } = await world.service.db.q
    .insertInto('catalogue_requests')
    .values({
      producer_id: world.producer.producerId,
      name: some('Adubo pedido'),
      product_type_id: world.product.typeId,
      status: 'pending',
      created_at: world.service.app.platform.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
const onRequest =
  (body: (world: World) => NonNullable<GoodRequest['body']>): Recipe =>
  async (world) => ({ value: await requestOf(world), body: body(world) });
const requested: Recipe = async (world) => ({
  value: (await orderOf(world, { status: 'rascunho' })).uuid,
  body: { name: some('Adubo foliar'), product_type_id: world.product.typeId },
});
const ofAnOrder: Recipe = async (world) => ({ value: (await orderOf(world)).uuid });

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
  listOrderKits: nothing,
  createOrderKit: async ({ product }) => ({ body: { ...named(), product_ids: [product.id] } }),
  getOrderKit: onEntry('order_kits'),
  updateOrderKit: onEntry('order_kits', named),
  deleteOrderKit: onEntry('order_kits'),
  listUnlistedProducts: nothing,
  listOrderCatalogueRequests: ofAnOrder,
  createCatalogueRequest: requested,
  listConsultantCatalogueRequests: ofAnOrder,
  createConsultantCatalogueRequest: requested,
  listCatalogueRequests: nothing,
  linkCatalogueRequest: onRequest(({ product }) => ({ product_id: product.id })),
  refuseCatalogueRequest: onRequest(() => ({ reason: 'Já existe com outro nome.' })),
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

export const requestObjects: Readonly<Record<string, Build>> = {
  deleted: async (world) => {
    const value = await requestOf(world);
    await world.service.db.q
      .deleteFrom('catalogue_requests')
      .where('id', '=', Number(value))
      .execute();
    return value;
  },
  unknown: async () => '999999999',
};

export const pageObjects: Readonly<Record<string, Build>> = {
  deleted: async (world) => {
    const { id } = await pageOf(world);
    await world.service.db.q.deleteFrom('pages').where('id', '=', Number(id)).execute();
    return id;
  },
  unknown: async () => '999999999',
};
