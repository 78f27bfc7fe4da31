import { Type } from 'typebox';
import { orderStatusFilters } from '@lavra/domain/order/order-status';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  object,
  oneOf,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  text,
  uuid,
  date,
} from '../kit/schema.ts';
import { OrderComparison } from './comparison.ts';
import {
  CreateOrderBody,
  DuplicatedOrder,
  DuplicateOrderBody,
  ExtendDeadlineBody,
  OrderActivity,
  OrderedProducts,
  OrderReach,
  ProducerDashboard,
  ProducerOrder,
  ProducerOrderSummary,
  Timeline,
  UpdateOrderBody,
} from './schemas.ts';

const tag = 'Cotações do produtor';
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['produtor'], permission: `orders.${action}` }) as const;
/** An order's UUID or its id. */
export const byOrder = Type.Object({
  order: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
});
const own = { tag, origin: 'own', subject: 'order', params: byOrder } as const;
const transition = {
  ...own,
  method: 'POST',
  access: may('edit'),
  reply: ProducerOrder,
  versioned: true,
  errors: [422],
} as const;

export const getProducerDashboard = endpoint({
  id: 'getProducerDashboard',
  method: 'GET',
  path: '/api/v1/producer/dashboard',
  tag,
  origin: 'own',
  access: may('view'),
  summary: 'Painel do produtor',
  reads: ['orders'],
  reply: ProducerDashboard,
});
export const listProducerOrders = endpoint({
  id: 'listProducerOrders',
  method: 'GET',
  path: '/api/v1/producer/orders',
  tag,
  origin: 'own',
  access: may('view'),
  summary: 'Minhas cotações',
  description: 'A busca olha número, descrição e os produtos pedidos de cada cotação.',
  query: object({
    ...pageQuery,
    ...searchQuery,
    status: Type.Optional(oneOf(orderStatusFilters, { examples: ['publicada'] })),
    created_from: Type.Optional(date()),
    created_to: Type.Optional(date()),
    ...sortQuery(['created_at', 'deadline_date', 'number'] as const),
  }),
  reads: ['orders'],
  reply: pageOf(ProducerOrderSummary, 'ProducerOrderPage'),
});
export const listOrderedProducts = endpoint({
  id: 'listOrderedProducts',
  method: 'GET',
  path: '/api/v1/producer/ordered-products',
  tag,
  origin: 'own',
  access: may('view'),
  summary: 'Produtos das minhas últimas cotações e da última safra',
  query: object({ except: Type.Optional(uuid()) }),
  reply: OrderedProducts,
});
export const createOrder = endpoint({
  id: 'createOrder',
  method: 'POST',
  path: '/api/v1/producer/orders',
  tag,
  origin: 'own',
  access: may('create'),
  summary: 'Criar cotação (rascunho)',
  body: CreateOrderBody,
  outdates: ['orders'],
  reply: ProducerOrder,
  versioned: true,
});
export const getProducerOrder = endpoint({
  ...own,
  id: 'getProducerOrder',
  method: 'GET',
  path: '/api/v1/producer/orders/:order',
  access: may('view'),
  summary: 'Ver cotação',
  reads: ['order'],
  reply: ProducerOrder,
  versioned: true,
});
export const updateOrder = endpoint({
  ...own,
  id: 'updateOrder',
  method: 'PUT',
  path: '/api/v1/producer/orders/:order',
  access: may('edit'),
  summary: 'Alterar rascunho',
  body: UpdateOrderBody,
  outdates: ['orders'],
  reply: ProducerOrder,
  versioned: true,
});
export const deleteOrder = endpoint({
  ...own,
  id: 'deleteOrder',
  method: 'DELETE',
  path: '/api/v1/producer/orders/:order',
  access: may('delete'),
  summary: 'Excluir rascunho',
  outdates: ['orders'],
  reply: Message,
  errors: [422],
});
export const publishOrder = endpoint({
  ...transition,
  id: 'publishOrder',
  path: '/api/v1/producer/orders/:order/publish',
  summary: 'Publicar',
  outdates: ['order', 'orders'],
});
export const closeOrder = endpoint({
  ...transition,
  id: 'closeOrder',
  path: '/api/v1/producer/orders/:order/close',
  summary: 'Encerrar o recebimento de propostas',
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
});
export const cancelOrder = endpoint({
  ...transition,
  id: 'cancelOrder',
  path: '/api/v1/producer/orders/:order/cancel',
  summary: 'Cancelar',
  body: object(
    { reason: text(1000, { minLength: 1, pattern: '\\S', examples: ['A compra foi adiada.'] }) },
    { title: 'CancelOrderBody' },
  ),
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
});
export const finalizeOrder = endpoint({
  ...transition,
  id: 'finalizeOrder',
  path: '/api/v1/producer/orders/:order/finalize',
  summary: 'Finalizar: a entrega foi concluída',
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison', 'purchases', 'award'],
});
export const extendOrderDeadline = endpoint({
  ...transition,
  id: 'extendOrderDeadline',
  path: '/api/v1/producer/orders/:order/extend-deadline',
  summary: 'Estender o prazo',
  body: ExtendDeadlineBody,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
});
export const duplicateOrder = endpoint({
  ...own,
  id: 'duplicateOrder',
  method: 'POST',
  path: '/api/v1/producer/orders/:order/duplicate',
  access: may('create'),
  summary: 'Duplicar: um novo rascunho com os mesmos dados e itens',
  body: DuplicateOrderBody,
  bodyOptional: true,
  outdates: ['order', 'orders'],
  reply: DuplicatedOrder,
  description:
    'Sem `deadline_date`, vale o prazo antigo enquanto não tiver passado; depois disso, 7 ' +
    'dias a partir de hoje. Itens de produtos inativos ficam de fora. Com `only: "unbought"`, só ' +
    'o que não foi comprado e o que foi comprado em quantidade menor; 422 enquanto outra cotação ' +
    'feita assim ainda espera decisão sobre um destes itens.',
  errors: [422],
});
export const getOrderReach = endpoint({
  ...own,
  id: 'getOrderReach',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/reach',
  access: may('view'),
  summary: 'Quantos fornecedores esta cotação alcança',
  reply: OrderReach,
});
export const getOrderActivity = endpoint({
  ...own,
  id: 'getOrderActivity',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/activity',
  access: may('view'),
  summary: 'Quantos fornecedores foram avisados, abriram e estão preenchendo',
  reply: OrderActivity,
});
export const getOrderTimeline = endpoint({
  ...own,
  id: 'getOrderTimeline',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/timeline',
  access: may('view'),
  summary: 'Histórico da cotação',
  description: 'Os 500 acontecimentos mais recentes, do mais antigo ao mais novo.',
  reads: ['order'],
  reply: Timeline,
});
export const compareOrderProposals = endpoint({
  ...own,
  id: 'compareOrderProposals',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/comparison',
  access: may('view'),
  summary: 'Comparar de 1 a 3 propostas, item por item',
  query: object({
    'proposals[]': Type.Optional(Type.Array(uuid(), { maxItems: 20 })),
    proposals: Type.Optional(Type.Array(uuid(), { maxItems: 20 })),
  }),
  reads: ['comparison'],
  reply: OrderComparison,
});
export const getDecisionRecord = endpoint({
  ...own,
  id: 'getDecisionRecord',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/decision-record',
  access: may('view'),
  summary: 'Registro da decisão em PDF, como tudo estava na adjudicação',
  reply: {
    file: 'application/pdf',
    description:
      'Itens, preços, propostas por letra e nome, a escolhida e o motivo, sem nenhum fornecedor',
  },
  errors: [422],
});

export const producerOrderEndpoints = [
  getProducerDashboard,
  listProducerOrders,
  listOrderedProducts,
  createOrder,
  getProducerOrder,
  updateOrder,
  deleteOrder,
  publishOrder,
  closeOrder,
  cancelOrder,
  finalizeOrder,
  extendOrderDeadline,
  duplicateOrder,
  getOrderReach,
  getOrderActivity,
  getOrderTimeline,
  compareOrderProposals,
  getDecisionRecord,
];
