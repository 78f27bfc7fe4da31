import { Type, type Static } from 'typebox';
import { count, date, decimal, flag, id, nullable, object, text, uuid } from '../kit/schema.ts';
import { MyProposal } from '../orders/supplier-schemas.ts';
import { ProposalSummary } from '../proposals/schemas.ts';

const Metrics = object(
  {
    licitacoes_abertas: count({ examples: [12] }),
    licitacoes_favoritas: count(),
    propostas_rascunho: count(),
    propostas_enviadas: count({ examples: [25] }),
    propostas_aceitas: count({ examples: [6] }),
    propostas_rejeitadas: count(),
    taxa_aceitacao: Type.Number({
      minimum: 0,
      maximum: 100,
      examples: [24],
      description: 'Percentual das enviadas',
    }),
    valor_aceito: decimal({ examples: [812340.5] }),
  },
  { title: 'SupplierMetrics' },
);

const UrgentOrder = object(
  {
    id: id(),
    uuid: uuid(),
    number: text(20, { examples: ['COT-2026-000123'] }),
    description: text(500, { examples: ['Insumos para a safra 2026/27'] }),
    deadline_date: date(),
    dias_restantes: Type.Integer({ examples: [1] }),
    total_itens: count({ examples: [14] }),
    favorited: flag(),
    my_proposal: nullable(MyProposal),
  },
  { title: 'UrgentOrder' },
);

export const SupplierDashboard = object(
  {
    metricas: Metrics,
    ultimasPropostas: Type.Array(ProposalSummary),
    licitacoesUrgentes: Type.Array(UrgentOrder, { maxItems: 10 }),
  },
  { title: 'SupplierDashboard' },
);
export type SupplierDashboard = Static<typeof SupplierDashboard>;

export const FavoriteReply = object(
  { message: text(200, { examples: ['Cotação adicionada aos favoritos.'] }), is_favorited: flag() },
  { title: 'FavoriteReply' },
);
export const DeclineReply = object(
  { message: text(200, { examples: ['Você não participará desta cotação.'] }), declined: flag() },
  { title: 'DeclineReply' },
);
