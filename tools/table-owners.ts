import fs from 'node:fs';
import path from 'node:path';
import type { DB } from '../server/src/platform/db/schema.ts';
import { root, sourcesOf } from './imports.ts';

type Table = keyof DB;

/**
 * The feature that writes each table, or `platform`. Others call a function of its public API;
 * reading is free.
 */
const owners: Readonly<Record<Table, string>> = {
  account_tokens: 'accounts',
  active_ingredients: 'catalogue',
  addresses: 'accounts',
  audit_log: 'platform',
  audit_seals: 'audit',
  audit_values: 'platform',
  brands: 'catalogue',
  catalogue_requests: 'catalogue-requests',
  cities: 'places',
  commercial_references: 'accounts',
  consultant_producers: 'consultants',
  consultants: 'accounts',
  cultures: 'catalogue',
  counted_daily_totals: 'totals',
  counted_list_totals: 'totals',
  daily_totals: 'totals',
  decision_records: 'proposals',
  decision_rounds: 'proposals',
  deliveries: 'deliveries',
  events: 'platform',
  failed_jobs: 'platform',
  favorite_orders: 'supplier-orders',
  features: 'plans',
  first_proposals: 'totals',
  former_identities: 'identities',
  gateway_webhooks: 'payments',
  idempotency_keys: 'platform',
  import_rows: 'imports',
  imports: 'imports',
  list_totals: 'totals',
  login_attempts: 'accounts',
  mails: 'platform',
  measurement_units: 'catalogue',
  missed_calls: 'awards',
  missed_contacts: 'awards',
  muted_notifications: 'notifications',
  notification_channels: 'notifications',
  notifications: 'notifications',
  order_attachments: 'attachments',
  order_counters: 'orders',
  order_events: 'platform',
  order_invitations: 'invitations',
  order_items: 'orders',
  order_kit_items: 'catalogue',
  order_kits: 'catalogue',
  order_questions: 'questions',
  order_views: 'supplier-orders',
  orders: 'orders',
  outreach_counts: 'outreach',
  pages: 'pages',
  payments: 'payments',
  pending_decisions: 'proposals',
  plan_features: 'plans',
  plans: 'plans',
  producer_cultures: 'accounts',
  producers: 'accounts',
  product_subtypes: 'catalogue',
  product_types: 'catalogue',
  products: 'catalogue',
  proposal_items: 'proposals',
  proposal_letters: 'proposals',
  proposal_marks: 'proposals',
  proposal_reviews: 'proposals',
  proposals: 'proposals',
  refunds: 'payments',
  reminders: 'scheduling',
  requoted_items: 'orders',
  purchase_items: 'awards',
  purchases: 'awards',
  rotated_tokens: 'accounts',
  scattered_ids: 'platform',
  scheduler_ticks: 'scheduling',
  sessions: 'accounts',
  settings: 'settings',
  states: 'places',
  stored_files: 'platform',
  subscription_periods: 'subscriptions',
  subscriptions: 'subscriptions',
  supplier_cities: 'accounts',
  supplier_order_declines: 'supplier-orders',
  supplier_product_types: 'accounts',
  supplier_states: 'accounts',
  suppliers: 'accounts',
  test_sends: 'deliveries',
  unreferenced_objects: 'platform',
  users: 'accounts',
};

/** Writes by another than the owner that stay, each with its reason. */
export const exceptions: readonly {
  readonly table: Table;
  readonly by: string;
  readonly reason: string;
}[] = [
  {
    table: 'events',
    by: 'notifications',
    reason: 'the facts of the texts are joined from many tables and stored by the same statement',
  },
  {
    table: 'deliveries',
    by: 'notifications',
    reason: 'one statement notifies any number of people, inside the service and outside',
  },
  {
    table: 'payments',
    by: 'subscriptions',
    reason: 'a renewal is created and called off under the lock of the subscription below it',
  },
];

/** These write any table: what a person wrote is erased, what is past its time removed, seeds. */
const ANY_TABLE =
  /^server\/src\/(?:features\/(?:erasure|reference-data)\/|features\/scheduling\/cleaning\.ts$|demo\/)/;

const WRITES =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\s+(\w+)|(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g;

export interface Write {
  readonly table: Table;
  readonly file: string;
  /** The feature that contains the file, or the part of the server. */
  readonly by: string;
}

const isTable = (name: string): name is Table => Object.hasOwn(owners, name);

/** Returns the writes in a text, SQL or TypeScript, that stands in a file. */
export function writesOf(file: string, text: string): Write[] {
  const by = /^server\/src\/(?:features\/)?([^/]+)\//.exec(file)?.[1] ?? file;
  return [...text.matchAll(WRITES)].flatMap(([, sql = '', kysely = sql]) =>
    isTable(kysely) ? [{ table: kysely, file, by }] : [],
  );
}

/** The files of the server whose writes have rules: no tests, no erasure, retention or seeds. */
export const writingFiles = (): string[] =>
  sourcesOf(['server/src']).filter(
    (file) => !/\.(?:test|fixture)\.ts$/.test(file) && !ANY_TABLE.test(file),
  );

/** Returns the writes in the sources by others than the table's owner. */
export const foreignWrites = (
  writes = writingFiles().flatMap((file) =>
    writesOf(file, fs.readFileSync(path.join(root, file), 'utf8')),
  ),
): Write[] => writes.filter(({ table, by }) => owners[table] !== by);
