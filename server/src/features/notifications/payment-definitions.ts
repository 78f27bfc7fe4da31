import { adminsWith, subscriber, type NotificationDefinitions } from './audience-sql.ts';

const fromPayment =
  'payments pay JOIN plans plan ON plan.id = pay.plan_id JOIN event ON event.payment_id = pay.id';
const paymentFacts = {
  payment_id: 'pay.id',
  amount: 'pay.amount::text',
  payment_method: 'pay.payment_method',
  plan: 'plan.name',
  due_date: 'pay.due_date',
} as const;

/** The notification definitions of subscriptions and payments. */
export const paymentDefinitions: NotificationDefinitions<
  'subscription.expiring' | 'payment.confirmed' | 'payment.refunded'
> = {
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
};
