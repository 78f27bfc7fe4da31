import type { UserType } from '@lavra/domain/account/user-type';
import { listOf, plain, section, times, type Section } from './export-section.ts';

const producerId = '(SELECT pr.id FROM producers pr WHERE pr.user_id = :user_id)';
const supplierId = '(SELECT su.id FROM suppliers su WHERE su.user_id = :user_id)';
const order = "'order_uuid', o.uuid, 'order_number', o.number";

/**
 * The caller's actions on orders. The event's own data are left out: they are ids, possibly of
 * other people's records.
 */
const events = (statementName: string, mine: string): Section =>
  section('order_events', {
    statementName,
    id: 'e.id',
    document: `${order}, 'event', e.event, ${times('e', 'at')}`,
    from: 'order_events e JOIN orders o ON o.id = e.order_id',
    mine: `e.actor_id = :user_id AND (${mine})`,
  });

/**
 * Purchases of the caller's side, and whether the producer said that the supplier did not call.
 * Products are those that the order asked for.
 */
const purchases = (statementName: string, mine: string): Section =>
  section('purchases', {
    statementName,
    id: 's.id',
    weight: 's.items_count',
    document: `${plain('s', 'uuid', 'number', 'round', 'kind', 'state')}, 'proposal_uuid', p.uuid, ${order},
      ${plain('s', 'items_amount', 'freight_amount')}, ${times('s', 'awarded_at', 'settled_at')},
      'items', ${listOf(
        `${plain('i', 'order_item_id', 'unit_price', 'quantity', 'total_price', 'freight_share')},
          ${plain('i', 'settlement')}, ${times('i', 'released_at', 'settled_at')}, 'product', pp.name`,
        `purchase_items i JOIN order_items oi ON oi.id = i.order_item_id JOIN products pp ON pp.id = oi.product_id
          WHERE i.purchase_id = s.id`,
        'oi.position',
      )},
      'missed_call', (
        SELECT json_build_object(${times('m', 'reported_at', 'withdrawn_at')})
        FROM missed_calls m WHERE m.proposal_id = s.proposal_id)`,
    from: `purchases s JOIN proposals p ON p.id = s.proposal_id JOIN orders o ON o.id = s.order_id`,
    mine,
  });

/** Why the producer decided, round by round. */
const decisions = section('decisions', {
  id: 'd.order_id * 10000 + d.round',
  document: `${order}, ${plain('d', 'round')}, 'reason', d.content ->> 'reason', ${times('d', 'recorded_at')}`,
  from: `(
    SELECT r.order_id, 1 AS round, r.recorded_at, r.content FROM decision_records r
    UNION ALL SELECT n.order_id, 1, n.decided_at, jsonb_build_object('reason', n.reason) FROM pending_decisions n
    UNION ALL SELECT r.order_id, r.round, r.recorded_at, r.content FROM decision_rounds r
  ) d JOIN orders o ON o.id = d.order_id`,
  mine: `o.producer_id = ${producerId}`,
});

/** Orders with all that their producer wrote, and nothing about the suppliers who answered. */
const ofProducers = [
  section('orders', {
    id: 'o.id',
    weight: 'o.items_count',
    document: `${plain('o', 'id', 'uuid', 'number', 'status', 'closure_type', 'split_award')},
      ${plain('o', 'description')},
      ${plain('o', 'deadline_date', 'delivery_date', 'delivery_address', 'payment_terms')},
      ${plain('o', 'notes', 'reason')}, 'written_by_consultant', o.written_by IS NOT NULL,
      'delivery_city', place.name, 'delivery_state', place.uf,
      ${times('o', 'publication_requested_at', 'publish_at', 'approved_at', 'published_at')},
      ${times('o', 'suspended_at', 'closed_at')},
      ${times('o', 'awarded_at', 'finished_at', 'ended_at', 'created_at', 'updated_at')},
      'items', ${listOf(
        `${plain('i', 'id', 'quantity', 'unit', 'notes', 'allow_similar')}, 'product', p.name`,
        'order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = o.id',
        'i.position',
      )},
      'attachments', ${listOf(
        `${plain('a', 'uuid', 'filename')}, 'size', f.size, ${times('a', 'created_at')}`,
        'order_attachments a JOIN stored_files f ON f.sha256 = a.sha256 WHERE a.order_id = o.id',
        'a.id',
      )},
      'missed_contact', (
        SELECT json_build_object(${times('m', 'reported_at', 'withdrawn_at')})
        FROM missed_contacts m WHERE m.order_id = o.id),
      'invitation', (
        SELECT json_build_object(${times('v', 'created_at')})
        FROM order_invitations v WHERE v.order_id = o.id)`,
    from: 'orders o LEFT JOIN cities place ON place.id = o.delivery_city_id',
    mine: `o.producer_id = ${producerId}`,
  }),
  section('catalogue_requests', {
    id: 'c.id',
    document: `${plain('c', 'name', 'brand', 'active_ingredient', 'unit', 'notes', 'status')},
      ${plain('c', 'reason')}, 'product_type', ct.name, 'product', cp.name,
      ${times('c', 'created_at', 'answered_at')}`,
    from: `catalogue_requests c
      JOIN product_types ct ON ct.id = c.product_type_id
      LEFT JOIN products cp ON cp.id = c.product_id`,
    mine: `c.producer_id = ${producerId}`,
  }),
  section('answers', {
    id: 'q.id',
    document: `${order}, 'question_id', q.id, ${plain('q', 'answer')}, ${times('q', 'answered_at')}`,
    from: 'order_questions q JOIN orders o ON o.id = q.order_id',
    mine: `o.producer_id = ${producerId} AND q.answer IS NOT NULL`,
  }),
  section('reviews', {
    id: 'r.proposal_id',
    document: `${order}, ${plain('r', 'proposal_id', 'state')}, ${times('r', 'updated_at')}`,
    from: 'proposal_reviews r JOIN proposals p ON p.id = r.proposal_id JOIN orders o ON o.id = p.order_id',
    mine: `o.producer_id = ${producerId}`,
  }),
  section('consultant_links', {
    id: 'cp.consultant_id',
    document: times('cp', 'created_at'),
    from: 'consultant_producers cp',
    mine: `cp.producer_id = ${producerId}`,
  }),
  decisions,
  purchases('purchases-of-producer', `o.producer_id = ${producerId}`),
  events('events-of-producer', `o.producer_id = ${producerId}`),
];

/**
 * Proposals, questions, favorites and declines; of the orders they belong to, only number and uuid.
 */
const ofSuppliers = [
  section('proposals', {
    id: 'p.id',
    weight: 'o.items_count',
    document: `${plain('p', 'id', 'uuid', 'status', 'total_amount', 'freight_amount', 'freight_kind')},
      ${plain('p', 'delivery_days', 'payment_terms', 'supplier_reference', 'notes')},
      ${plain('p', 'allows_partial', 'partial_minimum', 'freight_rule')},
      ${plain('p', 'validity_date', 'rejection_reason', 'cancellation_reason')},
      ${order}, ${times('p', 'submitted_at', 'accepted_at', 'rejected_at', 'cancelled_at')},
      ${times('p', 'created_at', 'updated_at')},
      'items', ${listOf(
        `${plain('i', 'id', 'order_item_id', 'unit_price', 'quantity', 'total_price')},
          ${plain('i', 'offers_similar', 'similar_product_name', 'similar_product_description')},
          ${plain('i', 'justification', 'justification_type', 'notes')}, 'product', pp.name`,
        'proposal_items i JOIN products pp ON pp.id = i.product_id WHERE i.proposal_id = p.id',
        'i.id',
      )}`,
    from: 'proposals p JOIN orders o ON o.id = p.order_id',
    mine: `p.supplier_id = ${supplierId}`,
  }),
  section('questions', {
    id: 'q.id',
    document: `${order}, ${plain('q', 'question', 'answer')}, ${times('q', 'asked_at', 'answered_at')}`,
    from: 'order_questions q JOIN orders o ON o.id = q.order_id',
    mine: `q.supplier_id = ${supplierId}`,
  }),
  section('favorites', {
    id: 'f.order_id',
    document: `${order}, ${times('f', 'created_at')}`,
    from: 'favorite_orders f JOIN orders o ON o.id = f.order_id',
    mine: `f.supplier_id = ${supplierId}`,
  }),
  section('opened_orders', {
    id: 'v.order_id',
    document: order,
    from: 'order_views v JOIN orders o ON o.id = v.order_id',
    mine: `v.supplier_id = ${supplierId}`,
  }),
  section('declines', {
    id: 'd.id',
    document: `${order}, ${plain('d', 'reason')}, ${times('d', 'created_at', 'updated_at')}`,
    from: 'supplier_order_declines d JOIN orders o ON o.id = d.order_id',
    mine: `d.supplier_id = ${supplierId}`,
  }),
  purchases('purchases-of-supplier', `s.supplier_id = ${supplierId}`),
  events(
    'events-of-supplier',
    `e.order_id IN (SELECT own.order_id FROM proposals own WHERE own.supplier_id = ${supplierId})`,
  ),
];

/** Orders that a consultant wrote; what is in them, and becomes of them, is their producers'. */
const ofConsultants = section('written_orders', {
  id: 'o.id',
  document: `${order}, ${times('o', 'created_at')}`,
  from: 'orders o',
  mine: 'o.written_by = :user_id',
});

const testSends = section('test_sends', {
  id: 't.id',
  document: `${plain('t', 'channel')}, ${times('t', 'at')}`,
  from: 'test_sends t',
  mine: 't.user_id = :user_id',
});

/**
 * What is stored about each profile's part in negotiations, and about administrators' own actions.
 */
export const negotiationSections: Readonly<Record<UserType, readonly Section[]>> = {
  produtor: ofProducers,
  fornecedor: ofSuppliers,
  consultor: [ofConsultants, events('events-of-consultant', 'true')],
  admin: [events('events-of-admin', 'true'), testSends],
};
