import { sessionIsLive } from '../../platform/session/authenticator.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { Ref } from '../../platform/http/refs.ts';
import {
  orderQueueSql,
  orderSummaryColumns,
  orderSummarySql,
  supplierWritesSql,
  visibleSql,
  type OrderSummaryRow,
} from '../orders/orders-feature.ts';
import { byOrderRef, namedBy } from './order-ref.ts';
import type { Terms } from './proposal-input.ts';
import {
  proposalColumns,
  proposalSql,
  supplierColumns,
  supplierSql,
  type ProposalRow,
  type SupplierRow,
} from './proposal-view.ts';

const openColumns = {
  ...supplierColumns,
  ...orderSummaryColumns,
  supplier_id: orNull(col.int),
  order_found: col.boolean,
  order_visible: orNull(col.boolean),
  order_declined: orNull(col.boolean),
};

const lockedOrder = { id: 'locked.order_id', status: 'locked.order_status' };

/**
 * Reads everything that saving a draft depends on in one statement: the authenticated supplier, and
 * the order, locked `FOR SHARE` once no other transaction writes for this supplier about it.
 */
const open = byOrderRef('draft-open', (name, match) =>
  statement({
    name,
    params: params<{ token_hash: Buffer; now: Date; ref: string | number }>(),
    columns: openColumns,
    text: `
    WITH live AS (
      SELECT su.id AS supplier_id, ${supplierSql}
      FROM sessions s
      JOIN users u ON u.id = s.user_id
      JOIN users su_user ON su_user.id = u.id
      JOIN suppliers su ON su.user_id = u.id
      LEFT JOIN addresses su_address ON su_address.user_id = u.id AND su_address.position = 0
      LEFT JOIN cities su_city ON su_city.id = su_address.city_id
      WHERE ${sessionIsLive}
    ), named AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE ${match}
    ), writes AS MATERIALIZED (
      SELECT n.id, ${supplierWritesSql('n.id', 'l.supplier_id')} AS held
      FROM named n CROSS JOIN live l
    ), queue AS MATERIALIZED (
      SELECT w.id, ${orderQueueSql('share', 'w.id')} AS held FROM writes w
    ), locked AS (
      SELECT ${orderSummarySql} FROM queue JOIN orders o ON o.id = queue.id FOR SHARE OF o
    )
    SELECT live.*, locked.*, locked.order_id IS NOT NULL AS order_found,
      ${visibleSql('live.supplier_id', lockedOrder)} AS order_visible,
      EXISTS (SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = live.supplier_id
        AND d.order_id = locked.order_id) AS order_declined
    FROM (SELECT 1) AS one LEFT JOIN live ON true LEFT JOIN locked ON true`,
  }),
);

/** The order that was found and the supplier who saves the draft. */
export interface DraftOpening extends OrderSummaryRow, SupplierRow {
  readonly supplier_id: number;
  readonly order_visible: boolean;
  readonly order_declined: boolean;
}

/**
 * Returns the order and the supplier; `dead` when the token is not valid any more, `missing` when
 * this supplier can see no such order.
 */
export async function openDraft(
  db: Db,
  { tokenHash, now, ref }: { tokenHash: Buffer; now: Date; ref: Ref },
): Promise<DraftOpening | 'dead' | 'missing'> {
  const { by, value } = namedBy(ref);
  const row = await db.row(open[by], { token_hash: tokenHash, now, ref: value });
  if (row === undefined || row.supplier_id === null) return 'dead';
  const { supplier_id, order_visible, order_declined, ...rest } = row;
  if (!row.order_found || order_visible !== true) return 'missing';
  return { ...rest, supplier_id, order_visible, order_declined: order_declined === true };
}

/** Sets the terms that `:terms` names; the others keep their values. */
const setTerms = (from: string): string =>
  [
    'notes',
    'validity_date',
    'payment_terms',
    'supplier_reference',
    'freight_amount',
    'freight_kind',
    'delivery_days',
    'allows_partial',
    'partial_minimum',
    'freight_rule',
  ]
    .map(
      (name) =>
        `${name} = CASE WHEN :terms::jsonb ? '${name}' THEN ${from}.${name} ELSE p.${name} END`,
    )
    .join(', ');

const termsRecord = `jsonb_to_record(:terms::jsonb) AS t(notes text, validity_date date, payment_terms text,
    supplier_reference text, freight_amount numeric, freight_kind text, delivery_days int,
    allows_partial boolean, partial_minimum numeric, freight_rule text)`;

// Most saves find a draft, so the update comes first: an insert takes a shuffled id even where it
// conflicts. Both wait for a concurrent save of the same draft, then replace what that one stored.
const upsert = byOrderRef('draft-upsert', (name, match) =>
  statement({
    name,
    params: params<{
      ref: string | number;
      uuid: string;
      supplier_id: number;
      total_amount: string;
      terms: string;
      now: Date;
    }>(),
    columns: proposalColumns,
    text: `
    WITH published AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE ${match} AND o.status = 'publicada'
    ), saved AS (
      UPDATE proposals AS p SET total_amount = :total_amount, ${setTerms('t')},
        version = p.version + 1, updated_at = :now
      FROM ${termsRecord}
      WHERE p.order_id = (SELECT id FROM published) AND p.supplier_id = :supplier_id AND p.status = 'draft'
      RETURNING ${proposalSql}
    ), created AS (
      INSERT INTO proposals AS p (uuid, order_id, supplier_id, status, total_amount, notes,
        validity_date, payment_terms, supplier_reference, freight_amount, freight_kind,
        delivery_days, allows_partial, partial_minimum, freight_rule, created_at, updated_at)
      SELECT :uuid, o.id, :supplier_id, 'draft', :total_amount, t.notes, t.validity_date,
        t.payment_terms, t.supplier_reference, t.freight_amount, t.freight_kind,
        t.delivery_days, coalesce(t.allows_partial, false), t.partial_minimum,
        coalesce(t.freight_rule, 'full'), :now, :now
      FROM published o, ${termsRecord}
      WHERE NOT EXISTS (SELECT FROM saved)
      ON CONFLICT (order_id, supplier_id) WHERE status = 'draft' DO UPDATE SET
        total_amount = excluded.total_amount, ${setTerms('excluded')}, version = p.version + 1,
          updated_at = excluded.updated_at
      RETURNING ${proposalSql}
    )
    SELECT * FROM saved UNION ALL SELECT * FROM created`,
  }),
);

/**
 * Creates or overwrites the supplier's only draft for the order, and locks it; returns undefined
 * when the order is not published.
 */
export async function upsertDraft(
  db: Db,
  {
    ref,
    ...draft
  }: { ref: Ref; uuid: string; supplierId: number; totalAmount: string; terms: Terms; now: Date },
): Promise<ProposalRow | undefined> {
  const { by, value } = namedBy(ref);
  return db.row(upsert[by], {
    ref: value,
    uuid: draft.uuid,
    supplier_id: draft.supplierId,
    total_amount: draft.totalAmount,
    terms: JSON.stringify(draft.terms),
    now: draft.now,
  });
}

const change = statement({
  name: 'draft-change',
  params: params<{ id: number; total_amount: string | null; terms: string; now: Date }>(),
  columns: proposalColumns,
  text: `
    UPDATE proposals AS p SET
      total_amount = coalesce(:total_amount::numeric, p.total_amount), ${setTerms('t')},
      version = p.version + 1, updated_at = :now
    FROM ${termsRecord}
    WHERE p.id = :id
    RETURNING ${proposalSql}`,
});

/**
 * Updates a draft whose row the caller has locked; a `totalAmount` of null keeps the stored one.
 */
export async function changeDraft(
  db: Db,
  draft: { id: number; totalAmount: string | null; terms: Terms; now: Date },
): Promise<void> {
  await db.rows(change, {
    id: draft.id,
    total_amount: draft.totalAmount,
    terms: JSON.stringify(draft.terms),
    now: draft.now,
  });
}
