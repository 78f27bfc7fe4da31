import type { NotificationDefinitions } from './audience-sql.ts';
import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import { administrationDefinitions } from './administration-definitions.ts';
import { orderDefinitions } from './order-definitions.ts';
import { paymentDefinitions } from './payment-definitions.ts';
import { proposalDefinitions } from './proposal-definitions.ts';

/** The notification definitions of all events: when each happens, its facts, and its audiences. */
export const notificationDefinitions: NotificationDefinitions<NotificationEvent> = {
  ...orderDefinitions,
  ...proposalDefinitions,
  ...paymentDefinitions,
  ...administrationDefinitions,
};
