import type { FileContent } from '@lavra/contract/kit/endpoint';
import type {
  AnonymousProposal,
  Proposal,
  ProposalSummary,
} from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { SettableReviewState } from '@lavra/domain/proposal/review-state';
import type {
  Caller,
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { JsonText } from '../../platform/http/json-text.ts';
import type { PageMeta } from '../../platform/http/paging.ts';
import type { Ref } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskWords } from '../identities/identities-feature.ts';
import type { DecisionPrinter } from './decision/decision-document.ts';
import { createDecisionRecords } from './decision/decision-print.ts';
import { shortCode, type ProposalPrinter } from './pdf/proposal-document.ts';
import { findProposalDocument } from './pdf/proposal-document-of.ts';
import { refusingWhenBusy } from '../../platform/pdf/print-queue.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import { createQuoteSheets } from './quote-sheet/quote-sheet-service.ts';
import { createDecisions, type View } from './proposal-decisions.ts';
import { createDrafts } from './proposal-drafts.ts';
import { lettersFor } from './proposal-letters.ts';
import { listSupplierProposals, type ProposalQuery } from './proposal-list.ts';
import { createProposalLists, listOwnSizes, listReceivedSizes } from './proposal-lists.ts';
import type { Advised, OwnedProposal } from './proposal-policy.ts';
import {
  presentAnonymousProposal,
  presentProposal,
  presentProposalSummary,
  presentReceivedProposal,
} from './proposal-presenter.ts';
import { reviewProposal } from './proposal-review.ts';
import { createTerms } from './proposal-terms.ts';
import { findOrderFor, findOwnedProposal } from './proposal-store.ts';
import { findProposalView, type ReviewedView } from './proposal-view.ts';

/** Renderers of proposals and decision records, and the queue of those who print. */
export interface Printers {
  readonly printing: CallerQueue;
  readonly print: ProposalPrinter;
  readonly printDecision: DecisionPrinter;
}

/** What proposals need of the rest of the service. */
export interface ProposalParts extends Printers {
  readonly isConsultantOf: IsConsultantOf;
  /** The queue of those who save drafts. */
  readonly saving: CallerQueue;
}

/** Returns whether the consultant of this account currently advises the producer. */
export type IsConsultantOf = (
  db: Db,
  link: { userId: number; producerId: number },
) => Promise<boolean>;

/** Creates all use cases of proposals. */
export function createProposalService(
  platform: Platform,
  { print, printDecision, printing, isConsultantOf, saving }: ProposalParts,
) {
  const { db, clock, zone } = platform;
  const drafts = createDrafts(platform, saving);
  const decisions = createDecisions(platform);
  const writeList = createProposalLists(db);
  const today = (): string => localDate(clock.now(), zone);
  const viewOf = async ({ id }: OwnedProposal): Promise<ReviewedView> =>
    (await findProposalView(db, id)) ?? gone();

  return {
    find: async (uuid: string | undefined) =>
      uuid === undefined ? undefined : findOwnedProposal(db, uuid),
    findOrder: async (ref: Ref | undefined) =>
      ref === undefined ? undefined : findOrderFor(db, ref, null),
    /** Adds to a resource whether the caller advises its producer. */
    advised: async <S extends { readonly producer_id: number }>(
      caller: Caller,
      found: S | undefined,
    ): Promise<(S & Advised) | undefined> =>
      found && {
        ...found,
        isAdvised:
          caller.userType === 'consultor' &&
          (await isConsultantOf(db, { userId: caller.userId, producerId: found.producer_id })),
      },
    /** Returns the order if this supplier may see it. */
    findVisibleOrder: async (ref: Ref | undefined, caller: SupplierCaller) => {
      const order = ref === undefined ? undefined : await findOrderFor(db, ref, caller.supplierId);
      return order?.visible === true ? order : undefined;
    },

    decisionRecords: createDecisionRecords(platform, printDecision, printing),
    sheets: createQuoteSheets(platform, drafts.save),
    saveDraft: drafts.save,
    updateDraft: drafts.update,
    ...decisions,
    ...createTerms(platform),
    /** Deletes a draft or cancels a submitted proposal. */
    removeOrCancel: async (
      caller: SupplierCaller,
      target: OwnedProposal,
    ): Promise<'removed' | 'cancelled'> => {
      if (target.status !== 'draft') {
        await decisions.cancel(caller, target, null);
        return 'cancelled';
      }
      await decisions.removeDraft(caller, target);
      return 'removed';
    },

    /** Returns all proposals of the caller for an order, newest first. */
    listOwn: async (
      caller: SupplierCaller,
      orderId: number,
      { items }: { items: boolean },
    ): Promise<JsonText<Proposal[]>> => {
      const day = today();
      const sized = await listOwnSizes(db, { orderId, supplierId: caller.supplierId, items });
      return writeList(caller, { sized, items, present: (view) => presentProposal(view, day) });
    },
    listOfSupplier: async (
      caller: SupplierCaller,
      query: ProposalQuery,
    ): Promise<{ data: ProposalSummary[]; meta: PageMeta }> => {
      const { supplierId } = caller;
      const { rows, meta } = await listSupplierProposals(db, query, { supplierId, zone });
      const day = today();
      const masked = await maskWords(rows, ['order_description', 'rejection_reason']);
      return { data: masked.map((row) => presentProposalSummary(row, day)), meta };
    },
    getFull: async (target: OwnedProposal): Promise<Proposal> =>
      presentProposal(await viewOf(target), today()),
    /** Returns a proposal. A consultant always receives the anonymous view. */
    get: async (
      caller: SupplierCaller | ProducerCaller | ConsultantCaller,
      target: OwnedProposal,
      view: View,
    ): Promise<Proposal | AnonymousProposal> => {
      const proposal = await viewOf(target);
      if (caller.userType === 'fornecedor') return presentProposal(proposal, today());
      if (view === 'full' && caller.userType === 'produtor')
        return presentReceivedProposal(proposal, today());
      const letters = await lettersFor(db, {
        sessionId: caller.sessionId,
        orderId: target.order_id,
      });
      return presentAnonymousProposal(proposal, letters.get(target.id) ?? 0, today());
    },
    /**
     * Returns the proposals of an order except drafts, and of each supplier only the latest
     * withdrawn ones; in the anonymous view, the only one for consultants, ordered by letter.
     */
    listReceived: async (
      caller: ProducerCaller | ConsultantCaller,
      orderId: number,
      { view, items }: { view: View; items: boolean },
    ): Promise<JsonText<(Proposal | AnonymousProposal)[]>> => {
      const day = today();
      if (view === 'full' && caller.userType === 'produtor')
        return writeList(caller, {
          sized: await listReceivedSizes(db, { orderId, items }),
          items,
          present: (proposal) => presentReceivedProposal(proposal, day),
        });
      const letters = await lettersFor(db, { sessionId: caller.sessionId, orderId });
      const letterOf = ({ id }: { id: number }): number => letters.get(id) ?? 0;
      const sized = await listReceivedSizes(db, { orderId, items });
      return writeList(caller, {
        sized: sized
          .filter(({ id }) => letters.has(id))
          .toSorted((a, b) => letterOf(a) - letterOf(b)),
        items,
        present: (proposal) => presentAnonymousProposal(proposal, letterOf(proposal), day),
      });
    },
    review: (caller: ProducerCaller, target: OwnedProposal, state: SettableReviewState) =>
      reviewProposal(platform.command, caller, target, state),
    /** Throws `pdf_busy_own` for a user's third concurrent document, and `pdf_busy`. */
    print: (caller: Caller, target: OwnedProposal): Promise<FileContent> =>
      printing(caller, async () => {
        const document =
          (await findProposalDocument(db, target.id, { now: clock.now(), zone })) ?? gone();
        return {
          content: await refusingWhenBusy(print(document)),
          filename: `proposta_${document.order.number}_${shortCode(document.proposal.uuid)}.pdf`,
        };
      }),
  };
}

export type ProposalService = ReturnType<typeof createProposalService>;

function gone(): never {
  throw new RuleError('proposal_not_found');
}
