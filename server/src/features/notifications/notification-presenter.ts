import type { Notification, NotificationData } from '@lavra/contract/notifications/schemas';
import type { UserType } from '@lavra/domain/account/user-type';
import type { NotificationProfile } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { maskOfProducer } from '../identities/identities-feature.ts';
import {
  gatheredText,
  notificationText,
  type NotificationText,
} from './texts/notification-texts.ts';
import type { IdScatter } from '../../platform/auth/scattered-id.ts';
import type { NotificationRow } from './notification-list.ts';

/** Consultants have no notifications; the entry only completes the record. */
const profiles: Readonly<Record<UserType, NotificationProfile>> = {
  produtor: 'producer',
  fornecedor: 'supplier',
  admin: 'admin',
  consultor: 'producer',
};

/** The settings by which notifications are presented. `zone` is the platform's. */
export interface NotificationWire {
  readonly zone: string;
  readonly ids: IdScatter;
}

/** Presents a notification: its text for the reader's profile, and its public id. */
export async function presentNotification(
  row: NotificationRow,
  { zone, ids }: NotificationWire,
): Promise<Notification> {
  const { type, user_type, id, read_at, created_at, gathered } = row;
  const facts = user_type === 'fornecedor' ? await maskedFacts(row) : row.facts;
  const target = { type, profile: profiles[user_type], zone };
  return {
    id: ids.encode(id),
    event: type,
    ...inList(
      gathered === 1
        ? notificationText({ ...target, facts })
        : gatheredText({ ...target, facts: [facts], count: gathered }),
    ),
    gathered,
    data: dataOf(facts, gathered === 1 ? shownFacts : ofTheOrder),
    read_at: wireTimeOrNull(read_at),
    created_at: wireTime(created_at),
  };
}

/** Masks the contacts in a producer's words: suppliers read them as on the order's page. */
async function maskedFacts({ type, facts }: NotificationRow): Promise<NotificationFacts> {
  const { description, reason, ...rest } = facts;
  const isProducers = type === 'proposal.rejected';
  return {
    ...rest,
    ...(description === undefined
      ? {}
      : { description: (await maskOfProducer(description)) ?? '' }),
    ...(reason === undefined
      ? {}
      : { reason: isProducers ? await maskOfProducer(reason) : reason }),
  };
}

/** The list leaves out the lines that only a mail has. */
const inList = ({ title, body, path }: NotificationText) => ({ title, body, path });

const shownFacts = [
  'order_id',
  'order_uuid',
  'order_number',
  'proposal_uuid',
  'question_id',
  'user_id',
  'payment_id',
  'import_id',
  'job_id',
] as const satisfies readonly (keyof NotificationData)[];

/** What gathered notifications have in common. */
const ofTheOrder = ['order_id', 'order_uuid', 'order_number'] as const;

/** Returns the ids among the facts; the other facts are in the text. */
const dataOf = (
  facts: NotificationFacts,
  shown: readonly (keyof NotificationData)[],
): NotificationData =>
  Object.fromEntries(shown.flatMap((key) => (facts[key] === undefined ? [] : [[key, facts[key]]])));
