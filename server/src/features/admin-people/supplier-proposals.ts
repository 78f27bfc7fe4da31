import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/suppliers';
import type { PersonProposal } from '@lavra/contract/admin/suppliers';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import {
  presentProposalSummary,
  proposalSummaryColumns,
  type ProposalSummaryRow,
} from '../proposals/proposals-feature.ts';

/**
 * Returns one page of the proposals a supplier has ever submitted, newest first; drafts are private
 * to the supplier. `today` is the calendar day in the platform's zone.
 */
export async function listAdminSupplierProposals(
  db: Db,
  supplierId: number,
  { query, today }: { query: QueryOf<typeof endpoints.listAdminSupplierProposals>; today: string },
): Promise<{ data: PersonProposal[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: () => 'supplier-proposals',
    // Each has its order, which is left out of what asks for the proposal's own columns.
    from: sql`proposals p LEFT JOIN orders o ON o.id = p.order_id`,
    columns: rawColumns(proposalSummaryColumns, 'p'),
    lookUp: sql`proposals p JOIN orders o ON o.id = p.order_id`,
    conditions: [sql<boolean>`p.supplier_id = ${supplierId}`, sql<boolean>`p.status <> 'draft'`],
    sorts: { created_at: { expression: 'p.created_at', type: 'timestamptz' } },
    sort: '-created_at',
    id: 'p.id',
  });
  return { data: rows.map((row) => present(row, today)), meta };
}

/** Presents a proposal without the actions that only its supplier may take. */
function present(row: ProposalSummaryRow, today: string): PersonProposal {
  const {
    can_edit: _edit,
    can_submit: _submit,
    can_cancel: _cancel,
    ...proposal
  } = presentProposalSummary(row, today);
  return proposal;
}
