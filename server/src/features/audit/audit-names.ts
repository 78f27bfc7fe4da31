import type { Log } from '@lavra/contract/admin/logs';
import { settingLabels } from '@lavra/domain/setting/setting-labels';
import { sql, type RawBuilder } from 'kysely';
import {
  notificationChannels,
  notificationProfiles,
  type NotificationChannel,
} from '@lavra/domain/notification/event-types';
import { isNotificationEvent } from '@lavra/domain/notification/channel-defaults';
import { notificationLabel } from '../notifications/notifications-feature.ts';
import type { Db } from '../../platform/db/database.ts';

const kinds = [
  'user',
  'producer',
  'supplier',
  'consultant',
  'order',
  'proposal',
  'plan',
  'product_type',
  'product_subtype',
  'culture',
  'product',
  'order_kit',
  'city',
  'measurement_unit',
  'brand',
  'active_ingredient',
  'catalogue_request',
  'feature',
  'page',
  'import',
  'subscription',
  'payment',
  'session',
  'setting',
  'attachment',
  'question',
  'refund',
  'notification_channel',
] as const;
type Kind = (typeof kinds)[number];

/** The recorded fields that hold ids, one or a list, by what they identify. */
const kindOfField: Readonly<Record<string, Kind>> = {
  user_id: 'user',
  producer_id: 'producer',
  producer_ids: 'producer',
  supplier_id: 'supplier',
  order_id: 'order',
  proposal_id: 'proposal',
  proposal_ids: 'proposal',
  plan_id: 'plan',
  next_plan_id: 'plan',
  product_type_id: 'product_type',
  product_type_ids: 'product_type',
  product_subtype_id: 'product_subtype',
  culture_ids: 'culture',
  product_id: 'product',
  product_ids: 'product',
  coverage_city_ids: 'city',
  subscription_id: 'subscription',
  payment_id: 'payment',
  import_id: 'import',
  session_id: 'session',
  attachment_id: 'attachment',
  question_id: 'question',
  refund_id: 'refund',
};
/** The name of the changed record itself stands under this key. */
const RECORD = 'resource_id';

/** A coverage may list thousands of municipalities: of each field so many are named. */
const MOST_NAMES = 200;

const person = (table: string) => sql`
  SELECT r.id, u.name FROM ${sql.table(table)} r JOIN users u ON u.id = r.user_id`;
const named = (table: string) => sql`SELECT r.id, r.name FROM ${sql.table(table)} r`;

/** Every record of a kind with its name; the ids asked for are pushed down into it. */
const namesOf: Readonly<Record<Kind, RawBuilder<unknown>>> = {
  user: named('users'),
  producer: person('producers'),
  supplier: person('suppliers'),
  consultant: person('consultants'),
  order: sql`SELECT o.id, o.number AS name FROM orders o`,
  proposal: sql`
    SELECT p.id, u.name || ', ' || o.number AS name FROM proposals p
    JOIN orders o ON o.id = p.order_id JOIN suppliers s ON s.id = p.supplier_id
    JOIN users u ON u.id = s.user_id`,
  plan: named('plans'),
  product_type: named('product_types'),
  product_subtype: named('product_subtypes'),
  culture: named('cultures'),
  product: named('products'),
  order_kit: named('order_kits'),
  city: sql`SELECT c.id, c.name || '/' || c.uf AS name FROM cities c`,
  measurement_unit: named('measurement_units'),
  brand: named('brands'),
  active_ingredient: named('active_ingredients'),
  catalogue_request: named('catalogue_requests'),
  feature: named('features'),
  page: sql`SELECT g.id, g.title AS name FROM pages g`,
  import: sql`SELECT i.id, i.filename AS name FROM imports i`,
  subscription: person('subscriptions'),
  payment: person('payments'),
  session: person('sessions'),
  setting: sql`SELECT t.id, t.key AS name FROM settings t`,
  attachment: sql`SELECT f.id, f.filename AS name FROM order_attachments f`,
  // Who asked, and where: the words of a question are no part of the log.
  question: sql`
    SELECT q.id, u.name || ', ' || o.number AS name FROM order_questions q
    JOIN orders o ON o.id = q.order_id JOIN suppliers s ON s.id = q.supplier_id
    JOIN users u ON u.id = s.user_id`,
  refund: sql`
    SELECT r.id, u.name FROM refunds r JOIN payments p ON p.id = r.payment_id
    JOIN users u ON u.id = p.user_id`,
  notification_channel: sql`
    SELECT h.id, concat_ws(' ', h.profile, h.event, h.channel) AS name
    FROM notification_channels h`,
};

/** What is read by keys, as the screens call it. */
const inWords: Readonly<Partial<Record<Kind, (key: string) => string>>> = {
  setting: (key) => settings[key] ?? key,
  notification_channel: channelName,
};
const settings: Readonly<Record<string, string>> = settingLabels;
const channelWords: Readonly<Record<NotificationChannel, string>> = {
  in_app: 'no portal',
  email: 'por e-mail',
  whatsapp: 'por WhatsApp',
};

/** Returns an event and its channel in words; an event of an earlier release stays as it was. */
function channelName(key: string): string {
  const [of, about = '', by] = key.split(' ');
  const profile = notificationProfiles.find((one) => one === of);
  const channel = notificationChannels.find((one) => one === by);
  return profile !== undefined && channel !== undefined && isNotificationEvent(profile, about)
    ? `${notificationLabel(about, profile)}, ${channelWords[channel]}`
    : key;
}

const selectNames = (db: Db, kind: Kind, ids: readonly number[]) =>
  db.q
    .selectFrom(sql<{ id: number; name: string }>`(${namesOf[kind]})`.as<'n'>(sql`n(id, name)`))
    .select([sql<Kind>`${sql.lit(kind)}`.as('kind'), 'n.id', 'n.name'])
    .where(sql<boolean>`n.id = ANY(${[...ids]}::bigint[])`);

type Entry = Pick<Log, 'resource_type' | 'resource_id' | 'old_values' | 'new_values'>;

/**
 * Adds to each entry the present names of the records that its ids identify, in one statement for
 * all. An id without a record, or beyond the first 200 of a field, has none.
 */
export async function withNames<L extends Entry>(
  db: Db,
  logs: readonly L[],
): Promise<(L & Pick<Log, 'names'>)[]> {
  const wanted = new Map<Kind, Set<number>>();
  for (const { kind, id } of logs.flatMap(idsOf))
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  const [first, ...others] = [...wanted].map(([kind, ids]) => selectNames(db, kind, [...ids]));
  if (first === undefined) return [...logs];
  const rows = await others.reduce((all, query) => all.unionAll(query), first).execute();
  const found = new Map(
    rows.map(({ kind, id, name }) => [`${kind} ${id}`, inWords[kind]?.(name) ?? name]),
  );
  return logs.map((log) => {
    const names: Record<string, Record<string, string>> = {};
    for (const { field, kind, id } of idsOf(log)) {
      const name = found.get(`${kind} ${id}`);
      if (name !== undefined) (names[field] ??= {})[String(id)] = name;
    }
    return Object.keys(names).length === 0 ? log : { ...log, names };
  });
}

interface NamedId {
  readonly field: string;
  readonly kind: Kind;
  readonly id: number;
}

function idsOf({ resource_type, resource_id, old_values, new_values }: Entry): readonly NamedId[] {
  const record = kinds.find((kind) => kind === resource_type);
  return [
    ...(record === undefined ? [] : [{ field: RECORD, kind: record, id: resource_id }]),
    ...Object.entries(kindOfField).flatMap(([field, kind]) =>
      [old_values?.[field], new_values?.[field]]
        .flat()
        .filter((id): id is number => Number.isSafeInteger(id))
        .slice(0, MOST_NAMES)
        .map((id) => ({ field, kind, id })),
    ),
  ];
}
