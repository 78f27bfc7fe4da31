import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DecisionPrinting } from './decision/decision-print.ts';
import { decisionJob } from './decision/decision-write.ts';
import type { ProposalPrinting } from './pdf/proposal-print.ts';
import { createProposalQueues } from './proposal-queues.ts';
import { mountProposalRoutes } from './proposal-routes.ts';
import type { IsConsultantOf } from './proposal-subjects.ts';
import { mountSupplierProposalRoutes } from './supplier-proposal-routes.ts';

// Commands: each writes within the caller's unit of work.
export {
  createManyProposals,
  type BulkProposal,
  type BulkProposalColumns,
} from './bulk/create-many-proposals.ts';
export { freezeRound, noteDecision } from './decision/decision-record.ts';
export { acceptProposals } from './proposal-transition.ts';

// Reads, with their presenters and policies.
export { authorizeOrderReader, findReadableOrder } from './order-readers.ts';
export type { View } from './proposal-decisions.ts';
export { assertTakesProposals, isDeclined } from './proposal-drafts.ts';
export type { StoredPartialTerms } from './proposal-input.ts';
export { maskAskedWords, type ItemRecord } from './proposal-item.ts';
export { lettersFor } from './proposal-letters.ts';
export { authorizeProducer, type OwnedProposal } from './proposal-policy.ts';
export {
  presentAnonymousProposal,
  presentMark,
  presentProposalSummary,
  presentReceivedProposal,
} from './proposal-presenter.ts';
export { findOwnedProposal } from './proposal-store.ts';
export {
  findProposalView,
  getProposalView,
  type ProposalSummaryRow,
  type ReviewedView,
} from './proposal-view.ts';

// SQL: columns of other features' statements.
export { itemProductsColumns } from './proposal-item.ts';
export { proposalSummaryColumns, proposalSummarySql } from './proposal-view.ts';

// Documents.
export type { DecisionContent } from './decision/decision-content.ts';
export { decisionPdfKind } from './decision/decision-pdf-kind.ts';
export { proposalPdfKind } from './pdf/proposal-pdf-kind.ts';

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
