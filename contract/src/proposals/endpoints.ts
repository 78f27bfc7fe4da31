import { Type } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import { flag, oneOf, openObject } from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import {
  AcceptBody,
  AnyProposal,
  CancelProposalBody,
  Proposal,
  ProposalDraftBody,
  RejectBody,
  ReviewBody,
  ReviewReply,
} from './schemas.ts';

const tag = 'Propostas';
const itemsNote =
  'A resposta tem no máximo 20 MB: uma lista maior é recusada (422), e `items=false` a traz sem os itens.';
const supplierMay = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['fornecedor'], permission: `proposals.${action}` }) as const;
const producerMay = <const A extends 'edit'>(action: A) =>
  ({ profiles: ['produtor'], permission: `proposals.${action}` }) as const;
const byProposal = Type.Object({
  proposal: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
});
const items = Type.Optional(flag({ examples: [true] }));
/** `items=false` returns the proposals with empty `items`. */
const ownList = openObject({ items });
/**
 * `view=anonymous` returns the proposal without the supplier, with a letter of the session and the
 * mark of the order in its place.
 */
const view = openObject({
  view: Type.Optional(oneOf(['full', 'anonymous'], { examples: ['anonymous'] })),
});

/** The same for a list, without the items where `items` is false. */
const receivedList = openObject({ ...view.properties, items });

export const listOwnProposals = endpoint({
  id: 'listOwnProposals',
  method: 'GET',
  path: '/api/v1/orders/:order/proposals',
  tag,
  origin: 'interface',
  access: supplierMay('view'),
  subject: 'order',
  summary: 'Minhas propostas para uma cotação',
  description: itemsNote,
  params: byOrder,
  query: ownList,
  reads: ['proposals'],
  reply: Type.Array(Proposal),
});
export const saveProposalDraft = endpoint({
  id: 'saveProposalDraft',
  method: 'POST',
  path: '/api/v1/orders/:order/proposals',
  tag,
  origin: 'interface',
  access: supplierMay('create'),
  subject: 'order',
  summary: 'Criar ou substituir o rascunho da proposta',
  params: byOrder,
  body: ProposalDraftBody,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
});
export const getProposal = endpoint({
  id: 'getProposal',
  method: 'GET',
  path: '/api/v1/proposals/:proposal',
  tag,
  origin: 'interface',
  access: { profiles: ['fornecedor', 'produtor', 'consultor'], permission: 'proposals.view' },
  subject: 'proposal',
  summary: 'Ver proposta',
  description: 'Consultores recebem sempre a visão anônima.',
  params: byProposal,
  query: view,
  reads: ['proposal'],
  reply: AnyProposal,
  versioned: true,
});
export const submitProposal = endpoint({
  id: 'submitProposal',
  method: 'POST',
  path: '/api/v1/proposals/:proposal/submit',
  tag,
  origin: 'interface',
  access: supplierMay('edit'),
  subject: 'proposal',
  summary: 'Enviar proposta',
  params: byProposal,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
  errors: [422],
});
export const deleteProposal = endpoint({
  id: 'deleteProposal',
  method: 'DELETE',
  path: '/api/v1/proposals/:proposal',
  tag,
  origin: 'interface',
  access: supplierMay('delete'),
  subject: 'proposal',
  summary: 'Excluir rascunho',
  params: byProposal,
  outdates: ['proposals'],
  reply: Message,
  errors: [422],
});
export const cancelProposal = endpoint({
  id: 'cancelProposal',
  method: 'POST',
  path: '/api/v1/proposals/:proposal/cancel',
  tag,
  origin: 'own',
  access: supplierMay('edit'),
  subject: 'proposal',
  summary: 'Cancelar proposta enviada',
  params: byProposal,
  body: CancelProposalBody,
  bodyOptional: true,
  outdates: ['proposal', 'proposals'],
  reply: Proposal,
  versioned: true,
});
export const listReceivedProposals = endpoint({
  id: 'listReceivedProposals',
  method: 'GET',
  path: '/api/v1/orders/:order/proposals/received',
  tag,
  origin: 'interface',
  access: { profiles: ['produtor', 'consultor'], permission: 'proposals.view' },
  subject: 'order',
  summary: 'Propostas recebidas',
  description:
    'Consultores recebem sempre a visão anônima. ' +
    'Das propostas retiradas, cada fornecedor aparece com as cinco últimas; as outras continuam no próprio endereço. ' +
    `Na visão anônima, \`alternatives\` diz quais outras propostas valendo são do mesmo fornecedor. ${itemsNote}`,
  params: byOrder,
  query: receivedList,
  reads: ['proposals'],
  reply: Type.Array(AnyProposal),
});
export const acceptProposal = endpoint({
  id: 'acceptProposal',
  method: 'POST',
  path: '/api/v1/proposals/:proposal/accept',
  tag,
  origin: 'interface',
  access: producerMay('edit'),
  subject: 'proposal',
  summary: 'Aceitar proposta',
  description: 'Quando não pode aceitar, responde 500 com o motivo e nada muda.',
  params: byProposal,
  query: view,
  body: AcceptBody,
  bodyOptional: true,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison', 'purchases', 'award'],
  reply: AnyProposal,
  versioned: true,
  errors: [500],
});
export const rejectProposal = endpoint({
  id: 'rejectProposal',
  method: 'POST',
  path: '/api/v1/proposals/:proposal/reject',
  tag,
  origin: 'interface',
  access: producerMay('edit'),
  subject: 'proposal',
  summary: 'Recusar proposta',
  params: byProposal,
  query: view,
  body: RejectBody,
  bodyOptional: true,
  outdates: ['order', 'orders', 'proposal', 'proposals', 'comparison'],
  reply: AnyProposal,
  versioned: true,
});
export const reviewProposal = endpoint({
  id: 'reviewProposal',
  method: 'PUT',
  path: '/api/v1/producer/proposals/:proposal/review',
  tag,
  origin: 'own',
  access: producerMay('edit'),
  subject: 'proposal',
  summary: 'Marcar até onde a análise da proposta chegou',
  description:
    'Vale para todas as sessões do produtor. Depois da decisão, `review_state` segue a situação da proposta.',
  params: byProposal,
  body: ReviewBody,
  outdates: ['order', 'orders', 'proposal', 'proposals'],
  reply: ReviewReply,
});

export const proposalEndpoints = [
  listOwnProposals,
  saveProposalDraft,
  getProposal,
  submitProposal,
  deleteProposal,
  cancelProposal,
  listReceivedProposals,
  acceptProposal,
  rejectProposal,
  reviewProposal,
];
