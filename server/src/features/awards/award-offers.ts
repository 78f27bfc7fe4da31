import { freightRules } from '@lavra/domain/award/partial-terms';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { isActiveSql } from '../../platform/auth/active-person.ts';
import { holdStandingSql } from '../../platform/session/standing.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { offeredSql } from '../orders/orders-feature.ts';

const hold = statement({
  name: 'award-standing-hold',
  params: params<{ order_id: number; proposals: string[] }>(),
  columns: { held: col.text },
  text: holdStandingSql(`
    SELECT pr.user_id FROM orders o JOIN producers pr ON pr.id = o.producer_id WHERE o.id = :order_id
    UNION SELECT su.user_id FROM proposals p JOIN suppliers su ON su.id = p.supplier_id
      WHERE p.order_id = :order_id AND p.uuid = ANY (:proposals::uuid[])`),
});

/** What an award is about: an order, and the proposals to buy from, by UUID. */
export interface AwardScope {
  readonly orderId: number;
  readonly proposals: readonly string[];
}

/**
 * Locks the accounts of the producer and of the proposals' suppliers until the transaction ends, so
 * that their status cannot change. Must come before the order's lock.
 */
export async function holdParties(db: Db, { orderId, proposals }: AwardScope): Promise<void> {
  await db.rows(hold, { order_id: orderId, proposals: [...proposals] });
}

const chosenColumns = {
  id: col.int,
  uuid: col.uuid,
  status: col.oneOf(proposalStatuses),
  version: col.int,
  validity_date: orNull(col.date),
  freight_amount: orNull(col.numeric),
  allows_partial: col.boolean,
  partial_minimum: orNull(col.numeric),
  freight_rule: col.oneOf(freightRules),
  supplier_active: col.boolean,
};
/** A proposal to buy from, with its row locked. */
export type ChosenProposal = RowOf<typeof chosenColumns>;

const lock = statement({
  name: 'award-proposals-lock',
  params: params<{ order_id: number; proposals: string[] }>(),
  columns: chosenColumns,
  text: `
    SELECT p.id, p.uuid, p.status, p.version, p.validity_date,
      p.freight_amount, p.allows_partial, p.partial_minimum, p.freight_rule,
      (SELECT ${isActiveSql('u')} FROM suppliers su JOIN users u ON u.id = su.user_id
       WHERE su.id = p.supplier_id) AS supplier_active
    FROM proposals p
    WHERE p.order_id = :order_id AND p.uuid = ANY (:proposals::uuid[]) AND p.status <> 'draft'
    ORDER BY p.id FOR UPDATE OF p`,
});

/** Locks the proposals, by ascending id; their order must already be locked. */
export const lockChosen = (db: Db, { orderId, proposals }: AwardScope): Promise<ChosenProposal[]> =>
  db.rows(lock, { order_id: orderId, proposals: [...proposals] });

/** What one proposal offers, by the item's position: two columns, since there may be 100,000 rows. */
interface OfferList {
  proposal_id: number;
  items: number[];
  totals: string[];
}

const read = statement({
  name: 'award-offers',
  params: params<{ order_id: number; proposals: string[] }>(),
  columns: {
    items: col.json<{ id: number; position: number }[]>(),
    offers: col.json<OfferList[]>(),
    bought: col.json<{ proposal_id: number; order_item_id: number }[]>(),
    round: col.int,
    awarded_at_ms: orNull(col.float),
  },
  text: `
    SELECT
      (SELECT json_agg(json_build_object('id', oi.id, 'position', oi.position) ORDER BY oi.position)
       FROM order_items oi WHERE oi.order_id = o.id) AS items,
      (SELECT coalesce(json_agg(listed), '[]') FROM (
        SELECT pi.proposal_id, json_agg(pi.order_item_id ORDER BY oi.position) AS items,
          json_agg(pi.total_price::text ORDER BY oi.position) AS totals
        FROM proposals p JOIN proposal_items pi ON pi.proposal_id = p.id JOIN order_items oi ON oi.id = pi.order_item_id
        WHERE p.order_id = o.id AND p.uuid = ANY (:proposals::uuid[]) AND ${offeredSql('pi')}
        GROUP BY pi.proposal_id) listed) AS offers,
      (SELECT coalesce(json_agg(
         json_build_object('proposal_id', i.proposal_id, 'order_item_id', i.order_item_id)), '[]')
       FROM purchases s JOIN purchase_items i ON i.purchase_id = s.id
       WHERE s.order_id = o.id AND i.released_at IS NULL) AS bought,
      (SELECT coalesce(max(s.round), 0) FROM purchases s WHERE s.order_id = o.id)::int AS round,
      (extract(epoch FROM o.awarded_at) * 1000)::float8 AS awarded_at_ms
    FROM orders o WHERE o.id = :order_id`,
});

/**
 * Returns the order's items, what the given proposals offer, what was bought so far, the last round
 * (0 before the award) and when the first was.
 */
export async function readOffers(db: Db, { orderId, proposals }: AwardScope) {
  const row = await db.row(read, { order_id: orderId, proposals: [...proposals] });
  if (row === undefined) throw new Error(`order ${orderId} vanished under its lock`);
  return row;
}

/** What `readOffers` returns. */
export type Offers = Awaited<ReturnType<typeof readOffers>>;
