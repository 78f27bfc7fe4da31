import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProposalPrinter } from './pdf/proposal-document.ts';
import { mountProposalRoutes } from './proposal-routes.ts';
import { createProposalService } from './proposal-service.ts';

export { findReadableOrder, judgeOrderReader } from './order-readers.ts';
export { assertTakesProposals, isDeclined } from './proposal-drafts.ts';
export { lettersFor } from './proposal-letters.ts';
export { proposalPdfKind } from './pdf/proposal-pdf-kind.ts';
export { presentProposalSummary } from './proposal-presenter.ts';
export { orderItemJson, proposalColumns, proposalSql, type ProposalRow } from './proposal-view.ts';

export type { ProposalPrinter } from './pdf/proposal-document.ts';

/** The proposals feature. */
export function createProposals({ platform, print }: { platform: Platform; print: ProposalPrinter }) {
  const service = createProposalService(platform, print);
  return { mountRoutes: (mount: Mount): void => mountProposalRoutes(mount, service) };
}
