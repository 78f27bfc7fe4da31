import { documentTypes } from '@lavra/domain/document/document';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';

/** The producer of an order, with contacts. */
export const orderProducer = statement({
  name: 'admin-order-producer',
  params: params<{ order_id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    name: col.text,
    user_id: col.int,
    email: col.text,
    phone: orNull(col.text),
    mobile: orNull(col.text),
    document_type: orNull(col.oneOf(documentTypes)),
    document: orNull(col.text),
    city: orNull(col.text),
    state: orNull(col.text),
  },
  text: `
    SELECT pr.id, pr.uuid, u.name, u.id AS user_id, u.email, u.phone, u.mobile, u.document_type,
      u.document_number AS document, c.name AS city, c.uf AS state
    FROM orders o
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users u ON u.id = pr.user_id
    LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
    LEFT JOIN cities c ON c.id = a.city_id
    WHERE o.id = :order_id`,
});

/** What an order's page shows beside the order itself: counts, and times of the administration's actions. */
export const orderExtras = statement({
  name: 'admin-order-extras',
  params: params<{ order_id: number }>(),
  columns: {
    approved_at: orNull(col.timestamp),
    suspended_at: orNull(col.timestamp),
    ended_at: orNull(col.timestamp),
    submitted: col.int,
    accepted: col.int,
    rejected: col.int,
    cancelled: col.int,
    questions_count: col.int,
    attachments_count: col.int,
    favorites_count: col.int,
    declines_count: col.int,
  },
  text: `
    SELECT o.approved_at, o.suspended_at, o.ended_at, p.submitted, p.accepted, p.rejected, p.cancelled,
      (SELECT count(*)::int FROM order_questions q WHERE q.order_id = o.id) AS questions_count,
      (SELECT count(*)::int FROM order_attachments a WHERE a.order_id = o.id) AS attachments_count,
      (SELECT count(*)::int FROM favorite_orders f WHERE f.order_id = o.id) AS favorites_count,
      (SELECT count(*)::int FROM supplier_order_declines d WHERE d.order_id = o.id) AS declines_count
    FROM orders o
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE p.status = 'submitted')::int AS submitted,
        count(*) FILTER (WHERE p.status = 'accepted')::int AS accepted,
        count(*) FILTER (WHERE p.status = 'rejected')::int AS rejected,
        count(*) FILTER (WHERE p.status = 'cancelled')::int AS cancelled
      FROM proposals p WHERE p.order_id = o.id AND p.status <> 'draft'
    ) p
    WHERE o.id = :order_id`,
});
export type AdminOrderExtras = NonNullable<(typeof orderExtras)['gives']>;
