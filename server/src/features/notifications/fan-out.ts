import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import {
  notificationChannels,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { EventListener, NewJob } from '../../platform/queue/job-kind.ts';
import { getSetting } from '../settings/settings-feature.ts';
import type { Audience, NotificationDefinition } from './audience-sql.ts';
import { readChannels, type Channels } from './channel-store.ts';
import {
  gatheringOf,
  oneAtATime,
  sendingOf,
  snapshotOf,
  type Gathering,
  type Sending,
  type Snapshot,
} from './fan-out-statements.ts';
import { notificationDefinitions } from './notification-definitions.ts';

/** The queue of deliveries outside the service: one job per delivery. */
const DELIVERY_JOB = 'notification.deliver';

interface Plan {
  readonly snapshot: Snapshot;
  readonly audiences: readonly AudiencePlan[];
}
interface AudiencePlan {
  readonly profile: NotificationProfile;
  readonly sending: Sending;
  /** Where the event's deliveries are gathered. */
  readonly gathering: Gathering | undefined;
}
/** The channels that are on for an audience, and those of them that people may have muted. */
type On = Readonly<Record<NotificationChannel, boolean>> & {
  readonly mutable: readonly NotificationChannel[];
};

function planOf(event: NotificationEvent): Plan {
  const definition: NotificationDefinition = notificationDefinitions[event];
  const { gather } = definition;
  // The definition's own keys.
  const audiences = Object.entries(definition.audiences) as [NotificationProfile, Audience][];
  return {
    snapshot: snapshotOf(event, definition),
    audiences: audiences.map(([profile, audience]) => {
      const target = { event, profile, audience, gather };
      return {
        profile,
        sending: sendingOf(target),
        gathering: gather === undefined ? undefined : gatheringOf(target),
      };
    }),
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
  const channels = await readChannels(uow.db, event);
  const wanted = plan.audiences
    .map((audience) => ({ audience, on: channelsOf(audience.profile, event, channels) }))
    .filter(({ on }) => on.in_app || on.email || on.whatsapp);
  if (wanted.length === 0 || (await uow.db.row(plan.snapshot, { event_id: id })) === undefined)
    return [];
  const jobs: NewJob[] = [];
  for (const { audience, on } of wanted) jobs.push(...(await send(uow, id, audience, on)));
  return jobs;
};

/** Writes an audience's notifications and deliveries, gathered where the event is. */
async function send(
  { db, now }: UnitOfWork,
  event_id: number,
  { sending, gathering }: AudiencePlan,
  on: On,
): Promise<NewJob[]> {
  const target = { event_id, now, ...on };
  if (gathering !== undefined) await db.row(oneAtATime, {});
  const minutes = gathering === undefined ? 0 : await getSetting(db, 'orders.digest_minutes');
  if (gathering === undefined || minutes === 0) {
    const deliveries = await db.rows(sending, target);
    return deliveries.map(({ delivery_id }) => ({ kind: DELIVERY_JOB, data: { delivery_id } }));
  }
  const deliveries = await db.rows(gathering, { ...target, minutes });
  return deliveries.map(({ delivery_id, wait_seconds }) => ({
    kind: DELIVERY_JOB,
    data: { delivery_id },
    afterSeconds: wait_seconds,
  }));
}

function channelsOf(
  profile: NotificationProfile,
  event: NotificationEvent,
  { isOn, requirement }: Channels,
): On {
  const on = (channel: NotificationChannel): boolean => isOn({ profile, event, channel });
  return {
    in_app: on('in_app'),
    email: on('email'),
    whatsapp: on('whatsapp'),
    mutable: notificationChannels.filter(
      (channel) => requirement({ profile, event, channel }) === null,
    ),
  };
}
