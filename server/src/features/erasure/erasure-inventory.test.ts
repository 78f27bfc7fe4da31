import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../../test/service.ts';

const service = await startService();

// Lists every column that can hold words or bytes. A new one fails here until it is decided whether
// it can hold personal data; then the erasure removes or masks it, and erasure-traces.long.test.ts has a
// canary in it.

/** Columns erased or masked where they belong to a person. */
const personal: Readonly<Record<string, string>> = {
  account_tokens: 'email_key proof_hash purpose restores_email token_hash',
  addresses: 'complement district kind name number postal_code street',
  audit_values: 'ip_address new_values old_values salt user_agent',
  catalogue_requests: 'active_ingredient brand name notes reason status unit',
  commercial_references: 'email name phone type',
  decision_records: 'content',
  decision_rounds: 'content',
  deliveries: 'channel failure provider_reference state',
  events: 'data facts failure request_id type',
  former_identities: 'kind value',
  idempotency_keys: 'body_hash key material reply route',
  import_rows: 'action cells data errors sealed status warnings',
  imports: 'failure filename sha256 state type warnings',
  login_attempts: 'account_key address_key ip outcome',
  mails: 'data failure sealed state template to_address',
  muted_notifications: 'channel event',
  order_attachments: 'filename sha256',
  order_invitations: 'code_hash code_sealed',
  order_items: 'notes unit',
  order_questions: 'answer question',
  orders:
    'closure_type delivery_address description masked_search notes number payment_terms reason status',
  outreach_counts: 'act',
  payments: 'billing_cycle gateway gateway_reference instructions payment_method status',
  pending_decisions: 'proposals reason',
  producers: 'association credit_cooperative producers_cooperative type',
  proposal_items:
    'justification justification_type notes similar_product_description similar_product_name',
  proposals:
    'cancellation_reason freight_kind freight_rule notes payment_terms rejection_reason status supplier_reference',
  refunds: 'failure gateway gateway_reference reason status',
  rotated_tokens: 'token_hash',
  sessions: 'ip token_hash user_agent',
  stored_files: 'content media_type object sha256',
  supplier_order_declines: 'reason',
  supplier_states: 'uf',
  suppliers: 'coverage_kind website',
  test_sends: 'channel',
  users:
    'admin_role document_number document_type email mobile name password_hash pending_email phone status user_type',
};

/** Ids, the service's own words, and what administrators write for all users: no personal data. */
const impersonal: Readonly<Record<string, string>> = {
  active_ingredients: 'name',
  audit_log: 'action actor_type request_id resource_type values_digest',
  audit_seals: 'hash',
  brands: 'name',
  cities: 'alternative_name area_code name time_zone uf',
  counted_daily_totals: 'scope',
  counted_list_totals: 'scope',
  cultures: 'name',
  daily_totals: 'scope',
  features: 'description key name profile type',
  failed_jobs: 'data failure name',
  gateway_webhooks: 'external_id gateway outcome payload',
  list_totals: 'scope',
  measurement_units: 'name symbol',
  notification_channels: 'channel event profile',
  order_kits: 'name',
  order_events: 'actor_type data event',
  pages: 'content slug status title',
  plan_features: 'value',
  plans: 'description name profile_type slug',
  product_subtypes: 'description name',
  product_types: 'description name',
  products: 'active_ingredient brand concentration description name unit',
  proposal_reviews: 'state',
  purchase_items: 'settlement',
  purchases: 'kind number state',
  reminders: 'kind',
  scattered_ids: 'secret table_name',
  scheduler_ticks: 'task',
  settings: 'key sealed value',
  states: 'name region uf',
  subscription_periods: 'billing_cycle origin taken_by',
  subscriptions: 'billing_cycle next_billing_cycle status',
  unreferenced_objects: 'object',
};

describe('the inventory of personal data', () => {
  it('lists every column of the database', async () => {
    const { rows } = await sql<{ name: string; columns: string }>`
      SELECT c.table_name::text AS name, string_agg(c.column_name::text, ' ' ORDER BY c.column_name) AS columns
      FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER'
        AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea')
        AND c.table_name NOT LIKE 'schema\\_%'
      GROUP BY c.table_name`.execute(service.db.q);
    assert.deepEqual(Object.fromEntries(rows.map(({ name, columns }) => [name, columns])), {
      ...personal,
      ...impersonal,
    });
  });

  it('lists no table both as personal and as not personal', () => {
    assert.deepEqual(
      Object.keys(personal).filter((name) => name in impersonal),
      [],
    );
  });
});
