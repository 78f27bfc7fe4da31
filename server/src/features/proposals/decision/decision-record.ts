import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { isActiveSql } from '../../../platform/auth/active-person.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';
import { itemNameSql } from '../../catalogue/catalogue-feature.ts';
import { offeredSql } from '../../orders/orders-feature.ts';
import type { DecisionContent, DecisionRound } from './decision-content.ts';
import { currentTexts, type PreparedTexts } from './decision-texts.ts';

const freeze = statement({
  name: 'decision-record-freeze',
  params: params<{
    order_id: number;
    session_id: number;
    reason: string | null;
    proposals: string;
    texts: string;
    now: Date;
  }>(),
  columns: { order_id: col.int },
  // Reads all proposal items in one pass, without joins whose size the planner would have to
  // estimate. Letters are those of the session that decides, so that the record agrees with what was
  // on its screen. A withdrawn proposal is included, and so is one whose supplier is not active, but
  // neither its prices nor its total count in a comparison. A price that is alone is best of nothing.
  // What was chosen are the purchases of the first round; totals are compared with them where one
  // proposal won alone, over what was bought from it.
  text: `
    WITH left_out AS (
      UPDATE proposals p SET left_out = true FROM suppliers su JOIN users u ON u.id = su.user_id
      WHERE p.order_id = :order_id AND p.status = 'submitted' AND su.id = p.supplier_id AND NOT ${isActiveSql('u')}
      RETURNING p.id
    ), lettered AS MATERIALIZED (
      SELECT p.*, gone.id IS NULL AS available, p.status <> 'cancelled' AND gone.id IS NULL AS counts, pl.letter, pm.mark
      FROM proposals p
      JOIN proposal_letters pl ON pl.session_id = :session_id AND pl.order_id = p.order_id AND pl.proposal_id = p.id
      JOIN proposal_marks pm ON pm.proposal_id = p.id
      LEFT JOIN left_out gone ON gone.id = p.id
      WHERE p.order_id = :order_id AND p.status <> 'draft'
    ), winners AS MATERIALIZED (
      SELECT s.id, s.proposal_id, s.items_count, s.items_amount, s.freight_amount
      FROM purchases s WHERE s.order_id = :order_id AND s.round = 1
    ), bought AS MATERIALIZED (
      SELECT i.order_item_id, i.proposal_id FROM winners w JOIN purchase_items i ON i.purchase_id = w.id
    ), alone AS MATERIALIZED (
      SELECT min(w.proposal_id) AS id FROM winners w HAVING count(*) = 1
    ), answered AS MATERIALIZED (
      SELECT pi.*, b.proposal_id IS NOT NULL AS bought, l.letter, l.counts, ${offeredSql('pi')} AS priced, (SELECT :texts::jsonb) -> pi.id::text AS texts,
        min(pi.unit_price) FILTER (WHERE l.counts AND ${offeredSql('pi')}) OVER item AS best,
        count(*) FILTER (WHERE l.counts AND ${offeredSql('pi')}) OVER item AS prices,
        max(pi.quantity) FILTER (WHERE l.id = alone.id AND b.proposal_id IS NOT NULL) OVER item AS chosen_quantity,
        max(pi.total_price) FILTER (WHERE l.id = alone.id AND b.proposal_id IS NOT NULL) OVER item AS chosen_total
      FROM proposal_items pi JOIN lettered l ON l.id = pi.proposal_id LEFT JOIN alone ON true
      LEFT JOIN bought b ON b.proposal_id = pi.proposal_id AND b.order_item_id = pi.order_item_id
      WINDOW item AS (PARTITION BY pi.order_item_id)
    ), rivals AS (
      SELECT a.letter, sum(a.total_price) < sum(a.chosen_total) AS cheaper
      FROM answered a JOIN alone ON a.proposal_id <> alone.id
      WHERE a.priced AND a.counts AND a.quantity = a.chosen_quantity
      GROUP BY a.letter HAVING count(*) = (SELECT count(*) FROM bought)
    ), answers AS (
      SELECT oi.id AS order_item_id, max(a.best) AS best, max(a.letter) FILTER (WHERE a.bought) AS chosen, json_agg(json_build_object(
          'letter', a.letter, 'unit_price', CASE WHEN a.priced THEN a.unit_price::text END, 'quantity', a.quantity::text, 'total_price', a.total_price::text,
          'is_best', a.priced AND a.counts AND a.prices > 1 AND a.unit_price = a.best,
          'not_offered', NOT a.priced AND coalesce(a.unit_price, 0) > 0, 'justification_type', a.justification_type, 'justification', a.texts ->> 'justification',
          'similar', CASE WHEN a.offers_similar OR a.product_id <> oi.product_id
            THEN coalesce(a.texts ->> 'similar_product_name', CASE WHEN a.product_id <> oi.product_id THEN pp.name END, 'produto similar') END,
          'similar_description', a.texts ->> 'similar_product_description', 'notes', a.texts ->> 'notes') ORDER BY a.letter)
        FILTER (WHERE a.id IS NOT NULL) AS list
      FROM order_items oi LEFT JOIN (answered a JOIN products pp ON pp.id = a.product_id) ON a.order_item_id = oi.id
      WHERE oi.order_id = :order_id
      GROUP BY oi.id
    ), counted AS (
      SELECT a.letter, count(*) FILTER (WHERE a.priced) AS priced, count(*) FILTER (WHERE a.priced AND a.counts AND a.prices > 1 AND a.unit_price = a.best) AS best
      FROM answered a GROUP BY a.letter
    )
    INSERT INTO decision_records (order_id, recorded_at, content)
    SELECT o.id, :now, jsonb_build_object(
      'order', jsonb_build_object('number', o.number, 'description', o.description, 'closure_type', o.closure_type, 'deadline_date', o.deadline_date,
        'delivery_date', o.delivery_date, 'city', place.name, 'state', place.uf, 'payment_terms', o.payment_terms,
        'published_at', ${wireTimeSql('o.published_at')}, 'awarded_at', ${wireTimeSql(':now::timestamptz')}, 'has_pesticide', o.has_pesticide),
      'items', (SELECT coalesce(json_agg(json_build_object('position', oi.position, 'product', ${itemNameSql('op', 'oi')}, 'brand', op.brand, 'active_ingredient', op.active_ingredient,
          'concentration', op.concentration, 'quantity', oi.quantity::text, 'unit', oi.unit, 'best_unit_price', r.best::text, 'chosen', r.chosen,
          'answers', coalesce(r.list, '[]')) ORDER BY oi.position), '[]')
        FROM answers r JOIN order_items oi ON oi.id = r.order_item_id JOIN products op ON op.id = oi.product_id),
      'proposals', (SELECT jsonb_agg(jsonb_build_object('letter', l.letter, 'mark', l.mark, 'status', l.status, 'available', l.available, 'submitted_at', ${wireTimeSql('l.submitted_at')},
          'validity_date', l.validity_date, 'delivery_days', l.delivery_days, 'priced_items', coalesce(c.priced, 0), 'best_prices', coalesce(c.best, 0),
          'total_amount', l.total_amount::text, 'freight_amount', l.freight_amount::text, 'freight_kind', l.freight_kind, 'landed_total', (l.total_amount + coalesce(l.freight_amount, 0))::text,
          'payment_terms', t.payment_terms, 'notes', t.notes, 'rejection_reason', t.rejection_reason) ORDER BY l.letter)
        FROM lettered l LEFT JOIN counted c ON c.letter = l.letter
        LEFT JOIN jsonb_to_recordset(:proposals::jsonb) AS t(id bigint, notes text, payment_terms text, rejection_reason text) ON t.id = l.id),
      'chosen', (SELECT l.letter FROM lettered l JOIN alone ON alone.id = l.id),
      'winners', (SELECT jsonb_agg(jsonb_build_object('letter', l.letter, 'items', w.items_count, 'items_amount', w.items_amount::text,
          'freight_amount', w.freight_amount::text) ORDER BY l.letter) FROM winners w JOIN lettered l ON l.id = w.proposal_id),
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
  /** The proposals that were bought from. */
  readonly chosenIds: readonly number[];
  /** The session that decides; its letters are assigned. */
  readonly sessionId: number;
  readonly reason: string | null;
  readonly texts: PreparedTexts;
  readonly now: Date;
}

/**
 * Stores the facts that the award of a locked order is based on, after its purchases and in the
 * award's own transaction: two statements, whatever the size.
 */
export async function freezeDecision(
  db: Db,
  { orderId, chosenIds, sessionId, reason, texts, now }: Decision,
): Promise<void> {
  const { proposals, items } = await currentTexts(db, { orderId, chosenIds }, texts);
  await db.rows(freeze, {
    order_id: orderId,
    session_id: sessionId,
    reason,
    proposals,
    texts: items,
    now,
  });
}

const freezeNext = statement({
  name: 'decision-round-freeze',
  params: params<{
    order_id: number;
    round: number;
    session_id: number;
    reason: string | null;
    now: Date;
  }>(),
  columns: { order_id: col.int },
  text: `
    INSERT INTO decision_rounds (order_id, round, recorded_at, content)
    SELECT :order_id, :round, :now, jsonb_build_object('round', :round::int, 'awarded_at', ${wireTimeSql(':now::timestamptz')}, 'reason', :reason::text,
      'winners', jsonb_agg(jsonb_build_object('letter', pl.letter, 'mark', pm.mark, 'items', s.items_count, 'items_amount', s.items_amount::text,
        'freight_amount', s.freight_amount::text, 'bought', (
          SELECT jsonb_agg(jsonb_build_object('position', oi.position, 'product', op.name, 'unit', oi.unit, 'unit_price', i.unit_price::text,
            'quantity', i.quantity::text, 'total_price', i.total_price::text) ORDER BY oi.position)
          FROM purchase_items i JOIN order_items oi ON oi.id = i.order_item_id JOIN products op ON op.id = oi.product_id
          WHERE i.purchase_id = s.id)) ORDER BY pl.letter))
    FROM purchases s
    JOIN proposal_letters pl ON pl.session_id = :session_id AND pl.order_id = s.order_id AND pl.proposal_id = s.proposal_id
    JOIN proposal_marks pm ON pm.proposal_id = s.proposal_id
    WHERE s.order_id = :order_id AND s.round = :round
    RETURNING order_id`,
});

/** Stores what a later round bought and why, after its purchases and in the round's transaction. */
export async function freezeRound(
  db: Db,
  {
    orderId,
    round,
    sessionId,
    reason,
    now,
  }: Pick<Decision, 'orderId' | 'sessionId' | 'reason' | 'now'> & { readonly round: number },
): Promise<void> {
  await db.rows(freezeNext, { order_id: orderId, round, session_id: sessionId, reason, now });
}

const read = statement({
  name: 'decision-record',
  params: params<{ order_id: number }>(),
  columns: {
    producer: col.text,
    content: col.json<DecisionContent>(),
    rounds: col.json<DecisionRound[]>(),
  },
  text: `
    SELECT u.name AS producer, d.content,
      (SELECT coalesce(jsonb_agg(r.content ORDER BY r.round), '[]') FROM decision_rounds r WHERE r.order_id = d.order_id) AS rounds
    FROM decision_records d
    JOIN orders o ON o.id = d.order_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users u ON u.id = pr.user_id
    WHERE d.order_id = :order_id`,
});

/**
 * Returns the record, what later rounds bought, and the producer's current name; undefined before
 * the award.
 */
export const findDecision = (db: Db, orderId: number) => db.row(read, { order_id: orderId });
