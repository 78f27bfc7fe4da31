import {
  eventsOf,
  isOnByDefault,
  notificationEvents,
} from '@lavra/domain/notification/channel-defaults';
import {
  eventTypes,
  notificationChannels,
  notificationProfiles,
  type EventType,
  type NotificationEvent,
  type NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { notificationLabel } from '../../platform/texts/notification-texts.ts';
import type { EventGuide } from './audience-sql.ts';
import { eventGuides } from './event-guide.ts';

/** Events that only the service itself acts on, with no notification. */
const inside: Readonly<Record<Exclude<EventType, NotificationEvent>, string>> = {
  'job.retried': 'an administrator asks for a failed job again',
  'delivery.retried':
    'an administrator asks for a notification again that did not go out, or may not have arrived',
  'mail.queued': 'a mail to an account is written',
  'import.requested': 'an administrator approves a preview',
  'refund.requested': 'an administrator refunds a payment through a gateway',
  'webhook.received': 'a gateway tells of something, and its words are stored',
};

const head = `<!-- Written by tools/write-events.ts from the code. Do not edit. -->
# Events

Everything that happens and is told on is a row of \`events\`, written in the transaction of its cause. It carries ids and nothing personal. The worker
takes each row in a transaction of its own: it snapshots the facts below, writes a row of \`notifications\` for everybody it concerns and a row of
\`deliveries\` for every mail and message to be sent, and makes their jobs. The number of statements does not depend on the number of people, and nobody is
told twice of one event in one channel.

Only active people are told, and only in channels that are on. The defaults below hold until an administrator switches a channel
(\`/api/v1/admin/notification-channels\`). Facts are of orders, proposals and amounts, never of people; producers learn nothing of who bids.

The first \`order.published\` reaches a supplier's mail and WhatsApp at once; those of the minutes after it (setting \`orders.digest_minutes\`) go out together as one,
with a delivery for each. \`writer_trusted\` says whether the producer's words may leave the service: without it mails and messages call the order by its
number alone, with it they hold no contacts.
`;

/**
 * Writes `docs/events.md`: every event, when it happens, its data, who is notified of it and by
 * which channels by default.
 */
export function eventDocument(): string {
  const told = notificationEvents.map((event) => section(event, eventGuides[event]));
  const others = Object.entries(inside).map(
    ([event, when]) =>
      `| \`${event}\` | ${when} | ${code(eventTypes[event as keyof typeof inside].data)} |`,
  ); // the table's own keys
  return [
    head,
    '## Told to people\n',
    ...told,
    '## Acted on by the service alone\n',
    '| Event | Happens when | Ids |\n|---|---|---|',
    ...others,
    '',
  ].join('\n');
}

function section(event: NotificationEvent, { when, facts, told }: EventGuide): string {
  const rows = notificationProfiles
    .filter((profile) => eventsOf(profile).includes(event))
    .map(
      (profile) =>
        `| ${profile} | ${notificationLabel(event, profile)} | ${told[profile]?.whom ?? ''} | ${defaultsOf(event)} |`,
    );
  return [
    `### \`${event}\`\n`,
    `Happens when ${when}.\n`,
    `Ids: ${code(eventTypes[event].data)}. Facts: ${code(Object.keys(facts))}.\n`,
    '| Profile | Label | Told to | On by default |\n|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const defaultsOf = (event: NotificationEvent): string =>
  notificationChannels.filter((channel) => isOnByDefault(event, channel)).join(', ');
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Lists the profiles and events on which the definitions and the catalogue of events disagree. */
export const disagreements = (): string[] =>
  notificationProfiles.flatMap((profile: NotificationProfile) =>
    notificationEvents.flatMap((event) => {
      const guide: EventGuide = eventGuides[event];
      return (guide.told[profile] !== undefined) === eventsOf(profile).includes(event)
        ? []
        : [`${profile}: ${event}`];
    }),
  );
