import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { CallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import { refusingWhenBusy } from '../../../platform/pdf/print-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OwnedProposal } from '../proposal-policy.ts';
import { shortCode, type ProposalPrinter } from './proposal-document.ts';
import { findProposalDocument } from './proposal-document-of.ts';

/** The renderer of proposals, and the queue of those who print. */
export interface ProposalPrinting {
  readonly printing: CallerQueue;
  readonly print: ProposalPrinter;
}

/**
 * Returns a proposal as a file. Throws `pdf_busy_own` for a user's third concurrent document, and
 * `pdf_busy`.
 */
export const getSupplierProposalPdf = (
  { db, clock, zone }: Platform,
  { printing, print }: ProposalPrinting,
  request: HttpRequest<Caller>,
  { id }: OwnedProposal,
): Promise<FileContent> =>
  printing(request, async () => {
    const document = await findProposalDocument(db, id, { now: clock.now(), zone });
    if (document === undefined) throw new RuleError('proposal_not_found');
    return {
      content: await refusingWhenBusy(print(document)),
      filename: `proposta_${document.order.number}_${shortCode(document.proposal.uuid)}.pdf`,
    };
  });
