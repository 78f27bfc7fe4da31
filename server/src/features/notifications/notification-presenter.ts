import type { Notification, NotificationData } from '@lavra/contract/notifications/schemas';
import type { UserType } from '@lavra/domain/account/user-type';
import type { NotificationProfile } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { notificationText } from './texts/notification-texts.ts';
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
export function presentNotification(
  row: NotificationRow,
  { zone, ids }: NotificationWire,
): Notification {
  const { type, facts, user_type, id, read_at, created_at } = row;
  return {
    id: ids.encode(id),
    event: type,
    ...notificationText({ type, profile: profiles[user_type], facts, zone }),
    data: dataOf(facts),
    read_at: wireTimeOrNull(read_at),
    created_at: wireTime(created_at),
  };
}

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

/** Returns the ids among the facts; the other facts are in the text. */
const dataOf = (facts: NotificationFacts): NotificationData =>
  Object.fromEntries(
    shownFacts.flatMap((key) => (facts[key] === undefined ? [] : [[key, facts[key]]])),
  );
