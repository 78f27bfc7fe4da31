import { getDecisionRecord as decisionRecord } from '@lavra/contract/orders/endpoints';
import * as endpoints from '@lavra/contract/proposals/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { getDecisionRecord, type DecisionPrinting } from './decision/decision-print.ts';
import {
  cancelProposal,
  deleteProposal,
  rejectProposal,
  submitProposal,
} from './proposal-decisions.ts';
import { saveProposalDraft } from './proposal-drafts.ts';
import {
  authorizeOrderOwner,
  authorizeProducer,
  authorizeProposalsReader,
  authorizeReader,
  authorizeSupplier,
} from './proposal-policy.ts';
import type { ProposalQueues } from './proposal-queues.ts';
import { getProposal, listOwnProposals, listReceivedProposals } from './proposal-reads.ts';
import { reviewProposal } from './proposal-review.ts';
import {
  findOrder,
  findProposal,
  findVisibleOrder,
  withAdvice,
  type IsConsultantOf,
} from './proposal-subjects.ts';

export interface ProposalRoutesDeps extends DecisionPrinting {
  readonly platform: Platform;
  readonly queues: ProposalQueues;
  readonly isConsultantOf: IsConsultantOf;
}

/** Mounts endpoints 1–6 and 8, and the decision record. */
export function mountProposalRoutes(mount: Mount, deps: ProposalRoutesDeps): void {
  mountOwn(mount, deps);
  mountReceived(mount, deps);
}

/** Mounts what a supplier does with its proposals. */
function mountOwn(mount: Mount, { platform, queues }: ProposalRoutesDeps): void {
  const { db } = platform;
  const { saving, listing } = queues;
  const own = {
    load: ({ proposal }: { proposal: string }) => findProposal(db, proposal),
    policy: authorizeSupplier,
  };

  mount(endpoints.listOwnProposals, {
    load: ({ order }, caller) => findVisibleOrder(db, refOf(order), caller),
    handle: ({ request, subject, query }) =>
      listOwnProposals(platform, listing, request, {
        orderId: subject.id,
        items: query.items ?? true,
      }),
  });
  mount(endpoints.saveProposalDraft, {
    liveness: 'statement',
    exists: async ({ order }, caller) =>
      (await findVisibleOrder(db, refOf(order), caller)) !== undefined,
    handle: ({ request, params, body, assertAlive }) =>
      saveProposalDraft(platform, saving, request, { ref: refOf(params.order), body, assertAlive }),
  });
  mount(endpoints.submitProposal, {
    ...own,
    handle: ({ request, subject, ifMatch }) => submitProposal(platform, request, subject, ifMatch),
  });
  mount(endpoints.deleteProposal, {
    ...own,
    handle: ({ request, subject }) => deleteProposal(platform, request, subject),
  });
  mount(endpoints.cancelProposal, {
    ...own,
    handle: ({ request, subject, body }) =>
      cancelProposal(platform, request, subject, body.reason ?? null),
  });
}

/** Mounts what both sides, and consultants of the producer, do with what was sent. */
function mountReceived(
  mount: Mount,
  { platform, queues, isConsultantOf, ...printing }: ProposalRoutesDeps,
): void {
  const { db } = platform;
  const received = {
    load: ({ proposal }: { proposal: string }) => findProposal(db, proposal),
    policy: authorizeProducer,
  };

  mount(endpoints.getProposal, {
    load: async ({ proposal }, caller) =>
      withAdvice(db, isConsultantOf, caller, await findProposal(db, proposal)),
    policy: authorizeReader,
    handle: ({ caller, subject, query }) =>
      getProposal(platform, caller, subject, query.view ?? 'full'),
  });
  mount(endpoints.listReceivedProposals, {
    load: async ({ order }, caller) =>
      withAdvice(db, isConsultantOf, caller, await findOrder(db, refOf(order))),
    policy: authorizeProposalsReader,
    handle: ({ request, subject, query }) =>
      listReceivedProposals(platform, queues.listing, request, {
        orderId: subject.id,
        view: query.view ?? 'full',
        items: query.items ?? true,
      }),
  });
  mount(decisionRecord, {
    load: ({ order }) => findOrder(db, refOf(order)),
    policy: authorizeOrderOwner,
    handle: ({ request, subject }) => getDecisionRecord(platform, printing, request, subject.id),
  });
  mount(endpoints.rejectProposal, {
    ...received,
    handle: ({ request, subject, query, body }) =>
      rejectProposal(platform, request, subject, {
        view: query.view ?? 'full',
        reason: body.reason ?? null,
      }),
  });
  mount(endpoints.reviewProposal, {
    ...received,
    handle: ({ request, subject, body }) => reviewProposal(platform, request, subject, body.state),
  });
}
