import type { Delivery } from '@lavra/contract/admin/deliveries';
import type {
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { wireTime } from '../../platform/text/wire.ts';
import { notificationLabel } from '../notifications/notifications-feature.ts';
import type { DeliveryRow } from './delivery-rows.ts';

const profiles: Readonly<Record<string, NotificationProfile>> = {
  produtor: 'producer',
  fornecedor: 'supplier',
  admin: 'admin',
};

/** Presents a delivery to administrators; its event has the name that its recipient sees. */
export function presentDelivery({
  type,
  user_type,
  user_id,
  name,
  email,
  created_at,
  updated_at,
  channel,
  state,
  ...row
}: DeliveryRow): Delivery {
  // Deliveries are written for such events only.
  const event = type as NotificationEvent;
  const profile = profiles[user_type];
  if (profile === undefined)
    throw new Error(`delivery ${row.id} is for a person without notifications`);
  return {
    ...row,
    event,
    event_label: notificationLabel(event, profile),
    recipient: { user_id, name, email },
    channel: channel as Delivery['channel'],
    state: state as Delivery['state'], // restricted by the column's check
    created_at: wireTime(created_at),
    updated_at: wireTime(updated_at),
  };
}
