import { Type } from 'typebox';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import { sheetFiles, sheetFormat, sheetUploads } from '../kit/sheet.ts';
import {
  date,
  flag,
  id,
  maybe,
  object,
  oneOf,
  openObject,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  stateFilter,
  text,
} from '../kit/schema.ts';
import { SupplierOrder, SupplierOrderSummary } from '../orders/supplier-schemas.ts';
import { PartialTermsBody } from '../proposals/partial-terms.ts';
import {
  CreateSupplierProposalBody,
  Proposal,
  ProposalSummary,
  UpdateSupplierProposalBody,
} from '../proposals/schemas.ts';
import { DeclineReply, FavoriteReply, SupplierDashboard } from './schemas.ts';

const tag = 'Fornecedor';
const seesOrders = { profiles: ['fornecedor'], permission: 'orders.view' } as const;
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['fornecedor'], permission: `proposals.${action}` }) as const;
/** A UUID; an integer returns 404. */
const byUuid = Type.Object({
  id: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
});
const anOrder = { tag, subject: 'order', params: byUuid, access: seesOrders } as const;
const aProposal = { tag, origin: 'interface', subject: 'proposal', params: byUuid } as const;
const withDetails = {
  with_details: Type.Optional(
    flag({ description: 'Com os primeiros itens e a distância até a entrega' }),
  ),
};
const orderPage = pageOf(SupplierOrderSummary, 'SupplierOrderPage');

export const getSupplierDashboard = endpoint({
  id: 'getSupplierDashboard',
  method: 'GET',
  path: '/api/v1/supplier/dashboard',
  tag,
  origin: 'interface',
  access: seesOrders,
  summary: 'Painel do fornecedor',
  reads: ['orders', 'proposals'],
  reply: SupplierDashboard,
});
export const listSupplierOrders = endpoint({
  id: 'listSupplierOrders',
  method: 'GET',
  path: '/api/v1/supplier/orders',
  tag,
  origin: 'interface',
  access: seesOrders,
  summary: 'Cotações publicadas, menos as recusadas',
  query: openObject({
    ...pageQuery,
    ...searchQuery,
    favorites: Type.Optional(flag()),
    matching: Type.Optional(flag()),
    answered: Type.Optional(flag({ description: 'Com ou sem proposta sua, rascunhos incluídos' })),
    waiting: Type.Optional(
      flag({ description: 'Só as que esperam resposta sua: um rascunho ainda não é uma' }),
    ),
    product_type_id: Type.Optional(id()),
    state: Type.Optional(stateFilter()),
    city_id: Type.Optional(id({ examples: [5107925] })),
    deadline_from: Type.Optional(date()),
    deadline_to: Type.Optional(date()),
    ...withDetails,
    ...sortQuery(['deadline_date', 'published_at', 'number', 'distance_km'] as const),
  }),
  reads: ['orders', 'proposals'],
  reply: orderPage,
});
export const listFavoriteOrders = endpoint({
  id: 'listFavoriteOrders',
  method: 'GET',
  path: '/api/v1/supplier/orders/favorites',
  tag,
  origin: 'interface',
  access: seesOrders,
  summary: 'Cotações favoritas',
  query: openObject(pageQuery),
  reads: ['orders', 'proposals'],
  reply: orderPage,
});
export const listDeclinedOrders = endpoint({
  id: 'listDeclinedOrders',
  method: 'GET',
  path: '/api/v1/supplier/orders/declined',
  tag,
  origin: 'own',
  access: seesOrders,
  summary: 'Cotações de que não vou participar',
  query: object({ ...pageQuery, ...withDetails }),
  reads: ['orders', 'proposals'],
  reply: orderPage,
});
export const getSupplierOrder = endpoint({
  ...anOrder,
  origin: 'interface',
  id: 'getSupplierOrder',
  method: 'GET',
  path: '/api/v1/supplier/orders/:id',
  summary: 'Ver cotação',
  reads: ['order', 'proposals'],
  reply: SupplierOrder,
});
export const toggleFavoriteOrder = endpoint({
  ...anOrder,
  origin: 'interface',
  id: 'toggleFavoriteOrder',
  method: 'POST',
  path: '/api/v1/supplier/orders/:id/favorite',
  summary: 'Favoritar ou desfavoritar',
  outdates: ['order', 'orders'],
  reply: FavoriteReply,
});
export const declineOrder = endpoint({
  ...anOrder,
  origin: 'interface',
  id: 'declineOrder',
  method: 'POST',
  path: '/api/v1/supplier/orders/:id/decline',
  summary: 'Não participar',
  body: openObject(
    { reason: maybe(text(2000, { examples: ['Fora da minha área'] })) },
    { title: 'DeclineBody' },
  ),
  bodyOptional: true,
  outdates: ['order', 'orders'],
  reply: DeclineReply,
});
export const undoDecline = endpoint({
  ...anOrder,
  origin: 'own',
  id: 'undoDecline',
  method: 'DELETE',
  path: '/api/v1/supplier/orders/:id/decline',
  summary: 'Voltar a participar',
  outdates: ['order', 'orders'],
  reply: DeclineReply,
});
export const listSupplierProposals = endpoint({
  id: 'listSupplierProposals',
  method: 'GET',
  path: '/api/v1/supplier/proposals',
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Minhas propostas',
  query: openObject({
    ...pageQuery,
    ...searchQuery,
    status: Type.Optional(oneOf(proposalStatuses, { examples: ['submitted'] })),
    order: Type.Optional(text(40)),
    created_from: Type.Optional(date()),
    created_to: Type.Optional(date()),
    ...sortQuery(['created_at', 'submitted_at', 'total_amount'] as const),
  }),
  reads: ['proposals'],
  reply: pageOf(ProposalSummary, 'ProposalPage'),
});
export const createSupplierProposal = endpoint({
  id: 'createSupplierProposal',
  method: 'POST',
  path: '/api/v1/supplier/proposals',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar ou substituir o rascunho da proposta',
  body: CreateSupplierProposalBody,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
  errors: [404],
});
export const getSupplierProposal = endpoint({
  ...aProposal,
  id: 'getSupplierProposal',
  method: 'GET',
  path: '/api/v1/supplier/proposals/:id',
  access: may('view'),
  summary: 'Ver minha proposta',
  reads: ['proposal'],
  reply: Proposal,
  versioned: true,
});
export const updateSupplierProposal = endpoint({
  ...aProposal,
  id: 'updateSupplierProposal',
  method: 'PUT',
  path: '/api/v1/supplier/proposals/:id',
  access: may('edit'),
  summary: 'Alterar rascunho',
  body: UpdateSupplierProposalBody,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
});
export const loosenPartialTerms = endpoint({
  ...aProposal,
  origin: 'own',
  id: 'loosenPartialTerms',
  method: 'PUT',
  path: '/api/v1/supplier/proposals/:id/partial-terms',
  access: may('edit'),
  summary: 'Facilitar a compra de uma proposta enviada',
  description:
    'Depois do envio as condições só ficam mais fáceis: aceitar vender em parte, baixar ou tirar o mínimo, passar o frete de ' +
    'inteiro a proporcional (até a primeira compra). O que não vier fica como está. No rascunho, use `PUT` da proposta.',
  body: PartialTermsBody,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
});
export const removeSupplierProposal = endpoint({
  ...aProposal,
  id: 'removeSupplierProposal',
  method: 'DELETE',
  path: '/api/v1/supplier/proposals/:id',
  access: may('delete'),
  summary: 'Excluir o rascunho, ou cancelar a proposta enviada',
  outdates: ['proposal', 'proposals'],
  reply: Message,
  errors: [422],
});
export const getSupplierProposalPdf = endpoint({
  ...aProposal,
  id: 'getSupplierProposalPdf',
  method: 'GET',
  path: '/api/v1/supplier/proposals/:id/pdf',
  access: may('view'),
  summary: 'PDF da proposta',
  reply: { file: 'application/pdf', description: 'A proposta em PDF' },
});

export const getQuoteSheet = endpoint({
  ...anOrder,
  origin: 'own',
  id: 'getQuoteSheet',
  method: 'GET',
  path: '/api/v1/supplier/orders/:id/quote-sheet',
  query: object({ format: sheetFormat() }),
  summary: 'Planilha para preencher preços',
  description:
    'Um .xlsx, ou um CSV em UTF-8 com BOM, separado por `;`, decimais com vírgula, já com o rascunho de quem ' +
    'pede. Para responder, altere da coluna Preço unitário em diante.',
  reply: {
    file: sheetFiles,
    description: 'A planilha, uma linha por item da cotação',
  },
});
export const saveQuoteSheet = endpoint({
  ...anOrder,
  access: may('create'),
  origin: 'own',
  id: 'saveQuoteSheet',
  method: 'POST',
  path: '/api/v1/supplier/orders/:id/quote-sheet',
  summary: 'Enviar a planilha preenchida: ela vira o rascunho',
  query: object({
    only_valid: Type.Optional(
      flag({
        description: 'Deixa de fora as linhas com erro: o item fica como está no rascunho',
      }),
    ),
  }),
  description:
    'A planilha de `GET` preenchida, em qualquer ordem de colunas e de linhas: .xlsx (a primeira folha visível) ou CSV. ' +
    'Aceita `;`, `,` ou tabulação, UTF-8 ou Windows-1252, `1.234,56` ou `1234.56`; ' +
    '`R$ -` é uma célula vazia, e linhas de total são ignoradas. ' +
    'Uma linha sem nada preenchido fica fora do rascunho. Vender em parte, mínimo e frete proporcional valem para a proposta inteira e bastam em uma linha; em branco, ficam como estão. Os erros citam a linha do arquivo (`rows.3.unit_price`; o cabeçalho é a linha 1), e com qualquer erro nada é gravado, a não ser com `only_valid`: então as linhas sem erro entram no rascunho, e o item de que nenhuma delas fala fica como estava; condições com erro recusam a planilha. Com `If-Match` (a versão do rascunho que você leu), um rascunho mais novo não é substituído: 409. No máximo 1.000 linhas, 64 colunas e 4 KiB por célula.',
  upload: { maxBytes: 1024 * 1024, mediaTypes: sheetUploads },
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
});

export const supplierEndpoints = [
  getSupplierDashboard,
  listSupplierOrders,
  listFavoriteOrders,
  listDeclinedOrders,
  getSupplierOrder,
  toggleFavoriteOrder,
  declineOrder,
  undoDecline,
  listSupplierProposals,
  createSupplierProposal,
  getSupplierProposal,
  updateSupplierProposal,
  loosenPartialTerms,
  removeSupplierProposal,
  getSupplierProposalPdf,
  getQuoteSheet,
  saveQuoteSheet,
];
