export const proposalStatuses = [
  'draft',
  'submitted',
  'accepted',
  'rejected',
  'cancelled',
] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/**
 * Statuses that the portals show: the stored status, or how a submitted proposal ended without a
 * decision on it.
 */
export const proposalDisplayStatuses = [...proposalStatuses, 'lost', 'expired'] as const;
export type ProposalDisplayStatus = (typeof proposalDisplayStatuses)[number];

export const proposalStatusLabels: Readonly<Record<ProposalDisplayStatus, string>> = {
  draft: 'Rascunho',
  submitted: 'Enviada',
  accepted: 'Aceita',
  rejected: 'Recusada',
  cancelled: 'Cancelada',
  lost: 'Não selecionada',
  expired: 'Expirada',
};
