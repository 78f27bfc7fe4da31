import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { UserType } from '@lavra/domain/account/user-type';
import { col, params, statement, type Statement } from '../../platform/db/statement.ts';
import type { EventListener, NewJob } from '../../platform/queue/job-kind.ts';
import { getSetting } from '../settings/settings-feature.ts';
import { eventSql, type Audience, type NotificationDefinition } from './audience-sql.ts';
import { readChannels, type IsOn } from './channel-store.ts';
import { notificationDefinitions } from './notification-definitions.ts';

/** The queue of deliveries outside the service: one job per delivery. */
const DELIVERY_JOB = 'notification.deliver';

type Snapshot = Statement<{ event_id: number }, { id: number }>;
type Sending = Statement<
  { event_id: number; now: Date; in_app: boolean; email: boolean; whatsapp: boolean },
  { delivery_id: number }
>;
type Gathering = Statement<
  {
    event_id: number;
    now: Date;
    in_app: boolean;
    email: boolean;
    whatsapp: boolean;
    minutes: number;
  },
  { delivery_id: number; wait_seconds: number }
>;
interface Plan {
  readonly snapshot: Snapshot;
  readonly audiences: readonly AudiencePlan[];
}
interface AudiencePlan {
  readonly profile: NotificationProfile;
  readonly sending: Sending;
  readonly gathering: Gathering | undefined;
}

const userTypes: Readonly<Record<NotificationProfile, UserType>> = {
  producer: 'produtor',
  supplier: 'fornecedor',
  admin: 'admin',
};

/** Stores the facts of the texts as they are now. Facts that an earlier attempt stored stay. */
function snapshotOf(event: NotificationEvent, { facts, from }: NotificationDefinition): Snapshot {
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

/**
 * SQL: the people notified of an event inside the service, and those notified by each outside
 * channel.
 */
const recipientsSql = (profile: NotificationProfile, audience: Audience): string => `
      ${eventSql}, people AS MATERIALIZED (
        SELECT u.id, u.email, u.mobile FROM users u
        WHERE u.id IN (${audience.sql}) AND u.user_type = '${userTypes[profile]}'
          AND u.status = 'ativo' AND u.deleted_at IS NULL
      ), inside AS (
        INSERT INTO notifications (event_id, user_id, created_at)
        SELECT :event_id, p.id, :now::timestamptz FROM people p WHERE :in_app::boolean ORDER BY p.id
        ON CONFLICT DO NOTHING
      ), reached AS (
        SELECT p.id AS user_id, c.channel
        FROM people p
        JOIN (VALUES ('email', :email::boolean), ('whatsapp', :whatsapp::boolean)) c (channel, enabled) ON c.enabled
        WHERE CASE c.channel WHEN 'email' THEN p.email <> '' ELSE p.mobile IS NOT NULL END
      )`;

/**
 * Builds the statement that notifies an audience, one for any number of people: it inserts rows for
 * the list inside the service and rows for deliveries, none of them twice.
 */
function sendingOf(
  event: NotificationEvent,
  profile: NotificationProfile,
  audience: Audience,
): Sending {
  return statement({
    name: `notification-send-${event}-${profile}`,
    params: params<{
      event_id: number;
      now: Date;
      in_app: boolean;
      email: boolean;
      whatsapp: boolean;
    }>(),
    columns: { delivery_id: col.int },
    text: `
      WITH ${recipientsSql(profile, audience)}, outside AS (
        INSERT INTO deliveries (event_id, user_id, channel, created_at, updated_at)
        SELECT :event_id, r.user_id, r.channel, :now::timestamptz, :now::timestamptz
        FROM reached r ORDER BY r.user_id, r.channel
        ON CONFLICT DO NOTHING RETURNING id
      )
      SELECT o.id AS delivery_id FROM outside o ORDER BY o.id`,
  });
}

/** The event that occurs in large numbers; its deliveries are gathered. */
const GATHERED: NotificationEvent = 'order.published';

/**
 * Same as `sendingOf`, for gathered deliveries: the first delivery to a person is sent at once; one
 * that comes within the minutes after it waits for them to pass, and those that come meanwhile join
 * it (`digest_of`). The row that is joined is locked, so that its job, which sends the others too,
 * begins before or after, never in between.
 */
function gatheringOf(
  event: NotificationEvent,
  profile: NotificationProfile,
  audience: Audience,
): Gathering {
  return statement({
    name: `notification-gather-${event}-${profile}`,
    params: params<{
      event_id: number;
      now: Date;
      in_app: boolean;
      email: boolean;
      whatsapp: boolean;
      minutes: number;
    }>(),
    columns: { delivery_id: col.int, wait_seconds: col.int },
    text: `
      WITH ${recipientsSql(profile, audience)}, outside AS (
        INSERT INTO deliveries (event_id, user_id, channel, created_at, updated_at, due_at, digest_of)
        SELECT :event_id, r.user_id, r.channel, :now::timestamptz, :now::timestamptz,
          CASE WHEN latest.waits THEN NULL
            ELSE coalesce(latest.due_at + make_interval(mins => :minutes::int),
            :now::timestamptz) END,
          CASE WHEN latest.waits THEN latest.id END
        FROM reached r
        LEFT JOIN LATERAL (
          SELECT d.id, d.due_at, d.state = 'queued' AND d.due_at > :now::timestamptz AS waits
          FROM deliveries d
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

const oneAtATime = statement({
  name: 'notification-gather-lock',
  params: params<object>(),
  columns: { held: col.text },
  text: "SELECT pg_advisory_xact_lock(hashtextextended('lavra gathered notifications', 0))::text AS held",
});

function planOf(event: NotificationEvent): Plan {
  const definition: NotificationDefinition = notificationDefinitions[event];
  // The definition's own keys.
  const audiences = Object.entries(definition.audiences) as [NotificationProfile, Audience][];
  return {
    snapshot: snapshotOf(event, definition),
    audiences: audiences.map(([profile, audience]) => ({
      profile,
      sending: sendingOf(event, profile, audience),
      gathering: event === GATHERED ? gatheringOf(event, profile, audience) : undefined,
    })),
  };
}

const plans = new Map<string, Plan>(notificationEvents.map((event) => [event, planOf(event)]));

/**
 * Notifies all audiences of an event, by the channels that are on for it. Returns a job for each
 * mail and message to be sent.
 */
export const notifyPeople: EventListener = async (uow, { id, type }) => {
  const plan = plans.get(type);
  if (plan === undefined) return [];
  const event = type as NotificationEvent; // it has a definition
  const isOn = await readChannels(uow.db, event);
  const wanted = plan.audiences
    .map(({ profile, ...statements }) => ({ ...statements, on: channelsOf(profile, event, isOn) }))
    .filter(({ on }) => on.in_app || on.email || on.whatsapp);
  if (wanted.length === 0 || (await uow.db.row(plan.snapshot, { event_id: id })) === undefined)
    return [];
  const jobs: NewJob[] = [];
  for (const { sending, gathering, on } of wanted) {
    const minutes = gathering === undefined ? 0 : await getSetting(uow.db, 'orders.digest_minutes');
    if (gathering === undefined || minutes === 0) {
      const deliveries = await uow.db.rows(sending, { event_id: id, now: uow.now, ...on });
      for (const { delivery_id } of deliveries)
        jobs.push({ kind: DELIVERY_JOB, data: { delivery_id } });
    } else {
      // Serialises workers that dispatch two publications at once: the second sees the rows of the
      // first.
      await uow.db.row(oneAtATime, {});
      const deliveries = await uow.db.rows(gathering, {
        event_id: id,
        now: uow.now,
        ...on,
        minutes,
      });
      for (const { delivery_id, wait_seconds } of deliveries)
        jobs.push({ kind: DELIVERY_JOB, data: { delivery_id }, afterSeconds: wait_seconds });
    }
  }
  return jobs;
};

const channelsOf = (
  profile: NotificationProfile,
  event: NotificationEvent,
  isOn: IsOn,
): Readonly<Record<NotificationChannel, boolean>> => ({
  in_app: isOn({ profile, event, channel: 'in_app' }),
  email: isOn({ profile, event, channel: 'email' }),
  whatsapp: isOn({ profile, event, channel: 'whatsapp' }),
});
