import * as endpoints from '@lavra/contract/supplier/endpoints';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { getSupplierProposalPdf, type ProposalPrinting } from './pdf/proposal-print.ts';
import { removeSupplierProposal } from './proposal-decisions.ts';
import { createSupplierProposal, updateSupplierProposal } from './proposal-drafts.ts';
import { listSupplierProposals } from './proposal-list.ts';
import { authorizeSupplier } from './proposal-policy.ts';
import type { ProposalQueues } from './proposal-queues.ts';
import { getSupplierProposal } from './proposal-reads.ts';
import { findProposal, findVisibleOrder } from './proposal-subjects.ts';
import { loosenPartialTerms } from './proposal-terms.ts';
import { getQuoteSheet, saveQuoteSheet } from './quote-sheet/quote-sheet.ts';

export interface SupplierProposalRoutesDeps extends ProposalPrinting {
  readonly platform: Platform;
  readonly queues: ProposalQueues;
}

/** Mounts the supplier's own routes. */
export function mountSupplierProposalRoutes(
  mount: Mount,
  { platform, queues, ...printing }: SupplierProposalRoutesDeps,
): void {
  const { db } = platform;
  const own = {
    load: ({ id }: { id: string }) => findProposal(db, id),
    policy: authorizeSupplier,
  };
  const loadOrder = async ({ id }: { id: string }, caller: SupplierCaller) => {
    const uuid = uuidOf(id);
    return uuid === undefined ? undefined : findVisibleOrder(db, { uuid }, caller);
  };

  mount(endpoints.listSupplierProposals, {
    handle: ({ caller, query }) => listSupplierProposals(platform, caller, query),
  });
  mount(endpoints.getQuoteSheet, {
    load: loadOrder,
    handle: ({ caller, subject, query }) =>
      getQuoteSheet(platform, caller, subject, query.format ?? 'csv'),
  });
  mount(endpoints.saveQuoteSheet, {
    load: loadOrder,
    handle: ({ caller, subject, file, assertAlive }) =>
      saveQuoteSheet(platform, queues, caller, subject, { file, assertAlive }),
  });
  mount(endpoints.createSupplierProposal, {
    liveness: 'statement',
    handle: ({ caller, body, assertAlive }) =>
      createSupplierProposal(platform, queues.saving, caller, { body, assertAlive }),
  });
  mount(endpoints.getSupplierProposal, {
    ...own,
    handle: ({ subject }) => getSupplierProposal(platform, subject),
  });
  mount(endpoints.updateSupplierProposal, {
    ...own,
    handle: ({ caller, subject, body, ifMatch, assertAlive }) =>
      updateSupplierProposal(platform, queues.saving, caller, subject, {
        body,
        ifMatch,
        assertAlive,
      }),
  });
  mount(endpoints.loosenPartialTerms, {
    ...own,
    handle: ({ caller, subject, body, ifMatch }) =>
      loosenPartialTerms(platform, caller, subject, { body, ifMatch }),
  });
  mount(endpoints.removeSupplierProposal, {
    ...own,
    handle: ({ caller, subject }) => removeSupplierProposal(platform, caller, subject),
  });
  mount(endpoints.getSupplierProposalPdf, {
    ...own,
    handle: ({ caller, subject }) => getSupplierProposalPdf(platform, printing, caller, subject),
  });
}
