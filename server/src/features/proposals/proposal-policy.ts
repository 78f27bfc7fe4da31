import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type {
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { AccessDecision } from '../../platform/http/mount.ts';

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
export function authorizeSupplier(caller: SupplierCaller, proposal: OwnedProposal): AccessDecision {
  if (proposal.supplier_id === caller.supplierId) return 'ok';
  return proposal.status === 'draft' ? 'hidden' : 'forbidden';
}

/** Authorizes the producer who owns the order, once the proposal has been submitted. */
export function authorizeProducer(caller: ProducerCaller, proposal: OwnedProposal): AccessDecision {
  if (proposal.status === 'draft') return 'hidden';
  return proposal.producer_id === caller.producerId ? 'ok' : 'forbidden';
}

/** Whether the calling consultant advises the producer concerned; irrelevant for other profiles. */
export interface Advised {
  readonly isAdvised: boolean;
}

/** Authorizes both parties, and a consultant of the producer. */
export function authorizeReader(
  caller: SupplierCaller | ProducerCaller | ConsultantCaller,
  proposal: OwnedProposal & Advised,
): AccessDecision {
  if (caller.userType === 'fornecedor') return authorizeSupplier(caller, proposal);
  if (caller.userType === 'produtor') return authorizeProducer(caller, proposal);
  if (proposal.status === 'draft') return 'hidden';
  return proposal.isAdvised ? 'ok' : 'forbidden';
}

/**
 * Authorizes reading the proposals of an order: its producer, and a consultant of that producer.
 */
export function authorizeProposalsReader(
  caller: ProducerCaller | ConsultantCaller,
  order: { readonly producer_id: number } & Advised,
): AccessDecision {
  if (caller.userType === 'produtor') return authorizeOrderOwner(caller, order);
  return order.isAdvised ? 'ok' : 'forbidden';
}

/**
 * Authorizes only the producer who owns the order, for its proposals and the decisions about them.
 */
export const authorizeOrderOwner = (
  caller: ProducerCaller,
  order: { readonly producer_id: number },
): AccessDecision => (order.producer_id === caller.producerId ? 'ok' : 'forbidden');
