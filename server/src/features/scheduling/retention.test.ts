import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../../test/service.ts';
import { registeredStatements } from '../../platform/db/statement.ts';

const service = await startService();

// Says of every table for how long its rows stay (adr/0105). A new one fails here until that is
// decided.

const lists = (text: string): string[] => text.trim().split(/\s+/);

/** Rows that are worth keeping: what people agreed on, paid and decided. Their growth is in scale.md. */
const records = lists(`
  orders order_items proposals proposal_items proposal_marks proposal_reviews first_proposals requoted_items
  purchases purchase_items decision_records decision_rounds order_events order_questions missed_contacts missed_calls
  audit_log audit_values audit_seals
  subscriptions subscription_periods payments refunds imports catalogue_requests former_identities`);

/** Rows that go with another: the person, the order, the session, the content that refers to them. */
const parts = lists(`
  addresses commercial_references consultant_producers producer_cultures supplier_cities supplier_product_types
  supplier_states muted_notifications proposal_letters rotated_tokens favorite_orders supplier_order_declines
  order_attachments order_invitations stored_files`);

/** As many rows as there are people, places, products and settings. */
const bounded = lists(`
  users producers suppliers consultants states cities pages settings notification_channels plans features plan_features
  product_types product_subtypes products measurement_units brands active_ingredients cultures
  order_kits order_kit_items
  order_counters scattered_ids schema_migrations schema_migration_lock`);

/** Rows that their own work removes: sums are folded, decisions written, imported rows cleaned, objects swept. */
const ownWork = lists(
  'list_totals daily_totals pending_decisions import_rows unreferenced_objects',
);

const cleaned = [...registeredStatements()].flatMap(
  ({ name }) => /^clean-(\w+)$/.exec(name)?.[1] ?? [],
);

describe('the rows of every table', () => {
  it('stay for a time that was decided', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT t.table_name AS name FROM information_schema.tables t
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'`.execute(service.db.q);
    const decided = [...records, ...parts, ...bounded, ...ownWork, ...cleaned];
    assert.deepEqual(decided.toSorted(), rows.map(({ name }) => name).toSorted());
  });
});
