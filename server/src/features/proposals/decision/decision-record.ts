import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { isActiveSql } from '../../../platform/auth/active-person.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';
import { offeredSql } from '../../orders/orders-feature.ts';
import type { DecisionContent } from './decision-content.ts';
import { currentTexts, type PreparedTexts } from './decision-texts.ts';

const freeze = statement({
  name: 'decision-record-freeze',
  params: params<{
    order_id: number;
    chosen_id: number;
    reason: string | null;
    proposals: string;
    texts: string;
    now: Date;
  }>(),
  columns: { order_id: col.int },
  // Reads all proposal items in one pass, without joins whose size the planner would have to
  // estimate. Letters are drawn at this point: they match no session's letters and do not reveal
  // the order of arrival. A withdrawn proposal is included, and so is one whose supplier is not
  // active, but neither its prices nor its total count in a comparison.
  text: `
    WITH left_out AS (
      UPDATE proposals p SET left_out = true FROM suppliers su JOIN users u ON u.id = su.user_id
      WHERE p.order_id = :order_id AND p.status = 'submitted' AND su.id = p.supplier_id AND NOT ${isActiveSql('u')}
      RETURNING p.id
    ), lettered AS MATERIALIZED (
      SELECT p.*, gone.id IS NULL AS available, p.status <> 'cancelled' AND gone.id IS NULL AS counts, (row_number() OVER (ORDER BY gen_random_uuid()) - 1)::int AS letter
      FROM proposals p LEFT JOIN left_out gone ON gone.id = p.id WHERE p.order_id = :order_id AND p.status <> 'draft'
    ), answered AS MATERIALIZED (
      SELECT pi.*, l.letter, l.counts, ${offeredSql('pi')} AS priced, (SELECT :texts::jsonb) -> pi.id::text AS texts,
        min(pi.unit_price) FILTER (WHERE l.counts AND ${offeredSql('pi')}) OVER item AS best,
        max(pi.quantity) FILTER (WHERE l.id = :chosen_id AND ${offeredSql('pi')}) OVER item AS chosen_quantity,
        max(pi.total_price) FILTER (WHERE l.id = :chosen_id AND ${offeredSql('pi')}) OVER item AS chosen_total
      FROM proposal_items pi JOIN lettered l ON l.id = pi.proposal_id
      WINDOW item AS (PARTITION BY pi.order_item_id)
    ), rivals AS (
      SELECT a.letter, sum(a.total_price) < sum(a.chosen_total) AS cheaper
      FROM answered a
      WHERE a.priced AND a.counts AND a.proposal_id <> :chosen_id AND a.quantity = a.chosen_quantity
      GROUP BY a.letter HAVING count(*) = (SELECT count(*) FROM answered c WHERE c.proposal_id = :chosen_id AND c.priced)
    ), answers AS (
      SELECT a.order_item_id, max(a.best) AS best, jsonb_agg(jsonb_build_object(
          'letter', a.letter, 'unit_price', CASE WHEN a.priced THEN a.unit_price::text END, 'quantity', a.quantity::text, 'total_price', a.total_price::text,
          'is_best', a.priced AND a.counts AND a.unit_price = a.best,
          'not_offered', NOT a.priced AND coalesce(a.unit_price, 0) > 0, 'justification_type', a.justification_type, 'justification', a.texts ->> 'justification',
          'similar', CASE WHEN a.offers_similar OR a.product_id <> oi.product_id
            THEN coalesce(a.texts ->> 'similar_product_name', CASE WHEN a.product_id <> oi.product_id THEN pp.name END, 'produto similar') END,
          'similar_description', a.texts ->> 'similar_product_description', 'notes', a.texts ->> 'notes') ORDER BY a.letter) AS list
      FROM answered a
      JOIN order_items oi ON oi.id = a.order_item_id
      JOIN products pp ON pp.id = a.product_id
      GROUP BY a.order_item_id
    ), counted AS (
      SELECT a.letter, count(*) FILTER (WHERE a.priced) AS priced, count(*) FILTER (WHERE a.priced AND a.counts AND a.unit_price = a.best) AS best
      FROM answered a GROUP BY a.letter
    )
    INSERT INTO decision_records (order_id, recorded_at, content)
    SELECT o.id, :now, jsonb_build_object(
      'order', jsonb_build_object('number', o.number, 'description', o.description, 'closure_type', o.closure_type, 'deadline_date', o.deadline_date,
        'delivery_date', o.delivery_date, 'city', place.name, 'state', place.uf, 'payment_terms', o.payment_terms,
        'published_at', ${wireTimeSql('o.published_at')}, 'awarded_at', ${wireTimeSql(':now::timestamptz')}, 'has_pesticide', o.has_pesticide),
      'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('position', oi.position, 'product', op.name, 'brand', op.brand, 'active_ingredient', op.active_ingredient,
          'concentration', op.concentration, 'quantity', oi.quantity::text, 'unit', oi.unit, 'best_unit_price', r.best::text,
          'answers', coalesce(r.list, '[]')) ORDER BY oi.position), '[]')
        FROM order_items oi JOIN products op ON op.id = oi.product_id LEFT JOIN answers r ON r.order_item_id = oi.id WHERE oi.order_id = o.id),
      'proposals', (SELECT jsonb_agg(jsonb_build_object('letter', l.letter, 'status', l.status, 'available', l.available, 'submitted_at', ${wireTimeSql('l.submitted_at')},
          'validity_date', l.validity_date, 'delivery_days', l.delivery_days, 'priced_items', coalesce(c.priced, 0), 'best_prices', coalesce(c.best, 0),
          'total_amount', l.total_amount::text, 'freight_amount', l.freight_amount::text, 'landed_total', (l.total_amount + coalesce(l.freight_amount, 0))::text,
          'payment_terms', t.payment_terms, 'notes', t.notes, 'rejection_reason', t.rejection_reason) ORDER BY l.letter)
        FROM lettered l LEFT JOIN counted c ON c.letter = l.letter
        LEFT JOIN jsonb_to_recordset(:proposals::jsonb) AS t(id bigint, notes text, payment_terms text, rejection_reason text) ON t.id = l.id),
      'chosen', (SELECT l.letter FROM lettered l WHERE l.id = :chosen_id),
      'comparable', (SELECT count(*) FROM rivals),
      'cheaper', (SELECT coalesce(jsonb_agg(r.letter ORDER BY r.letter), '[]') FROM rivals r WHERE r.cheaper),
      'is_cheapest', NOT EXISTS (SELECT 1 FROM rivals r WHERE r.cheaper),
      'reason', :reason::text)
    FROM orders o LEFT JOIN cities place ON place.id = o.delivery_city_id
    WHERE o.id = :order_id
    RETURNING order_id`,
});

export interface Decision {
  readonly orderId: number;
  readonly chosenId: number;
  readonly reason: string | null;
  readonly texts: PreparedTexts;
  readonly now: Date;
}

/**
 * Stores the facts that the award of a locked order is based on, in the award's own transaction:
 * two statements, whatever the size.
 */
export async function freezeDecision(
  db: Db,
  { orderId, chosenId, reason, texts, now }: Decision,
): Promise<void> {
  const { proposals, items } = await currentTexts(db, { orderId, chosenId }, texts);
  await db.rows(freeze, {
    order_id: orderId,
    chosen_id: chosenId,
    reason,
    proposals,
    texts: items,
    now,
  });
}

const read = statement({
  name: 'decision-record',
  params: params<{ order_id: number }>(),
  columns: { producer: col.text, content: col.json<DecisionContent>() },
  text: `
    SELECT u.name AS producer, d.content
    FROM decision_records d
    JOIN orders o ON o.id = d.order_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users u ON u.id = pr.user_id
    WHERE d.order_id = :order_id`,
});

/** Returns the record and its producer's current name; undefined before the award. */
export const findDecision = (
  db: Db,
  orderId: number,
): Promise<{ producer: string; content: DecisionContent } | undefined> =>
  db.row(read, { order_id: orderId });
