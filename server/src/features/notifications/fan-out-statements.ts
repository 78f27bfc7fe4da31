import type {
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { UserType } from '@lavra/domain/account/user-type';
import { col, params, statement, type Statement } from '../../platform/db/statement.ts';
import {
  eventSql,
  type Audience,
  type Gather,
  type NotificationDefinition,
} from './audience-sql.ts';
import { mutedSql } from './preference-store.ts';

/** The event, the instant and the channels that are on for the audience. */
interface Sent {
  readonly event_id: number;
  readonly now: Date;
  readonly in_app: boolean;
  readonly email: boolean;
  readonly whatsapp: boolean;
  /** The channels that people may have muted. */
  readonly mutable: readonly string[];
}
export type Snapshot = Statement<{ event_id: number }, { id: number }>;
export type Sending = Statement<Sent, { delivery_id: number }>;
export type Gathering = Statement<
  Sent & { readonly minutes: number },
  { delivery_id: number; wait_seconds: number }
>;

/** What is notified: an event, to one of its audiences. */
interface Target {
  readonly event: NotificationEvent;
  readonly profile: NotificationProfile;
  readonly audience: Audience;
  readonly gather: Gather | undefined;
}

const userTypes: Readonly<Record<NotificationProfile, UserType>> = {
  producer: 'produtor',
  supplier: 'fornecedor',
  admin: 'admin',
};

/** Stores the facts of the texts as they are now. Facts that an earlier attempt stored stay. */
export function snapshotOf(
  event: NotificationEvent,
  { facts, from }: NotificationDefinition,
): Snapshot {
  return statement({
    name: `notification-facts-${event}`,
    params: params<{ event_id: number }>(),
    columns: { id: col.int },
    text: `
      WITH ${eventSql}, said AS (
        SELECT jsonb_build_object(${Object.entries(facts)
          .map(([fact, source]) => `'${fact}', ${source}`)
          .join(', ')}) AS facts FROM ${from}
      )
      UPDATE events e SET facts = coalesce(e.facts, said.facts) FROM said WHERE e.id = :event_id RETURNING e.id`,
  });
}

/** SQL: whether another event `e` is gathered with the present one. */
const sameSql = ({ event, gather }: Target): string =>
  `e.type = '${event}'${gather === 'order' ? " AND (e.data ->> 'order_id')::bigint = event.order_id" : ''}`;

/** SQL: whether the person `p` has not muted the event's channel, or could not. */
const notMutedSql = ({ event }: Target, channel: string): string =>
  `NOT (${channel} = ANY (:mutable::text[]) AND ${mutedSql('p.id', `'${event}'`, channel)})`;

/**
 * SQL: rows of the list inside the service. Where the event gathers by order, a person's unread row
 * of the same event and order is superseded, and the new row counts it. The update repeats its
 * condition under the row's lock: a row that its reader marks as read meanwhile is not counted. A
 * person who has the event's row already (a second dispatch) keeps it.
 */
const insideSql = (target: Target): string =>
  target.gather === 'order'
    ? `superseded AS (
        UPDATE notifications n SET superseded = true
        FROM listening p, events e, event
        WHERE n.user_id = p.id AND n.event_id = e.id AND ${sameSql(target)}
          AND n.read_at IS NULL AND NOT n.superseded
          AND NOT EXISTS (SELECT FROM notifications own
            WHERE own.event_id = :event_id AND own.user_id = p.id)
        RETURNING n.user_id, n.gathered
      ), inside AS (
        INSERT INTO notifications (event_id, user_id, created_at, gathered)
        SELECT :event_id, p.id, :now::timestamptz, 1 + coalesce(sum(s.gathered), 0)
        FROM listening p LEFT JOIN superseded s ON s.user_id = p.id
        GROUP BY p.id ORDER BY p.id
        ON CONFLICT DO NOTHING
      )`
    : `inside AS (
        INSERT INTO notifications (event_id, user_id, created_at)
        SELECT :event_id, p.id, :now::timestamptz FROM listening p ORDER BY p.id
        ON CONFLICT DO NOTHING
      )`;

/**
 * SQL: the people notified of an event inside the service, and those notified by each outside
 * channel.
 */
const recipientsSql = (target: Target): string => `
      ${eventSql}, people AS MATERIALIZED (
        SELECT u.id, u.email, u.mobile FROM users u
        WHERE u.id IN (${target.audience.sql}) AND u.user_type = '${userTypes[target.profile]}'
          AND u.status = 'ativo' AND u.deleted_at IS NULL
      ), listening AS (
        SELECT p.id FROM people p WHERE :in_app::boolean AND ${notMutedSql(target, "'in_app'")}
      ), ${insideSql(target)}, reached AS (
        SELECT p.id AS user_id, c.channel
        FROM people p
        JOIN (VALUES ('email', :email::boolean), ('whatsapp', :whatsapp::boolean)) c (channel, enabled) ON c.enabled
        WHERE CASE c.channel WHEN 'email' THEN p.email <> '' ELSE p.mobile IS NOT NULL END
          AND ${notMutedSql(target, 'c.channel')}
      )`;

/**
 * Builds the statement that notifies an audience, one for any number of people: it inserts rows for
 * the list inside the service and rows for deliveries, none of them twice.
 */
export function sendingOf(target: Target): Sending {
  return statement({
    name: `notification-send-${target.event}-${target.profile}`,
    params: params<Sent>(),
    columns: { delivery_id: col.int },
    text: `
      WITH ${recipientsSql(target)}, outside AS (
        INSERT INTO deliveries (event_id, user_id, channel, created_at, updated_at)
        SELECT :event_id, r.user_id, r.channel, :now::timestamptz, :now::timestamptz
        FROM reached r ORDER BY r.user_id, r.channel
        ON CONFLICT DO NOTHING RETURNING id
      )
      SELECT o.id AS delivery_id FROM outside o ORDER BY o.id`,
  });
}

/**
 * Same as `sendingOf`, for gathered deliveries: the first delivery to a person is sent at once; one
 * that comes within the minutes after it waits for them to pass, and those that come meanwhile join
 * it (`digest_of`). The row that is joined is locked, so that its job, which sends the others too,
 * begins before or after, never in between.
 */
export function gatheringOf(target: Target): Gathering {
  return statement({
    name: `notification-gather-${target.event}-${target.profile}`,
    params: params<Sent & { readonly minutes: number }>(),
    columns: { delivery_id: col.int, wait_seconds: col.int },
    text: `
      WITH ${recipientsSql(target)}, outside AS (
        INSERT INTO deliveries (event_id, user_id, channel, created_at, updated_at, due_at, digest_of)
        SELECT :event_id, r.user_id, r.channel, :now::timestamptz, :now::timestamptz,
          CASE WHEN latest.waits THEN NULL
            ELSE coalesce(latest.due_at + make_interval(mins => :minutes::int),
            :now::timestamptz) END,
          CASE WHEN latest.waits THEN latest.id END
        FROM reached r CROSS JOIN event
        LEFT JOIN LATERAL (
          SELECT d.id, d.due_at, d.state = 'queued' AND d.due_at > :now::timestamptz AS waits
          FROM deliveries d JOIN events e ON e.id = d.event_id AND ${sameSql(target)}
          WHERE d.user_id = r.user_id AND d.channel = r.channel
            AND d.due_at > :now::timestamptz - make_interval(mins => :minutes::int)
          ORDER BY d.due_at DESC LIMIT 1 FOR SHARE OF d
        ) latest ON true
        ORDER BY r.user_id, r.channel
        ON CONFLICT DO NOTHING RETURNING id, due_at
      )
      SELECT o.id AS delivery_id,
        greatest(0, ceil(extract(epoch FROM o.due_at - :now::timestamptz)))::int AS wait_seconds
      FROM outside o WHERE o.due_at IS NOT NULL ORDER BY o.id`,
  });
}

/**
 * Serialises workers that dispatch gathered events at once: the second sees the rows of the first.
 */
export const oneAtATime = statement({
  name: 'notification-gather-lock',
  params: params<object>(),
  columns: { held: col.text },
  text: "SELECT pg_advisory_xact_lock(hashtextextended('lavra gathered notifications', 0))::text AS held",
});
