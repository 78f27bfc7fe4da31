import { countOf } from '@lavra/domain/text/count-of';
/**
 * The entries of an order's timeline that its producer sees, by event. Events without a text are
 * not shown. No sentence names a person or company: a proposal is "received", never by whom.
 */
export const timelineTexts = {
  'order.created': 'Cotação criada',
  'order.draft_edited': 'Rascunho alterado',
  'order.publication_requested': 'Publicação pedida ao produtor',
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
  'proposal.terms_loosened': 'Proposta ficou mais fácil de comprar',
  'proposal.cancelled': 'Proposta retirada',
  'proposal.accepted': 'Proposta escolhida',
  'proposal.rejected': 'Proposta recusada',
} as const satisfies Readonly<Record<string, string>>;

export type TimelineEvent = keyof typeof timelineTexts;

/** What was bought of a proposal, and in which round; events of older releases do not say it. */
interface BoughtData {
  readonly kind?: 'whole' | 'partial';
  readonly items?: number;
  readonly round?: number;
}

function boughtOf(name: string, { kind, items = 0, round = 1 }: BoughtData): string {
  const bought =
    kind === 'partial'
      ? `${countOf(items, ['item comprado', 'itens comprados'])} da ${name}`
      : `${name} escolhida`;
  return round > 1 ? `${bought}, na rodada ${round}` : bought;
}

/** The same where the proposal's mark is known. */
export const markedTimelineTexts: Readonly<
  Partial<Record<TimelineEvent, (name: string, data: BoughtData) => string>>
> = {
  'proposal.submitted': (name) => `${name} recebida`,
  'proposal.terms_loosened': (name) => `${name} ficou mais fácil de comprar`,
  'proposal.cancelled': (name) => `${name} retirada`,
  'proposal.accepted': boughtOf,
  'proposal.rejected': (name) => `${name} recusada`,
};

/** The kind of actor, never a name. */
export const timelineActors = {
  produtor: 'Produtor',
  fornecedor: 'Fornecedor',
  admin: 'Administração',
  consultor: 'Consultor',
  system: 'Sistema',
} as const;
