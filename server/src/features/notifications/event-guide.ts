import type { EventGuides } from './audience-sql.ts';
import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { orderGuides } from './order-guides.ts';
import { proposalGuides, serviceGuides } from './other-guides.ts';

/** The notification definitions of all events: when each happens, its facts, and its audiences. */
export const eventGuides: EventGuides<NotificationEvent> = {
  ...orderGuides,
  ...proposalGuides,
  ...serviceGuides,
};
