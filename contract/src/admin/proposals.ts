import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import {
  date,
  id,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
} from '../kit/schema.ts';
import { OrderComparison } from '../orders/comparison.ts';
import { ProposalMark } from '../proposals/mark.ts';
import { Proposal, ProposalItem, ProposalSummary } from '../proposals/schemas.ts';
import { LogPage, logPageQuery } from './logs.ts';
import { NamedParty, OrderProducer, shortPage } from './orders.ts';
import { byRecord } from './people.ts';

const tag = 'Administração de propostas';
const viewers = { profiles: ['admin'], permission: 'proposals.view' } as const;
const one = {
  tag,
  origin: 'interface',
  subject: 'proposal',
  params: byRecord,
  access: viewers,
} as const;

/** Without `draft`: only its supplier can see a draft. */
const sentStatuses = ['submitted', 'accepted', 'rejected', 'cancelled'] as const;
const sentDisplayStatuses = [...sentStatuses, 'lost', 'expired'] as const;

const {
  can_edit: _edit,
  can_submit: _submit,
  can_cancel: _cancel,
  ...summaryFields
} = ProposalSummary.properties;
/** A proposal in the administration's lists, with both parties named. */
export const AdminProposalSummary = object(
  { ...summaryFields, mark: ProposalMark, supplier: NamedParty, producer: NamedParty },
  { title: 'AdminProposalSummary' },
);
export type AdminProposalSummary = Static<typeof AdminProposalSummary>;
const AdminProposalPage = pageOf(AdminProposalSummary, 'AdminProposalPage');

const {
  can_edit: _canEdit,
  can_submit: _canSubmit,
  can_cancel: _canCancel,
  identity_warnings: _warnings,
  ...proposalFields
} = Proposal.properties;
/** A complete proposal as the administration sees it, with its supplier and producer. */
export const AdminProposal = object(
  { ...proposalFields, mark: ProposalMark, producer: OrderProducer },
  { title: 'AdminProposal' },
);
export type AdminProposal = Static<typeof AdminProposal>;

const column = OrderComparison.properties.proposals.items.properties;
/**
 * The comparison that producers see, with named columns; letters follow the order in which the
 * proposals were requested.
 */
export const AdminComparison = object(
  {
    ...OrderComparison.properties,
    proposals: Type.Array(
      object(
        {
          ...column,
          supplier_id: id(),
          supplier_name: text(200, { examples: ['Revenda Demonstração Rio Verde'] }),
        },
        { title: 'AdminComparisonColumn' },
      ),
    ),
  },
  { title: 'AdminComparison' },
);
export type AdminComparison = Static<typeof AdminComparison>;

const listFilters = {
  ...adminPageQuery,
  ...searchQuery,
  status: Type.Optional(oneOf(sentStatuses, { examples: ['submitted'] })),
  display_status: Type.Optional(oneOf(sentDisplayStatuses, { examples: ['lost'] })),
};
const sorts = ['submitted_at', 'total_amount', 'status'] as const;

export const listAdminProposals = endpoint({
  id: 'listAdminProposals',
  method: 'GET',
  path: '/api/v1/admin/proposals',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Propostas enviadas',
  description:
    'Rascunhos nunca aparecem. A busca olha número e descrição da cotação, o nome do ' +
    'fornecedor e o da proposta na cotação; o período é o do envio, no fuso da plataforma.',
  query: openObject({
    ...listFilters,
    ...sortQuery(sorts),
    supplier_id: Type.Optional(id()),
    order_id: Type.Optional(id()),
    producer_id: Type.Optional(id()),
    start_date: Type.Optional(date()),
    end_date: Type.Optional(date()),
  }),
  reads: ['proposals'],
  reply: AdminProposalPage,
});
export const listAdminOrderProposals = endpoint({
  id: 'listAdminOrderProposals',
  method: 'GET',
  path: '/api/v1/admin/orders/:id/proposals',
  tag,
  origin: 'interface',
  access: viewers,
  subject: 'order',
  params: byRecord,
  summary: 'Propostas enviadas a uma cotação, com seus fornecedores',
  query: openObject({ ...listFilters, ...sortQuery([...sorts, 'mark'] as const) }),
  reads: ['order'],
  reply: AdminProposalPage,
});
const compared = () =>
  Type.Optional(Type.Array(Type.String({ maxLength: 40, examples: ['42'] }), { maxItems: 50 }));
export const compareAdminProposals = endpoint({
  id: 'compareAdminProposals',
  method: 'GET',
  path: '/api/v1/admin/proposals/compare',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Comparar de 2 a 10 propostas da mesma cotação, com seus fornecedores',
  description: 'Cada `ids[]` é o id ou o UUID de uma proposta enviada.',
  query: openObject({ 'ids[]': compared(), ids: compared() }),
  reads: ['comparison'],
  reply: AdminComparison,
});
export const getAdminProposal = endpoint({
  ...one,
  id: 'getAdminProposal',
  method: 'GET',
  path: '/api/v1/admin/proposals/:id',
  summary: 'Uma proposta enviada',
  reads: ['proposal'],
  reply: AdminProposal,
  versioned: true,
});
export const listAdminProposalItems = endpoint({
  ...one,
  id: 'listAdminProposalItems',
  method: 'GET',
  path: '/api/v1/admin/proposals/:id/items',
  summary: 'Itens de uma proposta',
  query: shortPage,
  reads: ['proposal'],
  reply: pageOf(ProposalItem, 'ProposalItemPage'),
});
export const listAdminProposalLogs = endpoint({
  ...one,
  id: 'listAdminProposalLogs',
  method: 'GET',
  path: '/api/v1/admin/proposals/:id/logs',
  summary: 'O que aconteceu com uma proposta e, depois de enviada, com a cotação dela',
  query: openObject(logPageQuery),
  reads: ['proposal'],
  reply: LogPage,
});

export const adminProposalEndpoints = [
  listAdminProposals,
  listAdminOrderProposals,
  compareAdminProposals,
  getAdminProposal,
  listAdminProposalItems,
  listAdminProposalLogs,
];
