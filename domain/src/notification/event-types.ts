/** Profiles whose notifications can be switched on and off; consultants receive none. */
export const notificationProfiles = ['producer', 'supplier', 'admin'] as const;
export type NotificationProfile = (typeof notificationProfiles)[number];

export const notificationChannels = ['in_app', 'email', 'whatsapp'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

interface EventSpec {
  /** Profiles that can be notified of the event; empty when only the service itself acts on it. */
  readonly profiles: readonly NotificationProfile[];
  /** Ids that the event carries; never personal data. */
  readonly data: readonly string[];
}

const order = ['order_id'] as const;
const proposal = ['order_id', 'proposal_id'] as const;
const question = ['order_id', 'question_id'] as const;

/**
 * Catalogue of dispatched events: each is written in the transaction of its cause and fanned out by
 * the worker.
 */
export const eventTypes = {
  'order.published': { profiles: ['supplier'], data: order },
  'order.deadline_extended': { profiles: ['supplier'], data: order },
  'order.deadline_near': { profiles: ['supplier'], data: order },
  'order.cancelled': { profiles: ['supplier'], data: order },
  'order.suspended': { profiles: ['producer', 'supplier'], data: order },
  'order.revoked': { profiles: ['producer', 'supplier'], data: order },
  /** `proposal_id` is one of the accepted proposals; the event goes to suppliers who won nothing. */
  'order.awarded_to_other': { profiles: ['supplier'], data: proposal },
  'order.approved': { profiles: ['producer'], data: order },
  'order.returned': { profiles: ['producer'], data: order },
  /**
   * The scheduled publication time has come, but some products of the order are no longer in the
   * catalogue.
   */
  'order.not_published': { profiles: ['producer'], data: order },
  /** A consultant has prepared a draft for its producer, who alone publishes it. */
  'order.publication_requested': { profiles: ['producer'], data: order },
  'order.closed': { profiles: ['producer'], data: order },
  'order.expired': { profiles: ['producer'], data: order },
  'order.pending_approval': { profiles: ['admin'], data: order },
  'award.pending': { profiles: ['producer'], data: order },
  /** `proposal_id` is the accepted proposal. */
  'award.contact_missed': { profiles: ['supplier'], data: proposal },
  'proposal.received': { profiles: ['producer'], data: proposal },
  'proposal.cancelled': { profiles: ['producer'], data: proposal },
  /** `round` is the purchase's; events of the release before have none, which is 1. */
  'proposal.accepted': { profiles: ['supplier'], data: [...proposal, 'round'] },
  'proposal.rejected': { profiles: ['supplier'], data: proposal },
  /** `days` since the award: 1 or 5. */
  'items.unbought': { profiles: ['producer'], data: [...order, 'days'] },
  'question.asked': { profiles: ['producer'], data: question },
  'question.answered': { profiles: ['supplier'], data: question },
  /** An administrator answered what a producer asked for: with a product, or with a reason. */
  'catalogue.request_answered': { profiles: ['producer'], data: ['catalogue_request_id'] },
  /** `days` until the due date: 7, 3 or 1. */
  'subscription.expiring': {
    profiles: ['producer', 'supplier'],
    data: ['subscription_id', 'days'],
  },
  'user.registered': { profiles: ['admin'], data: ['user_id'] },
  'payment.confirmed': { profiles: ['admin'], data: ['payment_id'] },
  'payment.refunded': { profiles: ['admin'], data: ['payment_id', 'refund_id'] },
  'import.finished': { profiles: ['admin'], data: ['import_id'] },
  /** A job was given up; `job_id` is its row among the failed jobs. */
  'job.failed': { profiles: ['admin'], data: ['job_id'] },

  'job.retried': { profiles: [], data: ['job_id'] },
  /** An administrator requested that a mail or message be sent again. */
  'delivery.retried': { profiles: [], data: ['delivery_id'] },
  'mail.queued': { profiles: [], data: ['mail_id'] },
  'import.requested': { profiles: [], data: ['import_id'] },
  'refund.requested': { profiles: [], data: ['refund_id'] },
  'webhook.received': { profiles: [], data: ['webhook_id'] },
} as const satisfies Readonly<Record<string, EventSpec>>;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = {
  readonly [K in (typeof eventTypes)[T]['data'][number]]: number;
};

/** Events that users can be notified of. */
export type NotificationEvent = {
  [T in EventType]: (typeof eventTypes)[T]['profiles'] extends readonly [] ? never : T;
}[EventType];

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type);
