import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type {
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import type { JsonText } from '../../platform/http/json-text.ts';
import type { Platform } from '../../platform/platform.ts';
import type { View } from './proposal-decisions.ts';
import { lettersFor } from './proposal-letters.ts';
import { listOwnSizes, listReceivedSizes, writeList } from './proposal-lists.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import {
  presentAnonymousProposal,
  presentProposal,
  presentReceivedProposal,
} from './proposal-presenter.ts';
import { findProposalView, type ReviewedView } from './proposal-view.ts';

const todayOf = ({ clock, zone }: Platform): string => localDate(clock.now(), zone);

async function viewOf(db: Db, { id }: OwnedProposal): Promise<ReviewedView> {
  const view = await findProposalView(db, id);
  if (view === undefined) throw new RuleError('proposal_not_found');
  return view;
}

/** Returns all proposals of the caller for an order, newest first. */
export async function listOwnProposals(
  platform: Platform,
  listing: CallerQueue,
  request: HttpRequest<SupplierCaller>,
  { orderId, items }: { orderId: number; items: boolean },
): Promise<JsonText<Proposal[]>> {
  const { db } = platform;
  const today = todayOf(platform);
  const sized = await listOwnSizes(db, { orderId, supplierId: request.caller.supplierId, items });
  const present = (view: ReviewedView): Promise<Proposal> => presentProposal(view, today);
  return writeList(db, listing, request, { sized, items, present });
}

/** Returns a proposal of the caller. */
export const getSupplierProposal = async (
  platform: Platform,
  target: OwnedProposal,
): Promise<Proposal> => presentProposal(await viewOf(platform.db, target), todayOf(platform));

/** Returns a proposal. A consultant always receives the anonymous view. */
export async function getProposal(
  platform: Platform,
  caller: SupplierCaller | ProducerCaller | ConsultantCaller,
  target: OwnedProposal,
  view: View,
): Promise<Proposal | AnonymousProposal> {
  const { db } = platform;
  const proposal = await viewOf(db, target);
  const today = todayOf(platform);
  if (caller.userType === 'fornecedor') return presentProposal(proposal, today);
  if (view === 'full' && caller.userType === 'produtor')
    return presentReceivedProposal(proposal, today);
  const letters = await lettersFor(db, { sessionId: caller.sessionId, orderId: target.order_id });
  return presentAnonymousProposal(proposal, letters.get(target.id) ?? 0, today);
}

/**
 * Returns the proposals of an order except drafts, and of each supplier only the latest withdrawn
 * ones; in the anonymous view, the only one for consultants, ordered by letter.
 */
export async function listReceivedProposals(
  platform: Platform,
  listing: CallerQueue,
  request: HttpRequest<ProducerCaller | ConsultantCaller>,
  { orderId, view, items }: { orderId: number; view: View; items: boolean },
): Promise<JsonText<(Proposal | AnonymousProposal)[]>> {
  const { db } = platform;
  const today = todayOf(platform);
  if (view === 'full' && request.caller.userType === 'produtor')
    return writeList(db, listing, request, {
      sized: await listReceivedSizes(db, { orderId, items }),
      items,
      present: (proposal) => presentReceivedProposal(proposal, today),
    });
  const letters = await lettersFor(db, { sessionId: request.caller.sessionId, orderId });
  const letterOf = ({ id }: { id: number }): number => letters.get(id) ?? 0;
  const sized = await listReceivedSizes(db, { orderId, items });
  return writeList(db, listing, request, {
    sized: sized.filter(({ id }) => letters.has(id)).toSorted((a, b) => letterOf(a) - letterOf(b)),
    items,
    present: (proposal) => presentAnonymousProposal(proposal, letterOf(proposal), today),
  });
}
