import { Type, type Static } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
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
import { ProductSummary } from './schemas.ts';

const name = () => text(100, { minLength: 1, pattern: '\\S', examples: ['Kit soja'] });
const productIds = () =>
  Type.Array(id({ examples: [17] }), { minItems: 1, maxItems: 100, uniqueItems: true });

/** A list of products, mostly by crop, that a producer adds to an order at once. */
export const OrderKit = object(
  {
    id: id(),
    name: name(),
    active: flag(),
    products: Type.Array(ProductSummary, {
      maxItems: 100,
      description: 'Na ordem do kit; quem não administra recebe os que podem ser pedidos',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'OrderKit' },
);
export type OrderKit = Static<typeof OrderKit>;
export const CreateOrderKitBody = object(
  { name: name(), product_ids: productIds(), active: Type.Optional(flag()) },
  { title: 'CreateOrderKitBody' },
);
export type CreateOrderKitBody = Static<typeof CreateOrderKitBody>;
export const UpdateOrderKitBody = object(
  {
    name: Type.Optional(name()),
    product_ids: Type.Optional(productIds()),
    active: Type.Optional(flag()),
  },
  { title: 'UpdateOrderKitBody' },
);
export type UpdateOrderKitBody = Static<typeof UpdateOrderKitBody>;

const all = { tag: 'Catálogo', origin: 'own', path: '/api/v1/admin/order-kits' } as const;
const one = {
  ...all,
  path: '/api/v1/admin/order-kits/:id',
  subject: 'order_kit',
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
} as const;
const everyone = { profiles: 'any' } as const;
const may = <const A extends 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `products.${action}` }) as const;

export const listOrderKits = endpoint({
  ...all,
  id: 'listOrderKits',
  method: 'GET',
  access: everyone,
  summary: 'Listas de produtos por cultura',
  query: object({
    ...searchQuery,
    ...pageQuery,
    active: Type.Optional(flag()),
    ...sortQuery(['name', 'created_at'] as const),
  }),
  reads: ['order_kits'],
  reply: pageOf(OrderKit, 'OrderKitPage'),
});
export const createOrderKit = endpoint({
  ...all,
  id: 'createOrderKit',
  method: 'POST',
  access: may('create'),
  summary: 'Criar lista de produtos',
  body: CreateOrderKitBody,
  outdates: ['order_kits'],
  reply: OrderKit,
});
export const getOrderKit = endpoint({
  ...one,
  id: 'getOrderKit',
  method: 'GET',
  access: everyone,
  summary: 'Lista de produtos',
  reply: OrderKit,
});
export const updateOrderKit = endpoint({
  ...one,
  id: 'updateOrderKit',
  method: 'PUT',
  access: may('edit'),
  summary: 'Alterar lista de produtos',
  body: UpdateOrderKitBody,
  outdates: ['order_kits'],
  reply: OrderKit,
});
export const deleteOrderKit = endpoint({
  ...one,
  id: 'deleteOrderKit',
  method: 'DELETE',
  access: may('delete'),
  summary: 'Excluir lista de produtos',
  outdates: ['order_kits'],
  reply: Message,
});

export const orderKitEndpoints = [
  listOrderKits,
  createOrderKit,
  getOrderKit,
  updateOrderKit,
  deleteOrderKit,
];
