import type { Db } from '../../platform/db/database.ts';

/** Selects deliveries `d` with their event `e` and recipient `u`. */
export const selectDeliveries = (db: Db) =>
  db.q
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
      'd.id',
      'd.channel',
      'd.state',
      'd.attempts',
      'd.failure',
      'd.provider_reference',
      'd.created_at',
      'd.updated_at',
      'd.user_id',
      'e.type',
      'u.user_type',
      'u.name',
      'u.email',
    ]);

export type DeliveryRow = Awaited<
  ReturnType<ReturnType<typeof selectDeliveries>['execute']>
>[number];
