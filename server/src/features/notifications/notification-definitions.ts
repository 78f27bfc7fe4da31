import type { NotificationDefinitions } from './audience-sql.ts';
import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { orderDefinitions } from './order-definitions.ts';
import { proposalDefinitions, serviceDefinitions } from './other-definitions.ts';

/** The notification definitions of all events: when each happens, its facts, and its audiences. */
export const notificationDefinitions: NotificationDefinitions<NotificationEvent> = {
  ...orderDefinitions,
  ...proposalDefinitions,
  ...serviceDefinitions,
};
