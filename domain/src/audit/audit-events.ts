import type { OrderTransition } from '../order/order-machine.ts';
import type { ProposalTransition } from '../proposal/proposal-machine.ts';

/**
 * Audit event of each order transition. `edit` has none: changing a draft commits its author to
 * nothing.
 */
export const orderTransitionEvents = {
  publish: 'order.published',
  hold: 'order.held',
  approve: 'order.approved',
  release: 'order.released',
  return: 'order.returned',
  close: 'order.closed',
  expire: 'order.expired',
  extend_deadline: 'order.deadline_extended',
  award: 'order.awarded',
  finalize: 'order.finalized',
  cancel: 'order.cancelled',
  revoke: 'order.revoked',
  suspend: 'order.suspended',
  resume: 'order.resumed',
  suspend_with_owner: 'order.suspended_with_owner',
  resume_with_owner: 'order.resumed_with_owner',
} as const satisfies Readonly<Record<Exclude<OrderTransition, 'edit'>, string>>;

/** Audit event of each proposal transition. */
export const proposalTransitionEvents = {
  submit: 'proposal.submitted',
  accept: 'proposal.accepted',
  reject: 'proposal.rejected',
  cancel: 'proposal.cancelled',
} as const satisfies Readonly<Record<Exclude<ProposalTransition, 'edit'>, string>>;

/** Audit events of a negotiation or an account that are not state transitions. */
const otherEvents = [
  'order.bought_more',
  'proposal.terms_loosened',
  'product.requested',
  'order.drafted',
  'order.draft_edited',
  'order.draft_deleted',
  'order.publication_requested',
  'order.declined',
  'order.decline_undone',
  'question.asked',
  'question.answered',
  'attachment.added',
  'attachment.removed',
  'invitation.created',
  'invitation.revoked',
  'contact.missed',
  'contact.made',
  'session.opened',
  'session.closed',
  'session.revoked',
  'data.exported',
] as const;

export type OrderTransitionEvent =
  (typeof orderTransitionEvents)[keyof typeof orderTransitionEvents];
export type ProposalTransitionEvent =
  (typeof proposalTransitionEvents)[keyof typeof proposalTransitionEvents];

/**
 * Business event that an audit row can carry in addition to its create, update or delete action.
 */
export type AuditEvent =
  | OrderTransitionEvent
  | ProposalTransitionEvent
  | (typeof otherEvents)[number];
export const auditEvents: readonly AuditEvent[] = [
  ...Object.values(orderTransitionEvents),
  ...Object.values(proposalTransitionEvents),
  ...otherEvents,
];

/** Portuguese labels shown to users. */
export const auditEventLabels: Readonly<Record<AuditEvent, string>> = {
  'order.published': 'Cotação publicada',
  'order.held': 'Cotação à espera de aprovação ou da hora',
  'order.approved': 'Cotação aprovada',
  'order.released': 'Cotação publicada depois da espera',
  'order.returned': 'Cotação devolvida ao produtor',
  'order.closed': 'Cotação encerrada para análise',
  'order.expired': 'Cotação expirada',
  'order.deadline_extended': 'Prazo da cotação prorrogado',
  'order.awarded': 'Cotação adjudicada',
  'order.finalized': 'Cotação finalizada',
  'order.cancelled': 'Cotação cancelada',
  'order.revoked': 'Cotação revogada',
  'order.suspended': 'Cotação suspensa',
  'order.resumed': 'Cotação retomada',
  'order.suspended_with_owner': 'Cotação suspensa com a conta do produtor',
  'order.resumed_with_owner': 'Cotação retomada com a conta do produtor',
  'proposal.submitted': 'Proposta enviada',
  'proposal.accepted': 'Proposta aceita',
  'proposal.rejected': 'Proposta recusada',
  'proposal.cancelled': 'Proposta cancelada',
  'order.bought_more': 'Mais itens da cotação comprados',
  'proposal.terms_loosened': 'Venda em parte facilitada',
  'product.requested': 'Produto pedido para o catálogo',
  'order.drafted': 'Rascunho escrito para o produtor',
  'order.draft_edited': 'Rascunho do produtor alterado',
  'order.draft_deleted': 'Rascunho do produtor excluído',
  'order.publication_requested': 'Publicação pedida ao produtor',
  'order.declined': 'Fornecedor não participará',
  'order.decline_undone': 'Fornecedor voltou a participar',
  'question.asked': 'Pergunta feita',
  'question.answered': 'Pergunta respondida',
  'attachment.added': 'Anexo incluído',
  'attachment.removed': 'Anexo excluído',
  'invitation.created': 'Convite da cotação criado',
  'invitation.revoked': 'Convite da cotação desativado',
  'contact.missed': 'Contato do fornecedor escolhido não aconteceu',
  'contact.made': 'Aviso de contato não feito retirado',
  'session.opened': 'Entrada na conta',
  'session.closed': 'Saída da conta',
  'session.revoked': 'Sessão encerrada por segurança',
  'data.exported': 'Exportação dos próprios dados',
};
