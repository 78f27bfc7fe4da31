import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type {
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { Verdict } from '../../platform/http/mount.ts';

/** What ownership is judged by; it never changes but for the draft's submission. */
export interface OwnedProposal {
  readonly id: number;
  readonly order_id: number;
  readonly supplier_id: number;
  readonly producer_id: number;
  readonly status: ProposalStatus;
}

/** Its supplier; to everybody else a draft does not exist. */
export function judgeSupplier(caller: SupplierCaller, proposal: OwnedProposal): Verdict {
  if (proposal.supplier_id === caller.supplierId) return 'ok';
  return proposal.status === 'draft' ? 'hidden' : 'forbidden';
}

/** The producer who owns the order, once it has been submitted. */
export function judgeProducer(caller: ProducerCaller, proposal: OwnedProposal): Verdict {
  if (proposal.status === 'draft') return 'hidden';
  return proposal.producer_id === caller.producerId ? 'ok' : 'forbidden';
}

/** Whether the producer concerned is one whom the calling consultant advises; of nobody else's concern. */
export interface Advised {
  readonly isAdvised: boolean;
}

/** Either side may look, and a consultant of the producer. */
export function judgeReader(
  caller: SupplierCaller | ProducerCaller | ConsultantCaller,
  proposal: OwnedProposal & Advised,
): Verdict {
  if (caller.userType === 'fornecedor') return judgeSupplier(caller, proposal);
  if (caller.userType === 'produtor') return judgeProducer(caller, proposal);
  if (proposal.status === 'draft') return 'hidden';
  return proposal.isAdvised ? 'ok' : 'forbidden';
}

/** What an order received is for its producer, and for a consultant of that producer. */
export function judgeReceiver(
  caller: ProducerCaller | ConsultantCaller,
  order: { readonly producer_id: number } & Advised,
): Verdict {
  if (caller.userType === 'produtor') return judgeOrderOwner(caller, order);
  return order.isAdvised ? 'ok' : 'forbidden';
}

/** An order's proposals and what was decided on them are its producer's alone. */
export const judgeOrderOwner = (
  caller: ProducerCaller,
  order: { readonly producer_id: number },
): Verdict => (order.producer_id === caller.producerId ? 'ok' : 'forbidden');
