import { permissionsOf, type Permission } from '@lavra/domain/account/permissions';
import { adminRoles } from '@lavra/domain/account/user-type';
import type {
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { everyProfileSql, matchesSql } from '../orders/orders-feature.ts';
import { trustedSql } from '../outreach/outreach-feature.ts';

/**
 * A group of people: a description for the documentation, and a SELECT of their `user_id`; `event`
 * holds the event's ids.
 */
export interface Audience {
  readonly whom: string;
  readonly sql: string;
}

/**
 * How several of an event are gathered into one. `order`: those about one order, in the list while they
 * are unread and outside within the minutes of `orders.digest_minutes`. `mails`: outside only,
 * whatever their orders, because each leads to a page of its own.
 */
export type Gather = 'order' | 'mails';

/** The notification definition of one event. Its SQL reads the ids from `event`. */
export interface NotificationDefinition {
  /** Completes the sentence `Happens when …`. */
  readonly when: string;
  /** The facts stored for the texts, each with the SQL it comes from. */
  readonly facts: Readonly<Partial<Record<keyof NotificationFacts, string>>>;
  /** The FROM clause of the facts; without a row no notification is sent. */
  readonly from: string;
  readonly audiences: Readonly<Partial<Record<NotificationProfile, Audience>>>;
  /** Without it each is sent by itself. */
  readonly gather?: Gather;
}

export type NotificationDefinitions<T extends NotificationEvent> = Readonly<
  Record<T, NotificationDefinition>
>;

const keys = [
  'order_id',
  'proposal_id',
  'question_id',
  'subscription_id',
  'days',
  'round',
  'user_id',
  'payment_id',
  'refund_id',
  'import_id',
  'job_id',
  'catalogue_request_id',
];

/** SQL: the event's ids as columns of one row. */
export const eventSql = `event AS MATERIALIZED (
    SELECT ${keys.map((key) => `(e.data ->> '${key}')::bigint AS ${key}`).join(', ')}
    FROM events e WHERE e.id = :event_id
  )`;

export const fromOrder = 'orders o JOIN event ON event.order_id = o.id';
export const fromProposal = `${fromOrder} JOIN proposals p ON p.id = event.proposal_id`;

export const orderFacts = {
  order_id: 'o.id',
  order_uuid: 'o.uuid',
  order_number: 'o.number',
  description: 'o.description',
  deadline_date: 'o.deadline_date',
  items_count: 'o.items_count',
  writer_trusted: `
    (SELECT ${trustedSql('w')}
    FROM producers wp JOIN users w ON w.id = wp.user_id WHERE wp.id = o.producer_id)`,
} as const;
/** SQL: the number of proposals that wait for a decision. */
export const proposalsCount =
  "(SELECT count(*) FROM proposals s WHERE s.order_id = o.id AND s.status = 'submitted')";

export const orderProducer: Audience = {
  whom: "the order's producer",
  sql: 'SELECT pr.user_id FROM event JOIN orders o ON o.id = event.order_id JOIN producers pr ON pr.id = o.producer_id',
};
export const proposalSupplier: Audience = {
  whom: "the proposal's supplier",
  sql: `
    SELECT su.user_id
    FROM event JOIN proposals p ON p.id = event.proposal_id
    JOIN suppliers su ON su.id = p.supplier_id`,
};

/**
 * Leaves out suppliers who declined the order. One whom a proposal binds hears of it all the same:
 * declining was once possible beside it.
 */
const notDeclined = `NOT EXISTS (
    SELECT 1 FROM supplier_order_declines d
    WHERE d.order_id = event.order_id AND d.supplier_id = su.id
      AND NOT EXISTS (SELECT 1 FROM proposals bp
        WHERE bp.order_id = d.order_id AND bp.supplier_id = d.supplier_id
          AND bp.status IN ('submitted', 'accepted')))`;
const concernedIds = `
  SELECT p.supplier_id FROM event
  JOIN proposals p ON p.order_id = event.order_id AND p.status IN ('draft', 'submitted', 'accepted')
  UNION ALL SELECT f.supplier_id FROM event JOIN favorite_orders f ON f.order_id = event.order_id`;
const suppliersOf = (ids: string): string =>
  `SELECT su.user_id FROM suppliers su CROSS JOIN event WHERE su.id IN (${ids}) AND ${notDeclined}`;

/** Suppliers who take part in the order, by their own choice. */
export const concernedSuppliers: Audience = {
  whom: 'suppliers with a draft, submitted or accepted proposal on the order, or who favorited it; of those who declined it only the ones whose sent proposal stands',
  sql: suppliersOf(concernedIds),
};

export const concernedOrAsker: Audience = {
  whom: `the supplier who asked, and ${concernedSuppliers.whom}`,
  sql: suppliersOf(
    `${concernedIds} UNION ALL SELECT q.supplier_id FROM event JOIN order_questions q ON q.id = event.question_id`,
  ),
};

const notifiedOfPublication = `
  SELECT notified.user_id FROM event
  JOIN events pe ON pe.type = 'order.published' AND (pe.data ->> 'order_id')::bigint = event.order_id
  JOIN (SELECT n.event_id, n.user_id FROM notifications n UNION ALL SELECT d.event_id, d.user_id
    FROM deliveries d) notified ON notified.event_id = pe.id`;
export const concernedOrNotifiedOfPublication: Audience = {
  whom: `suppliers who were notified of the publication, and ${concernedSuppliers.whom}`,
  sql: `${suppliersOf(concernedIds)}
    UNION SELECT su.user_id
    FROM suppliers su CROSS JOIN event
    WHERE su.user_id IN (${notifiedOfPublication}) AND ${notDeclined}`,
};

/** Suppliers that the order matches, by the same rule that counts its audience. */
export const matchingSuppliers: Audience = {
  whom:
    'suppliers the order matches (an item under one of their product types, none chosen: all; ' +
    'its delivery within their coverage, none chosen: everywhere), never those who declined it',
  sql: `
    SELECT live.user_id
    FROM event
    JOIN orders o ON o.id = event.order_id
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    CROSS JOIN ${everyProfileSql} live
    WHERE ${matchesSql}
      AND NOT EXISTS (SELECT 1 FROM supplier_order_declines d
        WHERE d.order_id = o.id AND d.supplier_id = live.supplier_id)`,
};

/** Suppliers who showed an intention to answer and have not answered. */
export const undecidedSuppliers: Audience = {
  whom: 'suppliers who favorited the order or have a draft on it, submitted nothing and did not decline it',
  sql: `${suppliersOf(`
    SELECT p.supplier_id FROM event JOIN proposals p ON p.order_id = event.order_id AND p.status = 'draft'
    UNION ALL SELECT f.supplier_id FROM event JOIN favorite_orders f ON f.order_id = event.order_id`)}
    AND NOT EXISTS (SELECT 1 FROM proposals sent
      WHERE sent.order_id = event.order_id AND sent.supplier_id = su.id
      AND sent.status <> 'draft')`,
};

/**
 * A supplier may have submitted several proposals: one who sold an item of any of them is notified
 * of that instead.
 */
export const losingSuppliers: Audience = {
  whom: "suppliers of the order's submitted proposals from whom it bought nothing",
  sql: `
    SELECT su.user_id FROM event
    JOIN proposals p ON p.order_id = event.order_id AND p.status = 'submitted'
    JOIN suppliers su ON su.id = p.supplier_id
    WHERE NOT EXISTS (SELECT FROM purchases s WHERE s.order_id = event.order_id AND s.supplier_id = p.supplier_id)`,
};

export const subscriber: Audience = {
  whom: 'the subscriber',
  sql: 'SELECT s.user_id FROM event JOIN subscriptions s ON s.id = event.subscription_id',
};

/** Returns the administrators whose role has the permission. */
export function adminsWith(permission: Permission): Audience {
  const roles = adminRoles.filter((adminRole) =>
    permissionsOf({ userType: 'admin', adminRole }).includes(permission),
  );
  return {
    whom: `administrators with \`${permission}\` (${roles.join(', ')})`,
    sql: `
      SELECT a.id AS user_id
      FROM users a
      WHERE a.user_type = 'admin'
        AND a.admin_role IN (${roles.map((role) => `'${role}'`).join(', ')})`,
  };
}
