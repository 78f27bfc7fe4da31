/**
 * The entries of an order's timeline that its producer sees, by event. Events without a text are
 * not shown. No sentence names a person or company: a proposal is "received", never by whom.
 */
export const timelineTexts = {
  'order.created': 'Cotação criada',
  'order.imported': 'Cotação importada pela administração',
  'order.sent_for_approval': 'Enviada para aprovação da administração',
  'order.scheduled': 'Publicação agendada',
  'order.approved': 'Aprovada pela administração',
  'order.returned': 'Devolvida para ajustes',
  'order.published': 'Cotação publicada',
  'order.deadline_extended': 'Prazo estendido',
  'order.suspended': 'Cotação suspensa',
  'order.resumed': 'Suspensão encerrada',
  'order.closed': 'Recebimento de propostas encerrado',
  'order.expired': 'Expirada sem propostas',
  'order.finalized': 'Cotação finalizada',
  'order.cancelled': 'Cotação cancelada',
  'order.revoked': 'Revogada pela administração',
  'question.asked': 'Pergunta recebida',
  'question.answered': 'Pergunta respondida',
  'attachment.added': 'Anexo incluído',
  'attachment.removed': 'Anexo excluído',
  'proposal.submitted': 'Proposta recebida',
  'proposal.imported': 'Proposta importada pela administração',
  'proposal.cancelled': 'Proposta retirada',
  'proposal.accepted': 'Proposta vencedora escolhida',
  'proposal.rejected': 'Proposta recusada',
} as const satisfies Readonly<Record<string, string>>;

export type TimelineEvent = keyof typeof timelineTexts;

/** The kind of actor, never a name. */
export const timelineActors = {
  produtor: 'Produtor',
  fornecedor: 'Fornecedor',
  admin: 'Administração',
  system: 'Sistema',
} as const;
