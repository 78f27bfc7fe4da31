import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { unboughtSql } from '../orders/orders-feature.ts';
import { trustedSql } from '../outreach/outreach-feature.ts';
import {
  adminsWith,
  concernedOrAsker,
  concernedOrNotifiedOfPublication,
  concernedSuppliers,
  fromOrder,
  undecidedSuppliers,
  losingSuppliers,
  matchingSuppliers,
  orderFacts,
  orderProducer,
  proposalsCount,
  proposalSupplier,
  type NotificationDefinitions,
} from './audience-sql.ts';

const goneProducts = `(
  SELECT string_agg(gone.name, ', ') FROM (
    SELECT p.name FROM order_items oi JOIN products p ON p.id = oi.product_id
    WHERE oi.order_id = o.id AND NOT ${orderableSql('p')} GROUP BY p.name ORDER BY min(oi.position) LIMIT 5) gone)`;

const unboughtItems = `(
  SELECT count(*) FROM order_items oi WHERE oi.order_id = o.id AND ${unboughtSql('oi')})`;

const counted = { ...orderFacts, proposals_count: proposalsCount };

/** The notification definitions of order events. */
export const orderDefinitions: NotificationDefinitions<
  Extract<
    NotificationEvent,
    | `order.${string}`
    | `award.${string}`
    | `items.${string}`
    | `question.${string}`
    | `catalogue.${string}`
  >
> = {
  'order.published': {
    when: 'an order becomes `publicada`: straight away, once approved, or when its hour has come',
    facts: { ...orderFacts, delivery_city: 'place.name', delivery_state: 'place.uf' },
    from: `${fromOrder} LEFT JOIN cities place ON place.id = o.delivery_city_id`,
    audiences: { supplier: matchingSuppliers },
    gather: 'mails',
  },
  'order.deadline_extended': {
    when: "the producer moves a published order's deadline forward",
    facts: { ...orderFacts, delivery_date: 'o.delivery_date' },
    from: fromOrder,
    audiences: { supplier: concernedOrNotifiedOfPublication },
  },
  'order.deadline_near': {
    when:
      "it is 08:00 in the platform's zone, two calendar days before a published order's " +
      'deadline, once for each deadline; never for an order published later than that',
    facts: orderFacts,
    from: fromOrder,
    audiences: { supplier: undecidedSuppliers },
  },
  'order.cancelled': {
    when: 'the producer cancels an order',
    facts: orderFacts,
    from: fromOrder,
    audiences: { supplier: concernedSuppliers },
  },
  'order.suspended': {
    when: "an administrator suspends a published order; an open order's producer is blocked or deleted",
    facts: orderFacts,
    from: fromOrder,
    audiences: { producer: orderProducer, supplier: concernedSuppliers },
  },
  'order.revoked': {
    when: 'an administrator revokes an order',
    facts: orderFacts,
    from: fromOrder,
    audiences: { producer: orderProducer, supplier: concernedSuppliers },
  },
  'order.awarded_to_other': {
    when: 'the producer awards an order, for the first time: for the others',
    facts: orderFacts,
    from: fromOrder,
    audiences: { supplier: losingSuppliers },
  },
  'order.approved': {
    when: 'an administrator approves a pending order',
    facts: orderFacts,
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.returned': {
    when: 'an administrator returns a pending order with a comment',
    facts: { ...orderFacts, reason: 'o.reason' },
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.not_published': {
    when:
      'the hour of a pending order has come and products of it are no longer in the catalogue, ' +
      'once for each deadline',
    facts: { ...orderFacts, products: goneProducts },
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.publication_requested': {
    when: 'a consultant says that a draft of the producer is ready, at most once an hour for each',
    facts: orderFacts,
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.closed': {
    when: 'a published order goes to analysis: closed by its producer, or its deadline passed with proposals',
    facts: counted,
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.expired': {
    when: 'the deadline of a published or pending order passes without proposals',
    facts: orderFacts,
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'order.pending_approval': {
    when: 'a producer publishes an order while approval is required',
    facts: orderFacts,
    from: fromOrder,
    audiences: { admin: adminsWith('orders.view') },
  },
  'award.pending': {
    when: 'an order is still in analysis 48 hours after it was closed, and again after 7 days',
    facts: counted,
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'award.contact_missed': {
    when: 'the producer says that a winner did not contact them, for each at most once a day',
    facts: orderFacts,
    from: fromOrder,
    audiences: { supplier: proposalSupplier },
  },
  'items.unbought': {
    when:
      'a day after an award, and again after 5 days, items of the order are bought nowhere and asked ' +
      'for in no other order',
    facts: { ...orderFacts, unbought_items: unboughtItems, days: 'event.days' },
    from: fromOrder,
    audiences: { producer: orderProducer },
  },
  'question.asked': {
    when: 'a supplier asks a question about an order',
    facts: { ...orderFacts, question_id: 'event.question_id' },
    from: fromOrder,
    audiences: { producer: orderProducer },
    gather: 'order',
  },
  'question.answered': {
    when: 'the producer answers a question',
    facts: { ...orderFacts, question_id: 'event.question_id' },
    from: fromOrder,
    audiences: { supplier: concernedOrAsker },
    gather: 'order',
  },
  'catalogue.request_answered': {
    when: 'an administrator answers a request for a product: with a product of the catalogue, or a reason',
    facts: {
      asked_for: 'asked.name',
      product: 'given.name',
      reason: 'asked.reason',
      draft_uuid: "CASE WHEN o.status = 'rascunho' THEN o.uuid END",
      writer_trusted: trustedSql('wu'),
    },
    from: `catalogue_requests asked JOIN event ON event.catalogue_request_id = asked.id
      JOIN producers wp ON wp.id = asked.producer_id JOIN users wu ON wu.id = wp.user_id
      LEFT JOIN products given ON given.id = asked.product_id
      LEFT JOIN orders o ON o.id = asked.order_id`,
    audiences: {
      producer: {
        whom: 'the producer for whom it was asked',
        sql: `
          SELECT wp.user_id FROM event
          JOIN catalogue_requests asked ON asked.id = event.catalogue_request_id
          JOIN producers wp ON wp.id = asked.producer_id`,
      },
    },
  },
};
