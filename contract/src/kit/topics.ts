/**
 * What replies are about, as far as clients keep them: a read names the topics that it shows, a
 * change those that it outdates, and a client reads again whatever shares one. The singular is one
 * record, the plural the lists and figures in which it appears; a deletion outdates only these,
 * since the deleted record cannot be read again.
 */
export const topics = [
  'order',
  'orders',
  'award',
  'invitation',
  'attachments',
  'questions',
  'proposal',
  'proposals',
  'comparison',
  'purchases',
  /** What a supplier has sold; notifications may announce more. */
  'sales',
  'catalogue_requests',
  'catalogue',
  'brands',
  'active_ingredients',
  'cultures',
  'measurement_units',
  'order_kits',
  'producer',
  'producers',
  /** Producers as their consultants see them. */
  'advised_producers',
  'supplier',
  'suppliers',
  'consultant',
  'consultants',
  'user',
  'users',
  'profile',
  'plans',
  'payments',
  'subscriptions',
  'imports',
  'page',
  'pages',
  'deliveries',
  'failed_jobs',
  'notifications',
  'notification_channels',
  'notification_preferences',
  'settings',
] as const;
export type Topic = (typeof topics)[number];
