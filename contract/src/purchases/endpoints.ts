import { Type } from 'typebox';
import { purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { endpoint } from '../kit/endpoint.ts';
import {
  date,
  flag,
  object,
  oneOf,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import { combineProposals } from './combinations.ts';
import {
  AwardBody,
  AwardReply,
  ProducerPurchase,
  ProducerPurchaseSummary,
  SupplierPurchase,
  SupplierPurchaseSummary,
} from './schemas.ts';

const tag = 'Compras';
export const byPurchase = Type.Object({
  purchase: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
});
const listFilters = {
  ...pageQuery,
  ...searchQuery,
  state: Type.Optional(oneOf(purchaseStates, { examples: ['awarded'] })),
  awarded_from: Type.Optional(date()),
  awarded_to: Type.Optional(date()),
  ...sortQuery(['awarded_at', 'items_amount'] as const),
};
const producer = {
  tag,
  origin: 'own',
  access: { profiles: ['produtor'], permission: 'purchases.view' },
} as const;
const supplier = {
  tag,
  origin: 'own',
  access: { profiles: ['fornecedor'], permission: 'purchases.view' },
} as const;

export const awardOrder = endpoint({
  id: 'awardOrder',
  method: 'POST',
  path: '/api/v1/producer/orders/:order/award',
  tag,
  origin: 'own',
  subject: 'order',
  access: { profiles: ['produtor'], permission: 'purchases.edit' },
  summary: 'Comprar itens de uma ou mais propostas',
  description:
    'Cada item é comprado de uma proposta, na quantidade e no preço que ela oferece. Proposta que ' +
    'não aceita venda em parte é comprada inteira. Na primeira vez a cotação passa a adjudicada; ' +
    'depois, por 72 horas e na validade de cada proposta, ainda se compra o que faltou.',
  params: byOrder,
  body: AwardBody,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison', 'purchases', 'award'],
  reply: AwardReply,
  versioned: true,
  errors: [409, 422],
});
export const listProducerPurchases = endpoint({
  ...producer,
  id: 'listProducerPurchases',
  method: 'GET',
  path: '/api/v1/producer/purchases',
  summary: 'Minhas compras',
  query: object(listFilters),
  reads: ['purchases'],
  reply: pageOf(ProducerPurchaseSummary, 'ProducerPurchasePage'),
});
export const getProducerPurchase = endpoint({
  ...producer,
  id: 'getProducerPurchase',
  method: 'GET',
  path: '/api/v1/producer/purchases/:purchase',
  subject: 'purchase',
  summary: 'Ver compra',
  params: byPurchase,
  reads: ['purchases'],
  reply: ProducerPurchase,
  versioned: true,
});
export const listSupplierPurchases = endpoint({
  ...supplier,
  id: 'listSupplierPurchases',
  method: 'GET',
  path: '/api/v1/supplier/purchases',
  summary: 'Minhas vendas',
  query: object({
    ...listFilters,
    unseen: Type.Optional(flag({ description: 'Só as novas, que ainda não foram abertas' })),
  }),
  reads: ['sales'],
  reply: pageOf(SupplierPurchaseSummary, 'SupplierPurchasePage'),
});
export const getSupplierPurchase = endpoint({
  ...supplier,
  id: 'getSupplierPurchase',
  method: 'GET',
  path: '/api/v1/supplier/purchases/:purchase',
  subject: 'purchase',
  summary: 'Ver venda',
  params: byPurchase,
  reply: SupplierPurchase,
  versioned: true,
});

export const getProducerPurchasePdf = endpoint({
  ...producer,
  id: 'getProducerPurchasePdf',
  method: 'GET',
  path: '/api/v1/producer/purchases/:purchase/pdf',
  subject: 'purchase',
  summary: 'Pedido de compra em PDF, sem o fornecedor',
  params: byPurchase,
  reply: {
    file: 'application/pdf',
    description: 'Itens, preços, frete, total por extenso e entrega, sem nada sobre o fornecedor',
  },
});
export const getSupplierPurchasePdf = endpoint({
  ...supplier,
  id: 'getSupplierPurchasePdf',
  method: 'GET',
  path: '/api/v1/supplier/purchases/:purchase/pdf',
  subject: 'purchase',
  summary: 'Pedido de compra em PDF, com o comprador',
  params: byPurchase,
  reply: {
    file: 'application/pdf',
    description:
      'Itens, preços, frete, total por extenso, entrega, e o contato e o documento do comprador, ' +
      'que a nota fiscal precisa',
  },
});

export const purchaseEndpoints = [
  combineProposals,
  awardOrder,
  listProducerPurchases,
  getProducerPurchase,
  listSupplierPurchases,
  getSupplierPurchase,
  getProducerPurchasePdf,
  getSupplierPurchasePdf,
] as const;
