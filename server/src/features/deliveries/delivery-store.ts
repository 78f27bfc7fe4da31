import { sql } from 'kysely';
import { deliveryChannels, deliveryStates } from '@lavra/contract/admin/deliveries';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { mutedSql } from '../notifications/notifications-feature.ts';
import { trustedSql } from '../outreach/outreach-feature.ts';

/** The job's name, in the queue and among the failed jobs. */
export const DELIVERY_JOB = 'notification.deliver';

export type DeliveryState = (typeof deliveryStates)[number];

const locked = statement({
  name: 'delivery-lock',
  params: params<{ id: number }>(),
  columns: {
    id: col.int,
    event_id: col.int,
    user_id: col.int,
    channel: col.oneOf(deliveryChannels),
    state: col.oneOf(deliveryStates),
    type: col.text,
    facts: orNull(col.json<NotificationFacts>()),
    profile: orNull(col.oneOf(['producer', 'supplier', 'admin'])),
    name: col.text,
    email: col.text,
    trusted: col.boolean,
    mobile: orNull(col.text),
    reachable: col.boolean,
    enabled: col.boolean,
    muted: col.boolean,
    required: orNull(col.boolean),
  },
  text: `
    SELECT d.id, d.event_id, d.user_id, d.channel, d.state, e.type, e.facts,
      u.name, u.email, ${trustedSql('u')} AS trusted, u.mobile, who.profile,
      u.status = 'ativo' AND u.deleted_at IS NULL AS reachable, coalesce(c.enabled, true) AS enabled,
      ${mutedSql('d.user_id', 'e.type', 'd.channel')} AS muted, c.required
    FROM deliveries d
    JOIN events e ON e.id = d.event_id
    JOIN users u ON u.id = d.user_id
    LEFT JOIN (VALUES ('produtor', 'producer'), ('fornecedor', 'supplier'), ('admin', 'admin'))
      who (user_type, profile) ON who.user_type = u.user_type
    LEFT JOIN notification_channels c
      ON c.profile = who.profile AND c.event = e.type AND c.channel = d.channel
    WHERE d.id = :id FOR UPDATE OF d`,
});
export type LockedDelivery = NonNullable<(typeof locked)['gives']>;

/**
 * Returns a delivery with its facts and recipient, its row locked. A channel that no administrator
 * has switched counts as on.
 */
export const lockDelivery = (db: Db, id: number): Promise<LockedDelivery | undefined> =>
  db.row(locked, { id });

/** A delivery and those gathered into it that are not yet finished: all begin and end together. */
const together = (id: number) =>
  sql<boolean>`(id = ${id} OR digest_of = ${id} AND state IN ('queued', 'sending'))`;

export async function startDelivery({ db, now }: UnitOfWork, id: number): Promise<void> {
  await db.q
    .updateTable('deliveries')
    .set((eb) => ({
      state: 'sending',
      failure: null,
      attempts: eb('attempts', '+', 1),
      updated_at: now,
    }))
    .where(together(id))
    .execute();
}

const companions = statement({
  name: 'delivery-companions',
  params: params<{ id: number }>(),
  columns: { facts: orNull(col.json<NotificationFacts>()) },
  text:
    'SELECT e.facts FROM deliveries d JOIN events e ON e.id = d.event_id WHERE d.digest_of = ' +
    ":id AND d.state = 'sending' ORDER BY d.id",
});

/** Lists the facts of the deliveries gathered into one that has begun. */
export const listCompanions = async (db: Db, id: number): Promise<NotificationFacts[]> =>
  (await db.rows(companions, { id })).map(({ facts }) => facts ?? {});

export interface DeliveryEnd {
  readonly state: DeliveryState;
  readonly failure?: string;
  readonly reference?: string;
}

/**
 * Stores the outcome of an attempt, also for the deliveries gathered into it. A row deleted in the
 * meantime is not restored.
 */
export async function settleDelivery(
  { db, now }: UnitOfWork,
  id: number,
  { state, failure, reference }: DeliveryEnd,
): Promise<void> {
  await db.q
    .updateTable('deliveries')
    .set({
      state,
      failure: failure ?? null,
      provider_reference: reference ?? null,
      updated_at: now,
    })
    .where(together(id))
    .execute();
}

/**
 * Queues the delivery again for a job of its own, no longer gathered into another. The failure of
 * the last attempt stays visible until the next one begins.
 */
export async function queueAgain({ db, now }: UnitOfWork, id: number): Promise<void> {
  await db.q
    .updateTable('deliveries')
    .set({ state: 'queued', digest_of: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}
