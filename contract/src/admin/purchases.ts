import { Type, type Static } from 'typebox';
import { purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { endpoint } from '../kit/endpoint.ts';
import {
  date,
  id,
  nullable,
  object,
  oneOf,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  timestamp,
} from '../kit/schema.ts';
import { ProposalMark } from '../proposals/mark.ts';
import { byPurchase } from '../purchases/endpoints.ts';
import { PurchaseItem, PurchaseSummary } from '../purchases/schemas.ts';
import { LogPage, logPageQuery } from './logs.ts';
import { NamedParty } from './orders.ts';

const tag = 'Administração de compras';
const viewers = { profiles: ['admin'], permission: 'purchases.view' } as const;

const fields = {
  ...PurchaseSummary.properties,
  mark: ProposalMark,
  supplier: NamedParty,
  producer: NamedParty,
  contact_missed_at: nullable(
    timestamp({ description: 'Quando o produtor avisou que o fornecedor não o procurou' }),
  ),
};
/** A purchase in the administration's list, with both sides named. */
export const AdminPurchaseSummary = object(fields, { title: 'AdminPurchaseSummary' });
export type AdminPurchaseSummary = Static<typeof AdminPurchaseSummary>;

/** A purchase with its items as the administration sees it. */
export const AdminPurchase = object(
  { ...fields, items: Type.Array(PurchaseItem, { maxItems: 1000 }) },
  { title: 'AdminPurchase' },
);
export type AdminPurchase = Static<typeof AdminPurchase>;

export const listAdminPurchases = endpoint({
  id: 'listAdminPurchases',
  method: 'GET',
  path: '/api/v1/admin/purchases',
  tag,
  origin: 'own',
  access: viewers,
  summary: 'Compras, com os dois lados',
  description:
    'A busca olha o número da compra, o número e a descrição da cotação, e os nomes do produtor e ' +
    'do fornecedor; o período é o da compra, no fuso da plataforma.',
  query: object({
    ...adminPageQuery,
    ...searchQuery,
    ...sortQuery(['awarded_at', 'items_amount', 'state'] as const),
    state: Type.Optional(oneOf(purchaseStates, { examples: ['awarded'] })),
    supplier_id: Type.Optional(id()),
    producer_id: Type.Optional(id()),
    order_id: Type.Optional(id()),
    start_date: Type.Optional(date()),
    end_date: Type.Optional(date()),
  }),
  reads: ['purchases'],
  reply: pageOf(AdminPurchaseSummary, 'AdminPurchasePage'),
});
export const getAdminPurchase = endpoint({
  id: 'getAdminPurchase',
  method: 'GET',
  path: '/api/v1/admin/purchases/:purchase',
  tag,
  origin: 'own',
  access: viewers,
  subject: 'purchase',
  params: byPurchase,
  summary: 'Uma compra, com os dois lados e os itens',
  reads: ['purchases'],
  reply: AdminPurchase,
  versioned: true,
});
export const listAdminPurchaseLogs = endpoint({
  id: 'listAdminPurchaseLogs',
  method: 'GET',
  path: '/api/v1/admin/purchases/:purchase/logs',
  tag,
  origin: 'own',
  access: viewers,
  subject: 'purchase',
  params: byPurchase,
  summary: 'O que aconteceu desde a compra com ela, a proposta e a cotação',
  query: object(logPageQuery),
  reply: LogPage,
});

export const adminPurchaseEndpoints = [listAdminPurchases, getAdminPurchase, listAdminPurchaseLogs];
