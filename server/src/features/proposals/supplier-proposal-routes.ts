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
    handle: ({ request, subject, file, query, ifMatch, assertAlive }) =>
      saveQuoteSheet(platform, queues, request, subject, { file, query, ifMatch, assertAlive }),
  });
  mount(endpoints.createSupplierProposal, {
    liveness: 'statement',
    handle: ({ request, body, assertAlive }) =>
      createSupplierProposal(platform, queues.saving, request, { body, assertAlive }),
  });
  mount(endpoints.getSupplierProposal, {
    ...own,
    handle: ({ subject }) => getSupplierProposal(platform, subject),
  });
  mount(endpoints.updateSupplierProposal, {
    ...own,
    handle: ({ request, subject, body, ifMatch, assertAlive }) =>
      updateSupplierProposal(platform, queues.saving, request, subject, {
        body,
        ifMatch,
        assertAlive,
      }),
  });
  mount(endpoints.loosenPartialTerms, {
    ...own,
    handle: ({ request, subject, body, ifMatch }) =>
      loosenPartialTerms(platform, request, subject, { body, ifMatch }),
  });
  mount(endpoints.removeSupplierProposal, {
    ...own,
    handle: ({ request, subject }) => removeSupplierProposal(platform, request, subject),
  });
  mount(endpoints.getSupplierProposalPdf, {
    ...own,
    handle: ({ request, subject }) => getSupplierProposalPdf(platform, printing, request, subject),
  });
}
