import type { EventGuides } from './audience-sql.ts';
import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { orderGuides } from './order-guides.ts';
import { proposalGuides, serviceGuides } from './other-guides.ts';

/** Every event that people are told of: when it happens, what is said of it, and to whom. */
export const eventGuides: EventGuides<NotificationEvent> = {
  ...orderGuides,
  ...proposalGuides,
  ...serviceGuides,
};
