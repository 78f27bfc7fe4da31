import type { Reads, StaleReads } from './stale-reads.ts';

export const notifications: Reads = ['listNotifications', 'countUnreadNotifications'];

/** What the changes that every portal may make leave stale. */
export const commonStale = {
  cancelEmailChange: ['getProfile'],
  readNotification: notifications,
  readAllNotifications: notifications,
  streamNotifications: notifications,
  updateNotificationPreferences: ['getNotificationPreferences'],
  checkoutSubscription: ['listOwnPayments', 'getOwnSubscription'],
  changeOwnPlan: ['getOwnSubscription'],
  cancelOwnSubscription: ['getOwnSubscription'],
  resendVerification: [],
} as const satisfies StaleReads;
