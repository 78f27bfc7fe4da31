import { orderTransitions } from '@lavra/domain/order/order-machine';
import { sql } from 'kysely';
import type { TestService } from '../service.ts';
import { totalOf, type ModelOrder, type Traces } from './model.ts';

/** What the database holds of one order, in the model's words. */
export interface Found extends Traces {
  readonly status: string;
  readonly suspended: boolean;
  readonly closure: string;
  readonly proposals: readonly {
    readonly name: string;
    readonly status: string;
    readonly version: number;
    readonly total: number;
    readonly partial: boolean;
    readonly minimum: number | null;
  }[];
  readonly bought: readonly (string | null)[];
  readonly rounds: number;
  readonly declined: number;
  readonly questions: readonly { readonly name: string; readonly answered: boolean }[];
  /** Statuses before and after each audit row of the order, in their sequence. */
  readonly moves: readonly (readonly [from: string | null, to: string | null])[];
  /** Sentences about what contradicts itself. */
  readonly broken: readonly string[];
}

/** Reads what the database holds of an order; undefined where there is none. */
export async function find({ db }: TestService, orderId: number): Promise<Found | undefined> {
  const { rows } = await sql<{ found: Found }>`
    WITH mine AS (SELECT p.* FROM proposals p WHERE p.order_id = ${orderId}),
    bought AS (
      SELECT i.*, s.uuid AS purchase FROM purchase_items i JOIN purchases s ON s.id = i.purchase_id
      WHERE s.order_id = ${orderId} AND i.released_at IS NULL
    ), log AS (
      SELECT a.id, a.resource_type, v.old_values::jsonb AS old, v.new_values::jsonb AS new
      FROM (SELECT 'order' AS type, ${orderId}::bigint AS id UNION ALL SELECT 'proposal', p.id FROM mine p) r
      JOIN audit_log a ON a.resource_type = r.type AND a.resource_id = r.id
      JOIN audit_values v ON v.audit_id = a.id
    )
    SELECT json_build_object(
      'status', o.status, 'suspended', o.suspended_at IS NOT NULL, 'closure', o.closure_type,
      'proposals', (SELECT coalesce(json_agg(json_build_object(
        'name', p.uuid, 'status', p.status, 'version', p.version, 'total', p.total_amount,
        'partial', p.allows_partial, 'minimum', p.partial_minimum) ORDER BY p.uuid), '[]') FROM mine p),
      'bought', (SELECT json_agg((SELECT min(p.uuid::text) FROM bought b JOIN mine p ON p.id = b.proposal_id
        WHERE b.order_item_id = i.id) ORDER BY i.position) FROM order_items i WHERE i.order_id = o.id),
      'rounds', (SELECT coalesce(max(s.round), 0) FROM purchases s WHERE s.order_id = o.id),
      'declined', (SELECT count(*) FROM supplier_order_declines d WHERE d.order_id = o.id),
      'questions', (SELECT coalesce(json_agg(json_build_object('name', q.id::text, 'answered', q.answer IS NOT NULL)
        ORDER BY q.id::text), '[]') FROM order_questions q WHERE q.order_id = o.id),
      'audit', (SELECT coalesce(json_agg(l.new->>'event' ORDER BY l.id), '[]') FROM log l WHERE l.new ? 'event'),
      'moves', (SELECT coalesce(json_agg(json_build_array(l.old->>'status', l.new->>'status') ORDER BY l.id), '[]')
        FROM log l WHERE l.resource_type = 'order' AND l.new ? 'status'),
      'timeline', (SELECT coalesce(json_agg(t.event ORDER BY t.id), '[]') FROM order_events t WHERE t.order_id = o.id),
      'events', (SELECT coalesce(json_agg(e.type ORDER BY e.id), '[]')
        FROM events e WHERE (e.data->>'order_id')::bigint = o.id),
      'broken', (SELECT coalesce(json_agg(b.what), '[]') FROM (
        SELECT 'item ' || i.position || ' was bought ' || count(*) || ' times' AS what
        FROM bought b JOIN order_items i ON i.id = b.order_item_id GROUP BY i.id, i.position HAVING count(*) > 1
        UNION ALL
        SELECT 'proposal ' || p.uuid || ' is ' || p.status || ' and has ' || count(s.id) || ' purchases'
        FROM mine p LEFT JOIN purchases s ON s.proposal_id = p.id
        GROUP BY p.uuid, p.status HAVING (p.status = 'accepted') <> (count(s.id) > 0)
        UNION ALL
        SELECT 'proposal ' || p.uuid || ' is of ' || p.total_amount
          || ' and its items of ' || coalesce(sum(i.total_price), 0)
        FROM mine p LEFT JOIN proposal_items i ON i.proposal_id = p.id
        GROUP BY p.id, p.uuid, p.total_amount HAVING p.total_amount <> coalesce(sum(i.total_price), 0)
        UNION ALL
        SELECT 'purchase ' || s.uuid || ' is of ' || s.items_amount
          || ' and its items of ' || coalesce(sum(b.total_price), 0)
        FROM purchases s LEFT JOIN bought b ON b.purchase_id = s.id WHERE s.order_id = o.id
        GROUP BY s.id HAVING s.items_amount <> coalesce(sum(b.total_price), 0)
        UNION ALL
        SELECT 'a proposal was submitted after the order was ' || ended.event
        FROM order_events ended JOIN order_events sent ON sent.order_id = ended.order_id AND sent.id > ended.id
        WHERE ended.order_id = o.id AND sent.event = 'proposal.submitted'
          AND ended.event IN ('order.closed', 'order.cancelled', 'order.revoked', 'proposal.accepted')
      ) b)
    ) AS found FROM orders o WHERE o.id = ${orderId}`.execute(db.q);
  return rows[0]?.found;
}

/** Returns the broken invariants of an order, whatever was asked of it. */
export function brokenOf(found: Found): string[] {
  const allowed = new Set(
    Object.values(orderTransitions).flatMap(({ from, to }) =>
      from.map((status) => `${status} ${to ?? status}`),
    ),
  );
  const ends = found.moves.map(([, to]) => to);
  const chain = found.moves.filter(
    ([from, to], index) =>
      from !== (ends[index - 1] ?? 'rascunho') || !allowed.has(`${from} ${to}`),
  );
  const last = ends.at(-1) ?? 'rascunho';
  return [
    ...found.broken,
    ...chain.map(([from, to]) => `the audit log tells of a move from ${from} to ${to}`),
    ...(last === found.status
      ? []
      : [`the audit log ends in ${last}, the order in ${found.status}`]),
  ];
}

/** Returns how the database differs from a state of the model and the traces that led there. */
export function differencesFrom(
  found: Found | undefined,
  order: ModelOrder,
  traces?: Traces,
): string[] {
  if (order.status === 'deleted') return found === undefined ? [] : ['the order is still there'];
  if (found === undefined) return ['the order is gone'];
  const expected: Partial<Found> = {
    status: order.status,
    suspended: order.suspended,
    closure: order.closure,
    proposals: order.proposals
      .map((proposal) => ({
        name: proposal.name,
        status: proposal.status,
        version: proposal.version,
        total: totalOf(proposal),
        partial: proposal.partial,
        minimum: proposal.minimum,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    bought: order.bought,
    rounds: order.rounds,
    declined: order.declined.length,
    questions: order.questions.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ...(traces && {
      audit: traces.audit.toSorted(),
      timeline: traces.timeline.toSorted(),
      events: traces.events.toSorted(),
    }),
  };
  const comparable: Found = {
    ...found,
    audit: found.audit.toSorted(),
    timeline: found.timeline.toSorted(),
    events: found.events.toSorted(),
  };
  return Object.entries(expected).flatMap(([name, value]) => {
    const [is, be] = [JSON.stringify(comparable[name as keyof Found]), JSON.stringify(value)];
    return is === be ? [] : [`${name} is ${is}, where the model says ${be}`];
  });
}
