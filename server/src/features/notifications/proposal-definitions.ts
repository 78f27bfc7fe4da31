import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { offeredSql } from '../orders/orders-feature.ts';
import {
  fromProposal,
  orderFacts,
  orderProducer,
  proposalsCount,
  proposalSupplier,
  type NotificationDefinitions,
} from './audience-sql.ts';

const proposalFacts = {
  ...orderFacts,
  proposal_uuid: 'p.uuid',
  total_amount: 'p.total_amount::text',
} as const;

const pricedItems = `(SELECT count(*) FROM proposal_items i WHERE i.proposal_id = p.id AND ${offeredSql('i')})`;
const proposalMark = '(SELECT pm.mark FROM proposal_marks pm WHERE pm.proposal_id = p.id)';

/**
 * The notification definitions of proposal events. The producer's facts contain nothing about the
 * supplier, and the supplier's not the mark.
 */
export const proposalDefinitions: NotificationDefinitions<
  Extract<NotificationEvent, `proposal.${string}`>
> = {
  'proposal.received': {
    when: 'a supplier submits a proposal',
    from: fromProposal,
    audiences: { producer: orderProducer },
    gather: 'order',
    facts: {
      ...proposalFacts,
      proposal_mark: proposalMark,
      priced_items: pricedItems,
    },
  },
  'proposal.cancelled': {
    when: 'a supplier cancels a submitted proposal',
    from: fromProposal,
    audiences: { producer: orderProducer },
    gather: 'order',
    facts: {
      ...orderFacts,
      proposal_uuid: 'p.uuid',
      proposal_mark: proposalMark,
      proposals_count: proposalsCount,
    },
  },
  'proposal.accepted': {
    when: 'the producer accepts a proposal, or buys items of it, in each round',
    from: `${fromProposal} JOIN purchases s ON s.proposal_id = p.id AND s.round = coalesce(event.round, 1)`,
    facts: {
      ...proposalFacts,
      priced_items: pricedItems,
      purchase_uuid: 's.uuid',
      purchased_items: 's.items_count',
      items_amount: 's.items_amount::text',
      freight_amount: 's.freight_amount::text',
      purchased_before:
        'EXISTS (SELECT FROM purchases b WHERE b.proposal_id = p.id AND b.round < s.round)',
    },
    audiences: { supplier: proposalSupplier },
  },
  'proposal.rejected': {
    when: 'the producer rejects a proposal',
    from: fromProposal,
    audiences: { supplier: proposalSupplier },
    facts: {
      ...proposalFacts,
      reason: 'p.rejection_reason',
      awarded_before: 'coalesce(p.rejected_at > o.awarded_at, false)',
    },
  },
};
