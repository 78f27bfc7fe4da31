import type { EndpointId } from '../../api/endpoint-types.ts';

export const registries = ['marcas', 'ingredientes', 'culturas', 'unidades'] as const;
export type RegistryName = (typeof registries)[number];

/** The labels of each list of names, and the endpoints that maintain it. */
export const registryOf = {
  marcas: {
    title: 'Marcas',
    one: 'marca',
    list: 'listBrands',
    create: 'createBrand',
    update: 'updateBrand',
    remove: 'deleteBrand',
  },
  ingredientes: {
    title: 'Ingredientes ativos',
    one: 'ingrediente ativo',
    list: 'listActiveIngredients',
    create: 'createActiveIngredient',
    update: 'updateActiveIngredient',
    remove: 'deleteActiveIngredient',
  },
  culturas: {
    title: 'Culturas',
    one: 'cultura',
    list: 'listCultures',
    create: 'createCulture',
    update: 'updateCulture',
    remove: 'deleteCulture',
  },
  unidades: {
    title: 'Unidades',
    one: 'unidade',
    list: 'listMeasurementUnits',
    create: 'createMeasurementUnit',
    update: 'updateMeasurementUnit',
    remove: 'deleteMeasurementUnit',
  },
} as const satisfies Readonly<
  Record<
    RegistryName,
    { readonly title: string; readonly one: string } & Readonly<
      Record<'list' | 'create' | 'update' | 'remove', EndpointId>
    >
  >
>;

/** An entry of any of these lists; a unit also has a symbol. */
export interface Entry {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly symbol?: string;
  readonly updated_at: string;
}
