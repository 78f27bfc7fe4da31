import type { SupplierOrderSummary } from '@lavra/contract/orders/schemas';
import { displayStatus } from '@lavra/domain/proposal/proposal-rules';
import type { ProposalDisplayStatus } from '@lavra/domain/proposal/proposal-status';

type Standing = Pick<
  SupplierOrderSummary,
  'uuid' | 'status' | 'is_suspended' | 'declined' | 'dias_restantes' | 'my_proposal'
>;

/** What a supplier does next with an order, and where. */
export interface NextStep {
  readonly label: 'Preencher proposta' | 'Continuar rascunho' | 'Ver rascunho' | 'Ver proposta';
  readonly to: string;
  readonly isOpen: boolean;
}

/** Whether the order still takes proposals from this supplier, as far as a list tells. */
const takesProposals = ({ status, is_suspended, declined, dias_restantes }: Standing): boolean =>
  status === 'publicada' && !is_suspended && !declined && dias_restantes >= 0;

/** Begin, go on, look back; nothing where the order is over and there is no proposal. */
export function nextStep(order: Standing): NextStep | undefined {
  const { uuid, my_proposal } = order;
  const isOpen = takesProposals(order);
  const editor = `/cotacoes/${uuid}/proposta`;
  if (my_proposal === null)
    return isOpen ? { label: 'Preencher proposta', to: editor, isOpen } : undefined;
  if (my_proposal.status !== 'draft')
    return { label: 'Ver proposta', to: `/propostas/${my_proposal.uuid}`, isOpen };
  return isOpen
    ? { label: 'Continuar rascunho', to: editor, isOpen }
    : { label: 'Ver rascunho', to: `/propostas/${my_proposal.uuid}`, isOpen };
}

/** The own proposal's state as the portals show it: what was sent is lost with its order. */
export function proposalState({
  my_proposal,
  status,
}: Pick<Standing, 'my_proposal' | 'status'>): ProposalDisplayStatus | undefined {
  return my_proposal === null
    ? undefined
    : displayStatus({
        status: my_proposal.status,
        orderStatus: status,
        validityDate: null,
        today: '',
      });
}
