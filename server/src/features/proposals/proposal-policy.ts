import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type {
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { Verdict } from '../../platform/http/mount.ts';

/**
 * The fields that decide about access; they never change, except `status` when the draft is
 * submitted.
 */
export interface OwnedProposal {
  readonly id: number;
  readonly order_id: number;
  readonly supplier_id: number;
  readonly producer_id: number;
  readonly status: ProposalStatus;
}

/** Authorizes the proposal's supplier; for all others a draft does not exist. */
export function judgeSupplier(caller: SupplierCaller, proposal: OwnedProposal): Verdict {
  if (proposal.supplier_id === caller.supplierId) return 'ok';
  return proposal.status === 'draft' ? 'hidden' : 'forbidden';
}

/** Authorizes the producer who owns the order, once the proposal has been submitted. */
export function judgeProducer(caller: ProducerCaller, proposal: OwnedProposal): Verdict {
  if (proposal.status === 'draft') return 'hidden';
  return proposal.producer_id === caller.producerId ? 'ok' : 'forbidden';
}

/** Whether the calling consultant advises the producer concerned; irrelevant for other profiles. */
export interface Advised {
  readonly isAdvised: boolean;
}

/** Authorizes both parties, and a consultant of the producer. */
export function judgeReader(
  caller: SupplierCaller | ProducerCaller | ConsultantCaller,
  proposal: OwnedProposal & Advised,
): Verdict {
  if (caller.userType === 'fornecedor') return judgeSupplier(caller, proposal);
  if (caller.userType === 'produtor') return judgeProducer(caller, proposal);
  if (proposal.status === 'draft') return 'hidden';
  return proposal.isAdvised ? 'ok' : 'forbidden';
}

/**
 * Authorizes reading the proposals of an order: its producer, and a consultant of that producer.
 */
export function judgeReceiver(
  caller: ProducerCaller | ConsultantCaller,
  order: { readonly producer_id: number } & Advised,
): Verdict {
  if (caller.userType === 'produtor') return judgeOrderOwner(caller, order);
  return order.isAdvised ? 'ok' : 'forbidden';
}

/**
 * Authorizes only the producer who owns the order, for its proposals and the decisions about them.
 */
export const judgeOrderOwner = (
  caller: ProducerCaller,
  order: { readonly producer_id: number },
): Verdict => (order.producer_id === caller.producerId ? 'ok' : 'forbidden');
