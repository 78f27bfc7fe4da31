import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { AnonymousProposal, Proposal, ProposalSummary } from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { PageRequest } from '../../platform/http/paging.ts';
import type { Ref } from '../../platform/http/refs.ts';
import { PdfBusyError } from '../../platform/pdf/pdf-renderer.ts';
import type { Platform } from '../../platform/platform.ts';
import { shortCode, type ProposalPrinter } from './pdf/proposal-document.ts';
import { findProposalDocument } from './pdf/proposal-document-of.ts';
import { createDecisions, type View } from './proposal-decisions.ts';
import { createDrafts } from './proposal-drafts.ts';
import { lettersFor } from './proposal-letters.ts';
import { listSupplierProposals, type ProposalFilters } from './proposal-list.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import { presentAnonymousProposal, presentProposal, presentProposalSummary } from './proposal-presenter.ts';
import { findOrderFor, findOwnedProposal } from './proposal-store.ts';
import { findProposalView, listOwnProposalViews, listReceivedViews, type ProposalView } from './proposal-view.ts';

const NOBODY = 0;

/** All that can be done with proposals. */
export function createProposalService(platform: Platform, print: ProposalPrinter) {
  const { db, clock, zone } = platform;
  const drafts = createDrafts(platform);
  const decisions = createDecisions(platform);
  const today = (): string => localDate(clock.now(), zone);
  const viewOf = async ({ id }: OwnedProposal): Promise<ProposalView> => (await findProposalView(db, id)) ?? gone();

  return {
    find: async (uuid: string | undefined) => (uuid === undefined ? undefined : findOwnedProposal(db, uuid)),
    findOrder: async (ref: Ref | undefined) => (ref === undefined ? undefined : findOrderFor(db, ref, NOBODY)),
    /** The order, when this supplier may see it. */
    findVisibleOrder: async (ref: Ref | undefined, caller: SupplierCaller) => {
      const order = ref === undefined ? undefined : await findOrderFor(db, ref, caller.supplierId);
      return order?.visible === true ? order : undefined;
    },

    saveDraft: drafts.save,
    updateDraft: drafts.update,
    ...decisions,
    /** Deletes a draft, cancels a submitted proposal. */
    removeOrCancel: async (caller: SupplierCaller, target: OwnedProposal): Promise<'removed' | 'cancelled'> => {
      if (target.status !== 'draft') {
        await decisions.cancel(caller, target, null);
        return 'cancelled';
      }
      await decisions.removeDraft(caller, target);
      return 'removed';
    },

    listOwn: async (caller: SupplierCaller, orderId: number): Promise<Proposal[]> => {
      const day = today();
      return (await listOwnProposalViews(db, orderId, caller.supplierId)).map((view) => presentProposal(view, day));
    },
    listOfSupplier: async (caller: SupplierCaller, filters: ProposalFilters, page: PageRequest): Promise<{ data: ProposalSummary[]; total: number; nextCursor: string | null }> => {
      const { rows, total, nextCursor } = await listSupplierProposals(db, caller.supplierId, filters, page, zone);
      const day = today();
      return { data: rows.map((row) => presentProposalSummary(row, day)), total, nextCursor };
    },
    getFull: async (target: OwnedProposal): Promise<Proposal> => presentProposal(await viewOf(target), today()),
    get: async (caller: SupplierCaller | ProducerCaller, target: OwnedProposal, view: View): Promise<Proposal | AnonymousProposal> => {
      const proposal = await viewOf(target);
      if (view === 'full' || caller.userType === 'fornecedor') return presentProposal(proposal, today());
      const letters = await lettersFor(db, { sessionId: caller.sessionId, orderId: target.order_id });
      return presentAnonymousProposal(proposal, letters.get(target.id) ?? 0, today());
    },
    /** Everything but drafts; in the anonymous view in the order of the letters. */
    listReceived: async (caller: ProducerCaller, orderId: number, view: View): Promise<(Proposal | AnonymousProposal)[]> => {
      const day = today();
      if (view === 'full') return (await listReceivedViews(db, orderId)).map((proposal) => presentProposal(proposal, day));
      const letters = await lettersFor(db, { sessionId: caller.sessionId, orderId });
      const lettered = (await listReceivedViews(db, orderId)).flatMap((proposal) => {
        const letter = letters.get(proposal.id);
        return letter === undefined ? [] : [{ proposal, letter }];
      });
      return lettered.toSorted((a, b) => a.letter - b.letter).map(({ proposal, letter }) => presentAnonymousProposal(proposal, letter, day));
    },
    print: async (target: OwnedProposal): Promise<FileContent> => {
      const document = (await findProposalDocument(db, target.id, { now: clock.now(), zone })) ?? gone();
      const content = await print(document).catch((error: unknown) => {
        throw error instanceof PdfBusyError ? new RuleError('pdf_busy', { retry_after: 2 }) : error;
      });
      return { content, filename: `proposta_${document.order.number}_${shortCode(document.proposal.uuid)}.pdf` };
    },
  };
}

export type ProposalService = ReturnType<typeof createProposalService>;

function gone(): never {
  throw new RuleError('proposal_not_found');
}
