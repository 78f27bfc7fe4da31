import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DecisionPrinting } from './decision/decision-print.ts';
import { decisionJob } from './decision/decision-write.ts';
import type { ProposalPrinting } from './pdf/proposal-print.ts';
import { createProposalQueues } from './proposal-queues.ts';
import { mountProposalRoutes } from './proposal-routes.ts';
import type { IsConsultantOf } from './proposal-subjects.ts';
import { mountSupplierProposalRoutes } from './supplier-proposal-routes.ts';

export {
  createManyProposals,
  type BulkProposal,
  type BulkProposalColumns,
} from './bulk/create-many-proposals.ts';
export type { DecisionContent } from './decision/decision-content.ts';
export { freezeRound, noteDecision } from './decision/decision-record.ts';
export type { View } from './proposal-decisions.ts';
export type { StoredPartialTerms } from './proposal-input.ts';
export { itemProductsColumns, maskAskedWords, type ItemRecord } from './proposal-item.ts';
export { authorizeProducer, type OwnedProposal } from './proposal-policy.ts';
export { findOwnedProposal } from './proposal-store.ts';
export { acceptProposals } from './proposal-transition.ts';
export { findReadableOrder, authorizeOrderReader } from './order-readers.ts';
export { assertTakesProposals, isDeclined } from './proposal-drafts.ts';
export { lettersFor } from './proposal-letters.ts';
export { decisionPdfKind } from './decision/decision-pdf-kind.ts';
export { proposalPdfKind } from './pdf/proposal-pdf-kind.ts';
export {
  presentAnonymousProposal,
  presentMark,
  presentProposalSummary,
  presentReceivedProposal,
} from './proposal-presenter.ts';
export {
  findProposalView,
  getProposalView,
  proposalSummaryColumns,
  proposalSummarySql,
  type ProposalSummaryRow,
  type ReviewedView,
} from './proposal-view.ts';

/**
 * Creates the proposals feature. The consultants feature provides who advises which producer;
 * `poolSize` is the number of connections that all requests share.
 */
export function createProposals({ platform, poolSize, ...parts }: ProposalParts) {
  const deps = { platform, queues: createProposalQueues(poolSize), ...parts };
  return {
    jobs: [decisionJob(platform)],
    mountRoutes: (mount: Mount): void => {
      mountProposalRoutes(mount, deps);
      mountSupplierProposalRoutes(mount, deps);
    },
  };
}

interface ProposalParts extends ProposalPrinting, DecisionPrinting {
  readonly platform: Platform;
  readonly isConsultantOf: IsConsultantOf;
  readonly poolSize: number;
}
