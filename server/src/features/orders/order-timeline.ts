import type { AdminTimeline } from '@lavra/contract/admin/orders';
import type { Timeline } from '@lavra/contract/orders/schemas';
import type { PurchaseKind } from '@lavra/domain/purchase/purchase-state';
import { markedProposal, markOf } from '@lavra/domain/proposal/mark';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { formatDate } from '../../platform/text/format-pt-br.ts';
import { wireTime } from '../../platform/text/wire.ts';
import {
  markedTimelineTexts,
  timelineActors,
  timelineTexts,
  type TimelineEvent,
} from './timeline-texts.ts';

const actorTypes = [
  'produtor',
  'fornecedor',
  'admin',
  'consultor',
  'system',
] as const satisfies readonly (keyof typeof timelineActors)[];

/** Old and new date of a deadline extension; what was bought of a proposal, and in which round. */
interface EventData {
  readonly from?: string;
  readonly to?: string;
  readonly delivery?: string;
  readonly kind?: PurchaseKind;
  readonly items?: number;
  readonly round?: number;
}

/** An order's timeline shows its latest events up to this number. */
const MAX_EVENTS = 500;

const orderEvents = statement({
  name: 'order-timeline',
  params: params<{ order_id: number }>(),
  columns: {
    at: col.timestamp,
    event: col.text,
    actor_type: col.oneOf(actorTypes),
    data: col.json<EventData>(),
    mark: orNull(col.int),
    actor_id: orNull(col.int),
    actor_name: orNull(col.text),
  },
  text: `
    SELECT e.at, e.event, e.actor_type, e.data, pm.mark, e.actor_id, u.name AS actor_name
    FROM (SELECT l.* FROM order_events l WHERE l.order_id = :order_id ORDER BY l.id DESC LIMIT ${MAX_EVENTS}) e
    LEFT JOIN users u ON u.id = e.actor_id
    LEFT JOIN proposal_marks pm ON pm.proposal_id = (e.data ->> 'proposal_id')::bigint
    ORDER BY e.id`,
});

const isShown = (event: string): event is TimelineEvent => Object.hasOwn(timelineTexts, event);

/**
 * Returns the latest events of the order, oldest first, with the role of the person who caused each,
 * never the name.
 */
export async function getOrderTimeline(db: Db, orderId: number): Promise<Timeline> {
  const { data } = await listNamedTimeline(db, orderId);
  return { data: data.map(({ at, event, label, actor }) => ({ at, event, label, actor })) };
}

/** Returns the same with the person who caused each event: for administrators only. */
export async function listNamedTimeline(db: Db, orderId: number): Promise<AdminTimeline> {
  const rows = await db.rows(orderEvents, { order_id: orderId });
  return {
    data: rows.flatMap(({ at, event, actor_type, data, mark, actor_id, actor_name }) =>
      isShown(event)
        ? [
            {
              at: wireTime(at),
              event,
              label: labelOf(event, data, mark),
              actor: timelineActors[actor_type],
              actor_user_id: actor_id,
              actor_name,
            },
          ]
        : [],
    ),
  };
}

function labelOf(event: TimelineEvent, data: EventData, mark: number | null): string {
  const { from, to, delivery } = data;
  if (event === 'order.deadline_extended' && from !== undefined && to !== undefined)
    return (
      `${timelineTexts[event]} de ${formatDate(from)} para ${formatDate(to)}` +
      (delivery === undefined ? '' : `, e a entrega para ${formatDate(delivery)}`)
    );
  const marked = mark === null ? undefined : markedTimelineTexts[event];
  return mark === null || marked === undefined
    ? timelineTexts[event]
    : marked(markedProposal(markOf(mark)), data);
}
