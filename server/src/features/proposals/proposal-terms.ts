import type { PartialTermsBody } from '@lavra/contract/proposals/partial-terms';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { canLoosenTerms, isLoosened, type PartialTerms } from '@lavra/domain/award/partial-terms';
import { localDate } from '@lavra/domain/calendar/calendar';
import { MAX_TERMS_CHANGES } from '@lavra/domain/proposal/proposal-limits';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { beforeOf, changesOf } from '../../platform/db/changes.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { storedCents } from '../../platform/text/stored-cents.ts';
import { lockOrderToWrite } from '../orders/orders-feature.ts';
import { partialTermsOf, type StoredPartialTerms } from './proposal-input.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import { presentProposal } from './proposal-presenter.ts';
import { lockTerms, saveTerms } from './proposal-terms-store.ts';
import { getProposalView } from './proposal-view.ts';

/**
 * Loosens on which terms a sent proposal may be bought in part; absent fields keep their value. The
 * order is locked shared, so that an award reads these terms before or after, never amid.
 */
export const loosenPartialTerms = (
  { command, zone }: Platform,
  request: Request<SupplierCaller>,
  target: OwnedProposal,
  { body, ifMatch }: { body: PartialTermsBody; ifMatch: number | undefined },
): Promise<Proposal> =>
  command(
    request,
    async (uow) => {
      const { order, stored } = await lockLoosable(uow, target, ifMatch);
      const changes = changesOf<StoredPartialTerms>(stored, wantedOf(stored, body));
      const terms = { ...stored, ...changes };
      if (!isLoosened(termsIn(stored), termsIn(terms))) throw new RuleError('terms_tightened');
      if (changes.freight_rule !== undefined && stored.is_bought)
        throw new RuleError('freight_already_due');
      if (Object.keys(changes).length > 0) {
        if (stored.changes >= MAX_TERMS_CHANGES)
          throw new RuleError('terms_changes_limit', { count: MAX_TERMS_CHANGES });
        uow.audit({
          action: 'updated',
          event: 'proposal.terms_loosened',
          resourceType: 'proposal',
          resourceId: stored.id,
          oldValues: beforeOf<StoredPartialTerms>(stored, changes),
          newValues: changes,
        });
        uow.orderEvent({
          orderId: order.id,
          event: 'proposal.terms_loosened',
          data: { proposal_id: stored.id },
        });
        await saveTerms(uow.db, {
          id: stored.id,
          allows_partial: terms.allows_partial,
          partial_minimum: terms.partial_minimum,
          freight_rule: terms.freight_rule,
          now: uow.now,
        });
      }
      return {
        proposal: await getProposalView(uow.db, target.id),
        today: localDate(uow.now, zone),
      };
    },
    ({ proposal, today }) => presentProposal(proposal, today),
  );

/** Locks the order and the terms; throws unless they may be loosened now. */
async function lockLoosable(
  { db }: UnitOfWork,
  target: OwnedProposal,
  ifMatch: number | undefined,
) {
  // Pipelined: executed one after the other.
  const [order, stored] = await Promise.all([
    lockOrderToWrite(db, { orderId: target.order_id, supplierId: target.supplier_id }),
    lockTerms(db, target.id),
  ]);
  if (order === undefined || stored === undefined) throw new RuleError('proposal_not_found');
  if (ifMatch !== undefined && ifMatch !== stored.version) throw new RuleError('stale_version');
  if (!canLoosenTerms(stored.status, order.status)) throw new RuleError('terms_not_changeable');
  if (order.suspended) throw new RuleError('terms_order_suspended');
  return { order, stored };
}

/** Returns the terms of a body; a minimum alone is one of the consent that is stored. */
function wantedOf(stored: StoredPartialTerms, body: PartialTermsBody): Partial<StoredPartialTerms> {
  const fields = new FieldErrors();
  const wanted = partialTermsOf(
    { ...body, allows_partial: body.allows_partial ?? stored.allows_partial },
    fields,
  );
  fields.throwIfAny();
  return wanted;
}

const termsIn = (terms: StoredPartialTerms): PartialTerms => ({
  allowsPartial: terms.allows_partial,
  minimum: terms.partial_minimum === null ? null : storedCents(terms.partial_minimum),
  freightRule: terms.freight_rule,
});
