import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { displayStatus } from '@lavra/domain/proposal/proposal-rules';
import type { ProposalDisplayStatus } from '@lavra/domain/proposal/proposal-status';
import { supplierPaths } from '../../paths/supplier.ts';

type Standing = Pick<
  SupplierOrderSummary,
  'uuid' | 'status' | 'is_suspended' | 'declined' | 'dias_restantes' | 'my_proposal'
>;

/** The next step of a supplier with an order, and its address. */
export interface NextStep {
  readonly label: 'Preencher proposta' | 'Continuar rascunho' | 'Ver rascunho' | 'Ver proposta';
  readonly to: string;
  readonly isOpen: boolean;
}

/**
 * Returns true when the order still accepts proposals from this supplier, as far as the list shows.
 */
const takesProposals = ({ status, is_suspended, declined, dias_restantes }: Standing): boolean =>
  status === 'publicada' && !is_suspended && !declined && dias_restantes >= 0;

/**
 * Returns the next step: start, continue or view the proposal; undefined when the order is over and
 * there is no proposal.
 */
export function nextStep(order: Standing): NextStep | undefined {
  const { uuid, my_proposal } = order;
  const isOpen = takesProposals(order);
  const editor = supplierPaths.proposalEditor(uuid);
  if (my_proposal === null)
    return isOpen ? { label: 'Preencher proposta', to: editor, isOpen } : undefined;
  if (my_proposal.status !== 'draft')
    return { label: 'Ver proposta', to: supplierPaths.proposal(my_proposal.uuid), isOpen };
  return isOpen
    ? { label: 'Continuar rascunho', to: editor, isOpen }
    : { label: 'Ver rascunho', to: supplierPaths.proposal(my_proposal.uuid), isOpen };
}

/**
 * Returns the state of the supplier's proposal as shown in the portals: a submitted one is lost
 * when its order is.
 */
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
