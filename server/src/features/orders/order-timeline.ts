import type { Timeline } from '@lavra/contract/orders/schemas';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { formatDate } from '../../platform/text/format-pt-br.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { timelineActors, timelineTexts, type TimelineEvent } from '../../platform/texts/timeline-texts.ts';

const actorTypes = ['produtor', 'fornecedor', 'admin', 'system'] as const satisfies readonly (keyof typeof timelineActors)[];

/** Dates of a deadline that was moved. */
interface EventData { readonly from?: string; readonly to?: string }

const orderEvents = statement({
  name: 'order-timeline', params: params<{ order_id: number }>(), columns: { at: col.timestamp, event: col.text, actor_type: col.oneOf(actorTypes), data: col.json<EventData>() },
  text: 'SELECT e.at, e.event, e.actor_type, e.data FROM order_events e WHERE e.order_id = :order_id ORDER BY e.id',
});

const isShown = (event: string): event is TimelineEvent => Object.hasOwn(timelineTexts, event);

/** What happened to the order, oldest first; who did it is told by role, never by name. */
export async function listTimeline(db: Db, orderId: number): Promise<Timeline> {
  const rows = await db.rows(orderEvents, { order_id: orderId });
  return {
    data: rows.flatMap(({ at, event, actor_type, data }) =>
      (isShown(event) ? [{ at: wireTime(at), event, label: labelOf(event, data), actor: timelineActors[actor_type] }] : [])),
  };
}

const labelOf = (event: TimelineEvent, { from, to }: EventData): string => (event === 'order.deadline_extended' && from !== undefined && to !== undefined
  ? `${timelineTexts[event]} de ${formatDate(from)} para ${formatDate(to)}` : timelineTexts[event]);
