import { sql } from 'kysely';
import { systemActor } from '../../../platform/db/command.ts';
import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { jobOn } from '../../../platform/queue/job-kind.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';
import { itemNameSql } from '../../catalogue/catalogue-feature.ts';
import { competesSql, offeredSql, unwantedSql } from '../../orders/orders-feature.ts';
import { mostShown } from './decision-size.ts';
import { currentTexts, readMaskedTexts, type PreparedTexts } from './decision-texts.ts';

/** SQL: the proposals of a pending decision as they were when it was made. */
const seatsSql =
  'jsonb_to_recordset(:seats::jsonb) AS s(id bigint, letter integer, status text, available boolean)';

/** Columns of pending decision `p`. */
const pendingColumns = [
  'p.decided_at',
  'p.reason',
  sql<string>`p.proposals::text`.as('seats'),
  sql<number>`(SELECT o.items_count FROM orders o WHERE o.id = p.order_id)`.as('items'),
  sql<number[]>`ARRAY(SELECT (s ->> 'id')::bigint FROM jsonb_array_elements(p.proposals) s)`.as(
    'ids',
  ),
] as const;

const findPending = ({ q }: Db, orderId: number) =>
  q
    .selectFrom('pending_decisions as p')
    .select(pendingColumns)
    .where('p.order_id', '=', orderId)
    .executeTakeFirst();

/** Deletes the pending decision and returns it: of concurrent writers one gets it. */
const takePending = ({ q }: Db, orderId: number) =>
  q
    .deleteFrom('pending_decisions as p')
    .where('p.order_id', '=', orderId)
    .returning(pendingColumns)
    .executeTakeFirst();

const choose = statement({
  name: 'decision-shown',
  params: params<{ order_id: number; seats: string; most: number }>(),
  columns: { id: col.int },
  // What most was bought from comes first, then what covers most for the least.
  text: `
    SELECT r.id FROM (
      SELECT s.id, row_number() OVER (ORDER BY w.items_count DESC NULLS LAST,
        s.status = 'cancelled' OR NOT s.available, c.priced DESC, p.total_amount, s.letter) AS place
      FROM ${seatsSql}
      JOIN proposals p ON p.id = s.id
      LEFT JOIN purchases w ON w.proposal_id = s.id AND w.order_id = :order_id AND w.round = 1
      CROSS JOIN LATERAL (
        SELECT count(*) AS priced FROM proposal_items pi WHERE pi.proposal_id = s.id AND ${offeredSql('pi')}
      ) c
    ) r
    WHERE r.place <= :most::int ORDER BY r.place`,
});

const write = statement({
  name: 'decision-record-write',
  params: params<{
    order_id: number;
    seats: string;
    /** The proposals that the record shows price by price; null for all. */
    shown: readonly number[] | null;
    reason: string | null;
    proposals: string;
    texts: string;
    decided_at: string;
    now: Date;
  }>(),
  columns: { order_id: col.int },
  // Reads all proposal items in one pass, without joins whose size the planner would have to
  // estimate. A withdrawn proposal is included, and so is one whose supplier is not active, but
  // neither its prices nor its total count in a comparison. A price that is alone is best of nothing,
  // and neither is that of less than asked for, or of a similar product where none is taken.
  // What an item was bought for is shown of every winner. What was chosen are the purchases of the
  // first round; totals are compared with them where one proposal won alone, over what was bought
  // from it.
  text: `
    WITH lettered AS MATERIALIZED (
      SELECT p.id, p.submitted_at, p.validity_date, p.delivery_days, p.total_amount, p.freight_amount, p.freight_kind,
        s.status, s.available, s.letter, s.status <> 'cancelled' AND s.available AS counts, pm.mark,
        :shown::bigint[] IS NULL OR p.id = ANY (:shown::bigint[]) AS shown
      FROM ${seatsSql}
      JOIN proposals p ON p.id = s.id
      JOIN proposal_marks pm ON pm.proposal_id = p.id
    ), winners AS MATERIALIZED (
      SELECT s.id, s.proposal_id, s.items_count, s.items_amount, s.freight_amount
      FROM purchases s WHERE s.order_id = :order_id AND s.round = 1
    ), bought AS MATERIALIZED (
      SELECT i.order_item_id, i.proposal_id FROM winners w JOIN purchase_items i ON i.purchase_id = w.id
    ), alone AS MATERIALIZED (
      SELECT min(w.proposal_id) AS id FROM winners w HAVING count(*) = 1
    ), answered AS MATERIALIZED (
      SELECT pi.*, b.proposal_id IS NOT NULL AS bought, l.letter, l.counts, l.shown, ${offeredSql('pi')} AS priced,
        ${competesSql('pi', 'asked')} AS competes, ${unwantedSql('pi', 'asked')} AS unwanted,
        (SELECT :texts::jsonb) -> pi.id::text AS texts,
        min(pi.unit_price) FILTER (WHERE l.counts AND ${competesSql('pi', 'asked')}) OVER item AS best,
        count(*) FILTER (WHERE l.counts AND ${offeredSql('pi')}) OVER item AS prices,
        max(pi.quantity) FILTER (WHERE l.id = alone.id AND b.proposal_id IS NOT NULL) OVER item AS chosen_quantity,
        max(pi.total_price) FILTER (WHERE l.id = alone.id AND b.proposal_id IS NOT NULL) OVER item AS chosen_total
      FROM proposal_items pi JOIN lettered l ON l.id = pi.proposal_id
      JOIN order_items asked ON asked.id = pi.order_item_id LEFT JOIN alone ON true
      LEFT JOIN bought b ON b.proposal_id = pi.proposal_id AND b.order_item_id = pi.order_item_id
      WINDOW item AS (PARTITION BY pi.order_item_id)
    ), rivals AS (
      SELECT a.letter, sum(a.total_price) < sum(a.chosen_total) AS cheaper
      FROM answered a JOIN alone ON a.proposal_id <> alone.id
      WHERE a.priced AND a.counts AND NOT a.unwanted AND a.quantity = a.chosen_quantity
      GROUP BY a.letter HAVING count(*) = (SELECT count(*) FROM bought)
    ), answers AS (
      SELECT oi.id AS order_item_id, max(a.best) AS best, max(a.letter) FILTER (WHERE a.bought) AS chosen,
        json_agg(json_build_object(
          'letter', a.letter, 'unit_price', CASE WHEN a.priced THEN a.unit_price::text END,
          'quantity', a.quantity::text, 'total_price', a.total_price::text,
          'is_best', a.competes AND a.counts AND a.prices > 1 AND a.unit_price = a.best,
          'unwanted', a.unwanted,
          'not_offered', NOT a.priced AND coalesce(a.unit_price, 0) > 0,
          'justification_type', a.justification_type, 'justification', a.texts ->> 'justification',
          'similar', CASE WHEN a.offers_similar OR a.product_id <> oi.product_id
            THEN coalesce(a.texts ->> 'similar_product_name',
              CASE WHEN a.product_id <> oi.product_id THEN pp.name END, 'produto similar') END,
          'similar_description', a.texts ->> 'similar_product_description', 'notes', a.texts ->> 'notes')
          ORDER BY a.letter)
        FILTER (WHERE a.shown OR a.bought) AS list
      FROM order_items oi LEFT JOIN (answered a JOIN products pp ON pp.id = a.product_id) ON a.order_item_id = oi.id
      WHERE oi.order_id = :order_id
      GROUP BY oi.id
    ), counted AS (
      SELECT a.letter, count(*) FILTER (WHERE a.priced) AS priced,
        count(*) FILTER (WHERE a.competes AND a.counts AND a.prices > 1 AND a.unit_price = a.best) AS best
      FROM answered a GROUP BY a.letter
    )
    INSERT INTO decision_records (order_id, recorded_at, content)
    SELECT o.id, :now::timestamptz, jsonb_build_object(
      'order', jsonb_build_object('number', o.number, 'description', o.description,
        'closure_type', o.closure_type, 'deadline_date', o.deadline_date,
        'delivery_date', o.delivery_date, 'city', place.name, 'state', place.uf, 'payment_terms', o.payment_terms,
        'published_at', ${wireTimeSql('o.published_at')}, 'awarded_at', ${wireTimeSql(':decided_at::timestamptz')},
        'has_pesticide', o.has_pesticide),
      'items', (SELECT coalesce(json_agg(json_build_object('position', oi.position,
          'product', ${itemNameSql('op', 'oi')}, 'brand', op.brand, 'active_ingredient', op.active_ingredient,
          'concentration', op.concentration, 'quantity', oi.quantity::text, 'unit', oi.unit,
          'best_unit_price', r.best::text, 'chosen', r.chosen,
          'answers', coalesce(r.list, '[]')) ORDER BY oi.position), '[]')
        FROM answers r JOIN order_items oi ON oi.id = r.order_item_id JOIN products op ON op.id = oi.product_id),
      'proposals', (SELECT jsonb_agg(jsonb_build_object('letter', l.letter, 'mark', l.mark,
          'status', l.status, 'available', l.available, 'submitted_at', ${wireTimeSql('l.submitted_at')},
          'validity_date', l.validity_date, 'delivery_days', l.delivery_days,
          'priced_items', coalesce(c.priced, 0), 'best_prices', coalesce(c.best, 0),
          'total_amount', l.total_amount::text, 'freight_amount', l.freight_amount::text,
          'freight_kind', l.freight_kind, 'landed_total', (l.total_amount + coalesce(l.freight_amount, 0))::text,
          'payment_terms', t.payment_terms, 'notes', t.notes,
          'rejection_reason', CASE WHEN l.status = 'rejected' THEN t.rejection_reason END) ORDER BY l.letter)
        FROM lettered l LEFT JOIN counted c ON c.letter = l.letter
        LEFT JOIN jsonb_to_recordset(:proposals::jsonb)
          AS t(id bigint, notes text, payment_terms text, rejection_reason text) ON t.id = l.id),
      'chosen', (SELECT l.letter FROM lettered l JOIN alone ON alone.id = l.id),
      'winners', (SELECT jsonb_agg(jsonb_build_object('letter', l.letter, 'items', w.items_count,
          'items_amount', w.items_amount::text, 'freight_amount', w.freight_amount::text) ORDER BY l.letter)
        FROM winners w JOIN lettered l ON l.id = w.proposal_id),
      'comparable', (SELECT count(*) FROM rivals),
      'cheaper', (SELECT coalesce(jsonb_agg(r.letter ORDER BY r.letter), '[]') FROM rivals r WHERE r.cheaper),
      'is_cheapest', NOT EXISTS (SELECT 1 FROM rivals r WHERE r.cheaper),
      'reason', :reason::text)
      || CASE WHEN :shown::bigint[] IS NULL THEN '{}' ELSE jsonb_build_object('shown',
        (SELECT jsonb_agg(l.letter ORDER BY l.letter) FROM lettered l WHERE l.shown)) END
    FROM orders o LEFT JOIN cities place ON place.id = o.delivery_city_id
    WHERE o.id = :order_id
    RETURNING order_id`,
});

/** Returns the proposals that a record shows price by price; null where it shows all. */
async function shownOf(
  db: Db,
  orderId: number,
  { seats, items, ids }: { seats: string; items: number; ids: readonly number[] },
): Promise<number[] | null> {
  const most = mostShown(items);
  if (ids.length <= most) return null;
  return (await db.rows(choose, { order_id: orderId, seats, most })).map(({ id }) => id);
}

/**
 * Writes an order's decision record where the award has left it to be written. Safe to run twice,
 * and at the same time. Texts are masked before the transaction, and again within it where they have
 * changed since.
 */
export async function writeDecision({ db, command }: Platform, orderId: number): Promise<void> {
  const found = await findPending(db, orderId);
  if (found === undefined) return;
  const shown = await shownOf(db, orderId, found);
  const prepared: PreparedTexts = await readMaskedTexts(db, shown ?? found.ids);
  await command(systemActor, async (uow) => {
    await sql`SELECT set_config('statement_timeout', '120s', true)`.execute(uow.db.q);
    const pending = await takePending(uow.db, orderId);
    if (pending === undefined) return;
    const { decided_at, reason, seats } = pending;
    const { proposals, items } = await currentTexts(uow.db, shown ?? pending.ids, prepared);
    const facts = { order_id: orderId, seats, shown, reason, proposals, texts: items };
    await uow.db.rows(write, { ...facts, decided_at, now: uow.now });
  });
}

/** The job that writes the decision record of an award. */
export const decisionJob = (platform: Platform) =>
  jobOn('order.awarded_to_other', {
    name: 'decision.write',
    retries: 8,
    backoffSeconds: 5,
    timeoutSeconds: 600,
    concurrency: 1,
    run: ({ order_id }) => writeDecision(platform, order_id),
  });
