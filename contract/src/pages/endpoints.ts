import { Type } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import { object, oneOf, adminPageQuery, searchQuery, sortQuery } from '../kit/schema.ts';
import {
  CreatePageBody,
  PageList,
  pageStatuses,
  PublicPage,
  StaticPage,
  UpdatePageBody,
} from './schemas.ts';

const common = { tag: 'Páginas', origin: 'own' } as const;
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `pages.${action}` }) as const;
const one = {
  ...common,
  path: '/api/v1/admin/pages/:id',
  subject: 'page',
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
} as const;

export const getPublicPage = endpoint({
  ...common,
  id: 'getPublicPage',
  method: 'GET',
  path: '/api/v1/pages/:slug',
  access: 'public',
  subject: 'page',
  params: Type.Object({
    slug: Type.String({ maxLength: 100, pattern: '^[a-z0-9-]+$', examples: ['termos-de-uso'] }),
  }),
  summary: 'Página estática ativa',
  reads: ['page'],
  reply: PublicPage,
});
export const listPages = endpoint({
  ...common,
  id: 'listPages',
  method: 'GET',
  path: '/api/v1/admin/pages',
  access: may('view'),
  summary: 'Páginas estáticas',
  query: object({
    ...searchQuery,
    ...adminPageQuery,
    status: Type.Optional(oneOf(pageStatuses)),
    ...sortQuery(['title', 'created_at'] as const),
  }),
  reads: ['pages'],
  reply: PageList,
});
export const createPage = endpoint({
  ...common,
  id: 'createPage',
  method: 'POST',
  path: '/api/v1/admin/pages',
  access: may('create'),
  summary: 'Criar página',
  description:
    'Sem `slug`, ele vem do título. O HTML é saneado: ficam títulos, listas, tabelas e links.',
  body: CreatePageBody,
  outdates: ['page', 'pages'],
  reply: StaticPage,
});
export const getPage = endpoint({
  ...one,
  id: 'getPage',
  method: 'GET',
  access: may('view'),
  summary: 'Página estática com o conteúdo',
  reads: ['page'],
  reply: StaticPage,
});
export const updatePage = endpoint({
  ...one,
  id: 'updatePage',
  method: 'PUT',
  access: may('edit'),
  summary: 'Alterar página',
  body: UpdatePageBody,
  outdates: ['page', 'pages'],
  reply: StaticPage,
});
export const deletePage = endpoint({
  ...one,
  id: 'deletePage',
  method: 'DELETE',
  access: may('delete'),
  summary: 'Excluir página',
  description: 'Os termos de uso e a política de privacidade só podem ser desativados.',
  outdates: ['pages'],
  reply: Message,
  errors: [422],
});

export const pageEndpoints = [
  getPublicPage,
  listPages,
  createPage,
  getPage,
  updatePage,
  deletePage,
];
