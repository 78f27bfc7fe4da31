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
import { notificationLabel } from './texts/notification-texts.ts';
import type { Gather, NotificationDefinition } from './audience-sql.ts';
import { notificationDefinitions } from './notification-definitions.ts';

/** Events that only the service itself acts on, with no notification. */
const inside: Readonly<Record<Exclude<EventType, NotificationEvent>, string>> = {
  'job.retried': 'an administrator retries a failed job',
  'delivery.retried':
    'an administrator retries a notification that was not sent, or may not have arrived',
  'mail.queued': 'a mail to an account is written',
  'import.requested': 'an administrator approves a preview',
  'refund.requested': 'an administrator refunds a payment through a gateway',
  'webhook.received': 'a webhook of the gateway is stored',
};

const gathers: Readonly<Record<Gather, string>> = {
  order: 'those of one order, in the list, in mails and in messages',
  mails: 'in mails and messages, whatever their orders',
};

const head = `<!-- Written by tools/write-events.ts from the code. Do not edit. -->
# Events

Everything that is dispatched is a row of \`events\`, written in the transaction of its cause. It
carries ids and nothing personal. The worker takes each row in a transaction of its own: it
snapshots the facts below, writes a row of \`notifications\` for each person it concerns and a row
of \`deliveries\` for every mail and message to be sent, and makes their jobs. The number of
statements does not depend on the number of people, and each person is notified of an event once in
each channel.

Only active people are notified, and only in channels that are on. The defaults below hold until an
administrator switches a channel (\`/api/v1/admin/notification-channels\`). Facts are of orders,
proposals and amounts, never of people; producers learn nothing of who bids.

Some events are gathered. The first of them reaches a person's mail and WhatsApp at once; those of
the minutes after it (setting \`orders.digest_minutes\`) go out together as one, with a delivery for
each. Where they are gathered by order, the list and the stream show one notification too, until it
is read: the newest, which counts the others (\`gathered\`).
\`writer_trusted\` says whether the producer's words may leave the service: without it mails and
messages call the order by its number alone, with it they hold no contacts.
`;

/**
 * Writes `docs/events.md`: every event, when it happens, its data, who is notified of it and by
 * which channels by default.
 */
export function eventDocument(): string {
  const sections = notificationEvents.map((event) =>
    section(event, notificationDefinitions[event]),
  );
  const others = Object.entries(inside).map(
    ([event, when]) =>
      `| \`${event}\` | ${when} | ${code(eventTypes[event as keyof typeof inside].data)} |`,
  ); // the table's own keys
  return [
    head,
    '## Sent to people\n',
    ...sections,
    '## Acted on by the service alone\n',
    '| Event | Happens when | Ids |\n|---|---|---|',
    ...others,
    '',
  ].join('\n');
}

function section(
  event: NotificationEvent,
  { when, facts, audiences, gather }: NotificationDefinition,
): string {
  const rows = notificationProfiles
    .filter((profile) => eventsOf(profile).includes(event))
    .map(
      (profile) =>
        `| ${profile} | ${notificationLabel(event, profile)} | ${audiences[profile]?.whom ?? ''} | ${defaultsOf(event)} |`,
    );
  return [
    `### \`${event}\`\n`,
    `Happens when ${when}.\n`,
    `Ids: ${code(eventTypes[event].data)}. Facts: ${code(Object.keys(facts))}.\n`,
    ...(gather === undefined ? [] : [`Gathered: ${gathers[gather]}.\n`]),
    '| Profile | Label | Recipients | On by default |\n|---|---|---|---|',
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
      const definition: NotificationDefinition = notificationDefinitions[event];
      return (definition.audiences[profile] !== undefined) === eventsOf(profile).includes(event)
        ? []
        : [`${profile}: ${event}`];
    }),
  );
