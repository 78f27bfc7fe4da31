import { Type, type Static } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint, type SubjectKind } from '../kit/endpoint.ts';
import type { Topic } from '../kit/topics.ts';
import {
  flag,
  id,
  object,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
} from '../kit/schema.ts';

const name = () => text(500, { minLength: 1, pattern: '\\S', examples: ['Glifosato'] });

/** An entry of a registry: a name that the catalogue or producers choose from. */
export const RegistryEntry = object(
  { id: id(), name: name(), active: flag(), created_at: timestamp(), updated_at: timestamp() },
  { title: 'RegistryEntry' },
);
export type RegistryEntry = Static<typeof RegistryEntry>;
export const CreateRegistryEntryBody = object(
  { name: name(), active: Type.Optional(flag()) },
  { title: 'CreateRegistryEntryBody' },
);
export const UpdateRegistryEntryBody = object(
  { name: Type.Optional(name()), active: Type.Optional(flag()) },
  { title: 'UpdateRegistryEntryBody' },
);

const everyone = { profiles: 'any' } as const;
const may = <const A extends 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `products.${action}` }) as const;
const listed = object({
  ...searchQuery,
  ...pageQuery,
  active: Type.Optional(flag()),
  ...sortQuery(['name', 'created_at'] as const),
});
const page = pageOf(RegistryEntry, 'RegistryEntryPage');

interface Registry {
  readonly path: `/${string}`;
  readonly subject: SubjectKind;
  readonly topic: Topic;
  readonly ids: readonly [one: string, many: string];
  readonly words: readonly [one: string, many: string];
}

/** Creates the five endpoints that every registry has. */
function registry({ path, subject, topic, ids: [One, Many], words: [one, many] }: Registry) {
  const common = { tag: 'Catálogo', origin: 'own', path } as const;
  const entry = {
    ...common,
    path: `${path}/:id`,
    subject,
    params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
  } as const;
  return {
    list: endpoint({
      ...common,
      id: `list${Many}`,
      method: 'GET',
      access: everyone,
      summary: many,
      query: listed,
      reads: [topic],
      reply: page,
    }),
    create: endpoint({
      ...common,
      id: `create${One}`,
      method: 'POST',
      access: may('create'),
      summary: `Criar ${one}`,
      body: CreateRegistryEntryBody,
      outdates: [topic],
      reply: RegistryEntry,
    }),
    get: endpoint({
      ...entry,
      id: `get${One}`,
      method: 'GET',
      access: everyone,
      summary: `Uma entrada de ${many.toLowerCase()}`,
      reply: RegistryEntry,
    }),
    update: endpoint({
      ...entry,
      id: `update${One}`,
      method: 'PUT',
      access: may('edit'),
      summary: `Alterar ${one}`,
      body: UpdateRegistryEntryBody,
      outdates: [topic],
      reply: RegistryEntry,
    }),
    remove: endpoint({
      ...entry,
      id: `delete${One}`,
      method: 'DELETE',
      access: may('delete'),
      summary: `Excluir ${one} que não está em uso`,
      outdates: [topic],
      reply: Message,
      errors: [422],
    }),
  };
}

export const brandEndpoints = registry({
  path: '/api/v1/admin/brands',
  subject: 'brand',
  topic: 'brands',
  ids: ['Brand', 'Brands'],
  words: ['marca', 'Marcas'],
});
export const activeIngredientEndpoints = registry({
  path: '/api/v1/admin/active-ingredients',
  subject: 'active_ingredient',
  topic: 'active_ingredients',
  ids: ['ActiveIngredient', 'ActiveIngredients'],
  words: ['ingrediente ativo', 'Ingredientes ativos'],
});
export const cultureEndpoints = registry({
  path: '/api/v1/admin/cultures',
  subject: 'culture',
  topic: 'cultures',
  ids: ['Culture', 'Cultures'],
  words: ['cultura', 'Culturas'],
});

export type RegistryEndpoints = ReturnType<typeof registry>;
export const registryEndpoints = [
  brandEndpoints,
  activeIngredientEndpoints,
  cultureEndpoints,
].flatMap((of) => Object.values(of));
