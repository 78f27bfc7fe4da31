import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { offeredSql } from '../orders/orders-feature.ts';
import {
  adminsWith,
  fromProposal,
  orderFacts,
  orderProducer,
  proposalsCount,
  proposalSupplier,
  subscriber,
  type NotificationDefinitions,
} from './audience-sql.ts';

const proposalFacts = {
  ...orderFacts,
  proposal_uuid: 'p.uuid',
  total_amount: 'p.total_amount::text',
} as const;

/**
 * The notification definitions of proposal events. The producer's facts contain nothing about the
 * supplier.
 */
export const proposalDefinitions: NotificationDefinitions<
  Extract<NotificationEvent, `proposal.${string}`>
> = {
  'proposal.received': {
    when: 'a supplier submits a proposal',
    from: fromProposal,
    audiences: { producer: orderProducer },
    facts: {
      ...proposalFacts,
      priced_items: `(SELECT count(*) FROM proposal_items i WHERE i.proposal_id = p.id AND ${offeredSql('i')})`,
    },
  },
  'proposal.cancelled': {
    when: 'a supplier cancels a submitted proposal',
    from: fromProposal,
    audiences: { producer: orderProducer },
    facts: { ...orderFacts, proposal_uuid: 'p.uuid', proposals_count: proposalsCount },
  },
  'proposal.accepted': {
    when: 'the producer accepts a proposal',
    facts: proposalFacts,
    from: fromProposal,
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

const fromPayment =
  'payments pay JOIN plans plan ON plan.id = pay.plan_id JOIN event ON event.payment_id = pay.id';
const paymentFacts = {
  payment_id: 'pay.id',
  amount: 'pay.amount::text',
  payment_method: 'pay.payment_method',
  plan: 'plan.name',
  due_date: 'pay.due_date',
} as const;

/** The notification definitions of events about people, payments and the service itself. */
export const serviceDefinitions: NotificationDefinitions<
  | 'user.registered'
  | 'subscription.expiring'
  | 'payment.confirmed'
  | 'payment.refunded'
  | 'import.finished'
  | 'job.failed'
> = {
  'user.registered': {
    when: 'a producer or supplier registers, or a supplier does and waits for an approval',
    facts: { user_id: 'u.id', user_type: 'u.user_type', needs_approval: "u.status = 'inativo'" },
    from: 'users u JOIN event ON event.user_id = u.id',
    audiences: { admin: adminsWith('users.view') },
  },
  'subscription.expiring': {
    when: 'a trial or an active subscription is 7, 3 or 1 day from its due date',
    facts: {
      plan: 'plan.name',
      subscription_status: 's.status',
      due_date: 's.due_date',
      days: 'event.days',
    },
    from: 'subscriptions s JOIN plans plan ON plan.id = s.plan_id JOIN event ON event.subscription_id = s.id',
    audiences: { producer: subscriber, supplier: subscriber },
  },
  'payment.confirmed': {
    when: 'a payment is confirmed, by the gateway or by hand',
    facts: paymentFacts,
    from: fromPayment,
    audiences: { admin: adminsWith('payments.view') },
  },
  'payment.refunded': {
    when: 'a refund has gone through',
    facts: { ...paymentFacts, refund_amount: 'r.amount::text', refund_status: 'r.status' },
    from: `${fromPayment} JOIN refunds r ON r.id = event.refund_id`,
    audiences: { admin: adminsWith('payments.view') },
  },
  'import.finished': {
    when: 'an import was processed, or failed',
    facts: {
      import_id: 'im.id',
      import_type: 'im.type',
      import_state: 'im.state',
      created: 'im.created',
      skipped: 'im.skipped',
      invalid: 'im.invalid',
    },
    from: 'imports im JOIN event ON event.import_id = im.id',
    audiences: { admin: adminsWith('imports.view') },
  },
  'job.failed': {
    when: 'a job is given up after its last try',
    facts: { job_id: 'j.id', job_name: 'j.name', attempts: 'j.attempts' },
    from: 'failed_jobs j JOIN event ON event.job_id = j.id',
    audiences: { admin: adminsWith('logs.view') },
  },
};
