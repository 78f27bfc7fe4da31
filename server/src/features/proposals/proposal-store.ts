import type { SentProposals } from '@lavra/domain/proposal/proposal-limits';
import { proposalStatuses, type ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Ref } from '../../platform/http/refs.ts';
import { offeredSql, unwantedSql, visibleSql } from '../orders/orders-feature.ts';
import { isLiveSql } from './live-sql.ts';
import { byOrderRef, namedBy } from './order-ref.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import { similarGoneSql } from './proposal-item.ts';

const findOwned = statement({
  name: 'proposal-owned',
  params: params<{ uuid: string }>(),
  columns: {
    id: col.int,
    order_id: col.int,
    supplier_id: col.int,
    producer_id: col.int,
    status: col.oneOf(proposalStatuses),
  },
  text: `
    SELECT p.id, p.order_id, p.supplier_id, o.producer_id, p.status
    FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.uuid = :uuid`,
});

/** Returns the owner of a proposal, by its UUID. */
export const findOwnedProposal = (db: Db, uuid: string): Promise<OwnedProposal | undefined> =>
  db.row(findOwned, { uuid });

const lock = statement({
  name: 'proposal-lock',
  params: params<{ id: number }>(),
  columns: {
    id: col.int,
    status: col.oneOf(proposalStatuses),
    version: col.int,
  },
  text: `
    SELECT p.id, p.status, p.version FROM proposals p WHERE p.id = :id FOR UPDATE OF p`,
});

export interface LockedProposal {
  readonly id: number;
  readonly status: ProposalStatus;
  readonly version: number;
}

/** Locks a proposal; its order must already be locked. */
export const lockProposal = (db: Db, id: number): Promise<LockedProposal | undefined> =>
  db.row(lock, { id });

export async function removeProposal(db: Db, id: number): Promise<void> {
  await db.q.deleteFrom('proposals').where('id', '=', id).execute();
}

/** SQL: how many proposals a supplier has sent for an order, how many of them stand or are of `:day`. */
const sentCountsSql = `
  SELECT (count(*) FILTER (WHERE ${isLiveSql('s')}))::int AS live, count(*)::int AS sent,
    (count(*) FILTER (WHERE s.submitted_at >= :day::date::timestamp AT TIME ZONE :zone::text))::int AS sent_today
  FROM proposals s
  WHERE s.order_id = :order_id AND s.supplier_id = :supplier_id AND s.status <> 'draft'`;

const readAnswers = statement({
  name: 'proposal-answers',
  params: params<{
    proposal_id: number;
    order_id: number;
    supplier_id: number;
    day: string;
    zone: string;
  }>(),
  columns: {
    answers: col.json<Answer[]>(),
    order_item_ids: col.ints,
    declined: col.boolean,
    gone_similars: col.texts,
    live: col.int,
    sent: col.int,
    sent_today: col.int,
    unwanted_similars: col.texts,
  },
  text: `
    SELECT
      (SELECT coalesce(json_agg(json_build_object('orderItemId', pi.order_item_id,
         'unitPrice', pi.unit_price, 'justification', pi.justification)), '[]')
       FROM proposal_items pi WHERE pi.proposal_id = :proposal_id) AS answers,
      (SELECT coalesce(array_agg(oi.id), '{}')
       FROM order_items oi WHERE oi.order_id = :order_id) AS order_item_ids,
      EXISTS (SELECT 1 FROM supplier_order_declines d
        WHERE d.supplier_id = :supplier_id AND d.order_id = :order_id) AS declined,
      ARRAY(SELECT pp.name FROM proposal_items pi
        JOIN order_items oi ON oi.id = pi.order_item_id
        JOIN products pp ON pp.id = pi.product_id
        WHERE pi.proposal_id = :proposal_id AND ${offeredSql('pi')} AND ${similarGoneSql}
        GROUP BY pp.name ORDER BY min(oi.position)) AS gone_similars,
      ARRAY(SELECT op.name FROM proposal_items pi
        JOIN order_items oi ON oi.id = pi.order_item_id
        JOIN products op ON op.id = oi.product_id
        WHERE pi.proposal_id = :proposal_id AND ${offeredSql('pi')} AND ${unwantedSql('pi', 'oi')}
        ORDER BY oi.position) AS unwanted_similars,
      own.live, own.sent, own.sent_today
    FROM (${sentCountsSql}) own`,
});

export interface Answers {
  readonly answers: readonly Answer[];
  readonly orderItemIds: readonly number[];
  readonly declined: boolean;
  /** Similar products that are offered and no longer in the catalogue. */
  readonly goneSimilars: readonly string[];
  /** The supplier's proposals for this order, without drafts. */
  readonly before: SentProposals;
  /** How many of them were sent today. */
  readonly sentToday: number;
  /** Products for which a similar one is offered though their item takes none. */
  readonly unwantedSimilars: readonly string[];
}

interface Answer {
  readonly orderItemId: number;
  readonly unitPrice: number | null;
  readonly justification: string | null;
}

/** Returns the data that the submission rules need; `day` is today in the platform's zone. */
export async function getAnswers(
  db: Db,
  { id, order_id, supplier_id }: OwnedProposal,
  { day, zone }: { readonly day: string; readonly zone: string },
): Promise<Answers> {
  const row = await db.row(readAnswers, { proposal_id: id, order_id, supplier_id, day, zone });
  if (row === undefined) throw new Error('reading answers gave no row');
  return {
    answers: row.answers,
    orderItemIds: row.order_item_ids,
    declined: row.declined,
    goneSimilars: row.gone_similars,
    before: { live: row.live, sent: row.sent },
    sentToday: row.sent_today,
    unwantedSimilars: row.unwanted_similars,
  };
}

const readOrder = byOrderRef('proposal-order', (name, match) =>
  statement({
    name,
    params: params<{ ref: string | number; supplier_id: number | null }>(),
    columns: { id: col.int, number: col.text, producer_id: col.int, visible: col.boolean },
    text: `
    SELECT o.id, o.number, o.producer_id,
      ${visibleSql(':supplier_id')} AS visible
    FROM orders o WHERE ${match}`,
  }),
);

/**
 * Returns the order of a proposal route and whether this supplier may see it; pass null when
 * visibility does not matter.
 */
export async function findOrderFor(
  db: Db,
  ref: Ref,
  supplierId: number | null,
): Promise<{ id: number; number: string; producer_id: number; visible: boolean } | undefined> {
  const { by, value } = namedBy(ref);
  return db.row(readOrder[by], { ref: value, supplier_id: supplierId });
}
