import type { AdminTimeline } from '@lavra/contract/admin/orders';
import type { Timeline } from '@lavra/contract/orders/schemas';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { formatDate } from '../../platform/text/format-pt-br.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { timelineActors, timelineTexts, type TimelineEvent } from './timeline-texts.ts';

const actorTypes = [
  'produtor',
  'fornecedor',
  'admin',
  'system',
] as const satisfies readonly (keyof typeof timelineActors)[];

/** Old and new date of a deadline extension. */
interface EventData {
  readonly from?: string;
  readonly to?: string;
}

const orderEvents = statement({
  name: 'order-timeline',
  params: params<{ order_id: number }>(),
  columns: {
    at: col.timestamp,
    event: col.text,
    actor_type: col.oneOf(actorTypes),
    data: col.json<EventData>(),
    actor_id: orNull(col.int),
    actor_name: orNull(col.text),
  },
  text: `
    SELECT e.at, e.event, e.actor_type, e.data, e.actor_id, u.name AS actor_name
    FROM order_events e
    LEFT JOIN users u ON u.id = e.actor_id
    WHERE e.order_id = :order_id
    ORDER BY e.id`,
});

const isShown = (event: string): event is TimelineEvent => Object.hasOwn(timelineTexts, event);

/**
 * Returns the events of the order, oldest first, with the role of the person who caused each, never
 * the name.
 */
export async function listTimeline(db: Db, orderId: number): Promise<Timeline> {
  const { data } = await listNamedTimeline(db, orderId);
  return { data: data.map(({ at, event, label, actor }) => ({ at, event, label, actor })) };
}

/** Returns the same with the person who caused each event: for administrators only. */
export async function listNamedTimeline(db: Db, orderId: number): Promise<AdminTimeline> {
  const rows = await db.rows(orderEvents, { order_id: orderId });
  return {
    data: rows.flatMap(({ at, event, actor_type, data, actor_id, actor_name }) =>
      isShown(event)
        ? [
            {
              at: wireTime(at),
              event,
              label: labelOf(event, data),
              actor: timelineActors[actor_type],
              actor_user_id: actor_id,
              actor_name,
            },
          ]
        : [],
    ),
  };
}

const labelOf = (event: TimelineEvent, { from, to }: EventData): string =>
  event === 'order.deadline_extended' && from !== undefined && to !== undefined
    ? `${timelineTexts[event]} de ${formatDate(from)} para ${formatDate(to)}`
    : timelineTexts[event];
