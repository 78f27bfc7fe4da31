import { randomUUID } from 'node:crypto';
import type { FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { StoredPartialTerms } from '../proposal-input.ts';
import {
  writtenItemColumns,
  writtenItemNames,
  writtenItemRecord,
  type ItemRecord,
} from '../proposal-item.ts';
import { reselectSql } from '../../../platform/db/projection.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';

/** A proposal's own columns in stored form. */
export interface BulkProposalColumns extends StoredPartialTerms {
  readonly status: ProposalStatus;
  readonly supplier_reference: string | null;
  readonly validity_date: string | null;
  readonly freight_amount: string | null;
  /** Null beside an amount, and where nothing is said. */
  readonly freight_kind: FreightKindWithoutAmount | null;
  readonly delivery_days: number | null;
  readonly payment_terms: string | null;
  readonly notes: string | null;
  readonly rejection_reason: string | null;
  readonly cancellation_reason: string | null;
  readonly created_at: Date;
  readonly submitted_at: Date | null;
  readonly accepted_at: Date | null;
  readonly rejected_at: Date | null;
  readonly cancelled_at: Date | null;
}

/** A proposal that keeps its status and times. */
export interface BulkProposal {
  readonly orderId: number;
  readonly supplierId: number;
  readonly columns: BulkProposalColumns;
  readonly items: readonly ItemRecord[];
  readonly totalAmount: string;
}

const insertProposals = statement({
  name: 'proposals-bulk-insert',
  params: params<{ proposals: string; now: Date }>(),
  columns: { id: col.int, uuid: col.uuid },
  text: `
    INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, freight_amount, freight_kind,
      allows_partial, partial_minimum, freight_rule, delivery_days, payment_terms,
      supplier_reference, notes, validity_date,
      submitted_at, accepted_at, rejected_at, cancelled_at, rejection_reason,
      cancellation_reason, created_at, updated_at)
    SELECT p.uuid, p.order_id, p.supplier_id, p.status, p.total_amount, p.freight_amount, p.freight_kind,
      p.allows_partial, p.partial_minimum, p.freight_rule, p.delivery_days, p.payment_terms,
      p.supplier_reference, p.notes, p.validity_date,
      p.submitted_at, p.accepted_at, p.rejected_at, p.cancelled_at, p.rejection_reason,
      p.cancellation_reason, p.created_at, :now
    FROM jsonb_to_recordset(:proposals::jsonb) AS p(uuid uuid, order_id bigint, supplier_id bigint,
      status text, total_amount numeric, freight_amount numeric, freight_kind text,
      allows_partial boolean, partial_minimum numeric, freight_rule text, delivery_days integer,
      payment_terms text, supplier_reference text, notes text, validity_date date,
      submitted_at timestamptz, accepted_at timestamptz, rejected_at timestamptz,
      cancelled_at timestamptz, rejection_reason text, cancellation_reason text,
      created_at timestamptz)
    ON CONFLICT DO NOTHING RETURNING id, uuid`,
});

const insertItems = statement({
  name: 'proposals-bulk-items',
  params: params<{ items: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    WITH i AS MATERIALIZED (
      SELECT r.*, row_number() OVER (PARTITION BY r.proposal_id ORDER BY r.place) - 1 AS turn
      FROM ROWS FROM (jsonb_to_recordset(:items::jsonb) AS (
          proposal_id bigint, ${writtenItemRecord}))
        WITH ORDINALITY AS r(proposal_id, ${writtenItemNames}, place)
    ), starts AS MATERIALIZED (
      SELECT p.proposal_id, scattered_id('proposal_items') AS id
      FROM (SELECT DISTINCT i.proposal_id FROM i) p
    )
    INSERT INTO proposal_items (id, proposal_id, ${writtenItemNames}, created_at, updated_at)
    SELECT s.id + i.turn, i.proposal_id, ${reselectSql(writtenItemColumns, 'i')}, :now, :now
    FROM i JOIN starts s ON s.proposal_id = i.proposal_id
    RETURNING id`,
});

/**
 * Inserts proposals with their items in two statements and notes each in its order's timeline,
 * drafts aside. Skips a proposal that conflicts with a draft stored in the meantime.
 * An accepted one is bought whole when the transaction ends, unless a purchase is stored for it.
 * Returns the ids in the order of `proposals`, undefined for a skipped one.
 */
export async function createManyProposals(
  uow: UnitOfWork,
  proposals: readonly BulkProposal[],
): Promise<(number | undefined)[]> {
  const { db, now } = uow;
  const rows = proposals.map(({ orderId, supplierId, totalAmount, columns }) => ({
    ...columns,
    uuid: randomUUID(),
    order_id: orderId,
    supplier_id: supplierId,
    total_amount: totalAmount,
  }));
  const created = new Map(
    (await db.rows(insertProposals, { proposals: JSON.stringify(rows), now })).map(
      ({ id, uuid }) => [uuid, id],
    ),
  );
  const ids = rows.map(({ uuid }) => created.get(uuid));
  const items = proposals.flatMap((proposal, index) => {
    const proposal_id = ids[index];
    return proposal_id === undefined
      ? []
      : proposal.items.map((item) => ({ ...item, proposal_id }));
  });
  await db.rows(insertItems, { items: JSON.stringify(items), now });
  proposals.forEach(({ orderId, columns: { status } }, index) => {
    if (ids[index] !== undefined && status !== 'draft')
      uow.orderEvent({ orderId, event: 'proposal.imported' });
  });
  return ids;
}
