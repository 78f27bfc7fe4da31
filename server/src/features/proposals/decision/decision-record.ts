import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { isActiveSql } from '../../../platform/auth/active-person.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';
import type { DecisionContent, DecisionRound } from './decision-content.ts';

const note = statement({
  name: 'decision-note',
  params: params<{ order_id: number; session_id: number; reason: string | null; now: Date }>(),
  columns: { order_id: col.int },
  // Letters are those of the session that decides, so that the record agrees with what was on its
  // screen.
  text: `
    WITH left_out AS (
      UPDATE proposals p SET left_out = true FROM suppliers su JOIN users u ON u.id = su.user_id
      WHERE p.order_id = :order_id AND p.status = 'submitted' AND su.id = p.supplier_id AND NOT ${isActiveSql('u')}
      RETURNING p.id
    )
    INSERT INTO pending_decisions (order_id, decided_at, reason, proposals)
    SELECT :order_id, :now, :reason, jsonb_agg(jsonb_build_object('id', p.id, 'letter', pl.letter, 'status', p.status,
      'available', gone.id IS NULL))
    FROM proposals p
    JOIN proposal_letters pl ON pl.session_id = :session_id AND pl.order_id = p.order_id AND pl.proposal_id = p.id
    LEFT JOIN left_out gone ON gone.id = p.id
    WHERE p.order_id = :order_id AND p.status <> 'draft'
    RETURNING order_id`,
});

export interface Decision {
  readonly orderId: number;
  /** The session that decides; its letters are assigned. */
  readonly sessionId: number;
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Notes that the award of a locked order was decided, after its purchases and in the award's own
 * transaction. What it takes does not depend on what the proposals hold: `writeDecision` writes the
 * record from them afterwards.
 */
export async function noteDecision(
  db: Db,
  { orderId, sessionId, reason, now }: Decision,
): Promise<void> {
  await db.rows(note, { order_id: orderId, session_id: sessionId, reason, now });
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
    SELECT :order_id, :round, :now, jsonb_build_object(
      'round', :round::int, 'awarded_at', ${wireTimeSql(':now::timestamptz')}, 'reason', :reason::text,
      'winners', jsonb_agg(jsonb_build_object(
        'letter', pl.letter, 'mark', pm.mark,
        'items', s.items_count, 'items_amount', s.items_amount::text,
        'freight_amount', s.freight_amount::text, 'bought', (
          SELECT jsonb_agg(jsonb_build_object(
            'position', oi.position, 'product', op.name, 'unit', oi.unit,
            'unit_price', i.unit_price::text, 'quantity', i.quantity::text,
            'total_price', i.total_price::text) ORDER BY oi.position)
          FROM purchase_items i
          JOIN order_items oi ON oi.id = i.order_item_id
          JOIN products op ON op.id = oi.product_id
          WHERE i.purchase_id = s.id)) ORDER BY pl.letter))
    FROM purchases s
    JOIN proposal_letters pl ON pl.session_id = :session_id
      AND pl.order_id = s.order_id AND pl.proposal_id = s.proposal_id
    JOIN proposal_marks pm ON pm.proposal_id = s.proposal_id
    WHERE s.order_id = :order_id AND s.round = :round
    RETURNING order_id`,
});

/** Stores what a later round bought and why, after its purchases and in the round's transaction. */
export async function freezeRound(
  db: Db,
  { orderId, round, sessionId, reason, now }: Decision & { readonly round: number },
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
      (SELECT coalesce(jsonb_agg(r.content ORDER BY r.round), '[]')
       FROM decision_rounds r WHERE r.order_id = d.order_id) AS rounds
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
