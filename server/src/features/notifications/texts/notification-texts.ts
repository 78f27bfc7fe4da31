import type {
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';
import { adminNotificationTexts } from './admin-notification-texts.ts';
import { LISTED, type NotificationSpec } from './notification-phrases.ts';
import { producerNotificationTexts } from './producer-notification-texts.ts';
import { supplierNotificationTexts } from './supplier-notification-texts.ts';

const texts: Readonly<
  Record<NotificationProfile, Readonly<Partial<Record<NotificationEvent, NotificationSpec>>>>
> = {
  producer: producerNotificationTexts,
  supplier: supplierNotificationTexts,
  admin: adminNotificationTexts,
};

const portals: Readonly<Record<NotificationProfile, string>> = {
  producer: '/produtor',
  supplier: '/fornecedor',
  admin: '/admin',
};

/**
 * One notification as its reader receives it: `title` one line, `body` a few sentences, `path` the
 * page, relative to the service's URL; `lines` what a mail adds.
 */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly lines?: readonly string[];
}

/**
 * Returns the text of an event for a profile, the same in every channel. `facts` are the event's
 * own (`events.facts`), `zone` the platform's IANA zone. Throws where the profile is never notified
 * of the event.
 */
export function notificationText({
  type,
  profile,
  facts,
  zone,
}: {
  type: NotificationEvent;
  profile: NotificationProfile;
  facts: NotificationFacts;
  zone: string;
}): NotificationText {
  const spec = specOf(type, profile);
  return {
    title: spec.title(facts),
    body: spec.body(facts, zoneLabel(zone)),
    path: `${portals[profile]}/${spec.page(facts)}`,
  };
}

/**
 * Returns the text of several of an event, gathered into one; `count` of them, whose facts are those at
 * hand, the oldest first. Throws where the profile's event is not gathered.
 */
export function gatheredText({
  type,
  profile,
  facts: all,
  count,
  zone,
}: {
  type: NotificationEvent;
  profile: NotificationProfile;
  facts: readonly NotificationFacts[];
  count: number;
  zone: string;
}): NotificationText {
  const { several } = specOf(type, profile);
  if (several === undefined) throw new Error(`${type} is not gathered for ${profile}s`);
  const { title, body, line, page } = several;
  const newest = all.at(-1) ?? {};
  const gathered = { count, newest, all, zoneLabel: zoneLabel(zone) };
  return {
    title: title(gathered),
    body: body(gathered),
    path: `${portals[profile]}/${page(newest)}`,
    ...(line && { lines: all.slice(0, LISTED).map((one) => line(one, gathered.zoneLabel)) }),
  };
}

/**
 * Returns the event's name among a profile's channels. Throws where the profile is never notified
 * of it.
 */
export const notificationLabel = (type: NotificationEvent, profile: NotificationProfile): string =>
  specOf(type, profile).label;

function specOf(type: NotificationEvent, profile: NotificationProfile): NotificationSpec {
  const spec = texts[profile][type];
  if (spec === undefined) throw new Error(`${profile}s are never notified of ${type}`);
  return spec;
}
