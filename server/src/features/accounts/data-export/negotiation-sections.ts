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

/** Orders with all that their producer wrote, and nothing about the suppliers who answered. */
const ofProducers = [
  section('orders', {
    id: 'o.id',
    document: `${plain('o', 'id', 'uuid', 'number', 'status', 'closure_type', 'description')},
      ${plain('o', 'deadline_date', 'delivery_date', 'delivery_address', 'payment_terms')},
      ${plain('o', 'notes', 'reason')},
      'delivery_city', place.name, 'delivery_state', place.uf,
      ${times('o', 'publish_at', 'approved_at', 'published_at', 'suspended_at', 'closed_at')},
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
      )}`,
    from: 'orders o LEFT JOIN cities place ON place.id = o.delivery_city_id',
    mine: `o.producer_id = ${producerId}`,
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
  events('events-of-producer', `o.producer_id = ${producerId}`),
];

/**
 * Proposals, questions, favorites and declines; of the orders they belong to, only number and uuid.
 */
const ofSuppliers = [
  section('proposals', {
    id: 'p.id',
    document: `${plain('p', 'id', 'uuid', 'status', 'total_amount', 'freight_amount')},
      ${plain('p', 'delivery_days', 'payment_terms', 'supplier_reference', 'notes')},
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
  section('declines', {
    id: 'd.id',
    document: `${order}, ${plain('d', 'reason')}, ${times('d', 'created_at', 'updated_at')}`,
    from: 'supplier_order_declines d JOIN orders o ON o.id = d.order_id',
    mine: `d.supplier_id = ${supplierId}`,
  }),
  events(
    'events-of-supplier',
    `e.order_id IN (SELECT own.order_id FROM proposals own WHERE own.supplier_id = ${supplierId})`,
  ),
];

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
  consultor: [],
  admin: [events('events-of-admin', 'true'), testSends],
};
