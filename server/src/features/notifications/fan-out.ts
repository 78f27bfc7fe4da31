import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import type { NotificationChannel, NotificationEvent, NotificationProfile } from '@lavra/domain/notification/event-types';
import type { UserType } from '@lavra/domain/account/user-type';
import { col, params, statement, type Statement } from '../../platform/db/statement.ts';
import type { EventListener, NewJob } from '../../platform/queue/job-kind.ts';
import { eventSql, type Audience, type EventGuide } from './audience-sql.ts';
import { readChannels, type IsOn } from './channel-store.ts';
import { eventGuides } from './event-guide.ts';

/** The queue of what leaves the service: one job a delivery. */
const DELIVERY_JOB = 'notification.deliver';

type Snapshot = Statement<{ event_id: number }, { id: number }>;
type Telling = Statement<{ event_id: number; now: Date; in_app: boolean; email: boolean; whatsapp: boolean }, { delivery_id: number }>;
interface Plan { readonly snapshot: Snapshot; readonly tellings: readonly (readonly [NotificationProfile, Telling])[] }

const userTypes: Readonly<Record<NotificationProfile, UserType>> = { producer: 'produtor', supplier: 'fornecedor', admin: 'admin' };

/** Keeps what the texts say as it is now. What an earlier try kept stays. */
function snapshotOf(event: NotificationEvent, { facts, from }: EventGuide): Snapshot {
  return statement({
    name: `notification-facts-${event}`, params: params<{ event_id: number }>(), columns: { id: col.int },
    text: `
      WITH ${eventSql}, said AS (
        SELECT jsonb_build_object(${Object.entries(facts).map(([fact, source]) => `'${fact}', ${source}`).join(', ')}) AS facts FROM ${from}
      )
      UPDATE events e SET facts = coalesce(e.facts, said.facts) FROM said WHERE e.id = :event_id RETURNING e.id`,
  });
}

/** One statement whatever the number of people: rows for the list inside, rows for what is sent, none of them twice. */
function tellingOf(event: NotificationEvent, profile: NotificationProfile, audience: Audience): Telling {
  return statement({
    name: `notification-tell-${event}-${profile}`,
    params: params<{ event_id: number; now: Date; in_app: boolean; email: boolean; whatsapp: boolean }>(), columns: { delivery_id: col.int },
    text: `
      WITH ${eventSql}, people AS MATERIALIZED (
        SELECT u.id, u.email, u.mobile FROM users u
        WHERE u.id IN (${audience.sql}) AND u.user_type = '${userTypes[profile]}' AND u.status = 'ativo' AND u.deleted_at IS NULL
      ), inside AS (
        INSERT INTO notifications (event_id, user_id, created_at)
        SELECT :event_id, p.id, :now::timestamptz FROM people p WHERE :in_app::boolean ORDER BY p.id
        ON CONFLICT DO NOTHING
      ), outside AS (
        INSERT INTO deliveries (event_id, user_id, channel, created_at, updated_at)
        SELECT :event_id, p.id, c.channel, :now::timestamptz, :now::timestamptz
        FROM people p
        JOIN (VALUES ('email', :email::boolean), ('whatsapp', :whatsapp::boolean)) c (channel, enabled) ON c.enabled
        WHERE CASE c.channel WHEN 'email' THEN p.email <> '' ELSE p.mobile IS NOT NULL END
        ORDER BY p.id, c.channel
        ON CONFLICT DO NOTHING RETURNING id
      )
      SELECT o.id AS delivery_id FROM outside o ORDER BY o.id`,
  });
}

function planOf(event: NotificationEvent): Plan {
  const guide: EventGuide = eventGuides[event];
  const told = Object.entries(guide.told) as [NotificationProfile, Audience][]; // the guide's own keys
  return { snapshot: snapshotOf(event, guide), tellings: told.map(([profile, audience]) => [profile, tellingOf(event, profile, audience)]) };
}

const plans = new Map<string, Plan>(notificationEvents.map((event) => [event, planOf(event)]));

/** Tells everyone an event concerns, in the channels that are on for it. Answers a job for each mail and message to be sent. */
export const tellPeople: EventListener = async (uow, { id, type }) => {
  const plan = plans.get(type);
  if (plan === undefined) return [];
  const event = type as NotificationEvent; // it has a plan
  const isOn = await readChannels(uow.db, event);
  const wanted = plan.tellings.map(([profile, telling]) => ({ telling, on: channelsOf(profile, event, isOn) })).filter(({ on }) => on.in_app || on.email || on.whatsapp);
  if (wanted.length === 0 || await uow.db.row(plan.snapshot, { event_id: id }) === undefined) return [];
  const jobs: NewJob[] = [];
  for (const { telling, on } of wanted) {
    const told = await uow.db.rows(telling, { event_id: id, now: uow.now, ...on });
    for (const { delivery_id } of told) jobs.push({ kind: DELIVERY_JOB, data: { delivery_id } });
  }
  return jobs;
};

const channelsOf = (profile: NotificationProfile, event: NotificationEvent, isOn: IsOn): Readonly<Record<NotificationChannel, boolean>> => ({
  in_app: isOn({ profile, event, channel: 'in_app' }), email: isOn({ profile, event, channel: 'email' }), whatsapp: isOn({ profile, event, channel: 'whatsapp' }),
});
