import * as awards from '@lavra/contract/orders/awards';
import { acceptProposal as accept } from '@lavra/contract/proposals/endpoints';
import { combineProposals } from '@lavra/contract/purchases/combinations';
import * as endpoints from '@lavra/contract/purchases/endpoints';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { AccessDecision, Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import { authorizeProducer, findOwnedProposal } from '../proposals/proposals-feature.ts';
import { acceptProposal, awardOrder } from './award-decisions.ts';
import { createCombinations } from './combinations/combination-service.ts';
import { createCombinationSolver } from './combinations/solve-combinations.ts';
import { getOrderAward, reportMissedContact, withdrawMissedContact } from './missed-contacts.ts';
import { getPurchasePdf, type PurchasePrinting } from './pdf/purchase-print.ts';
import {
  getProducerPurchase,
  getSupplierPurchase,
  listProducerPurchases,
  listSupplierPurchases,
} from './purchase-reads.ts';
import { findPurchase, type PurchaseRef } from './purchase-view.ts';

/** A purchase exists for its two sides alone. */
const authorizeBuyer = (caller: ProducerCaller, purchase: PurchaseRef): AccessDecision =>
  purchase.producer_id === caller.producerId ? 'ok' : 'hidden';
const authorizeSeller = (caller: SupplierCaller, purchase: PurchaseRef): AccessDecision =>
  purchase.supplier_id === caller.supplierId ? 'ok' : 'hidden';

/** Mounts endpoint 7, the award by item, and what follows the award. */
export function mountAwardRoutes(mount: Mount, platform: Platform): void {
  const { db } = platform;
  const combine = createCombinations(platform, createCombinationSolver());
  const ownOrder = {
    load: ({ order }: { order: string }) => findOrder(db, order),
    policy: authorizeProducerOrder,
  };

  mount(accept, {
    load: async ({ proposal }) => {
      const uuid = uuidOf(proposal);
      const found = uuid === undefined ? undefined : await findOwnedProposal(db, uuid);
      return found && uuid !== undefined ? { ...found, uuid } : undefined;
    },
    policy: authorizeProducer,
    handle: ({ request, subject, query, body, ifMatch }) =>
      acceptProposal(platform, request, subject, {
        view: query.view ?? 'full',
        ifMatch,
        reason: body.reason ?? null,
      }),
  });
  mount(combineProposals, {
    ...ownOrder,
    handle: ({ request, subject, body }) => combine(request, subject.id, body),
  });
  mount(endpoints.awardOrder, {
    ...ownOrder,
    handle: ({ request, subject, body, ifMatch }) =>
      awardOrder(platform, request, subject.id, { body, ifMatch }),
  });
  mount(awards.getOrderAward, {
    ...ownOrder,
    handle: ({ caller, subject }) => getOrderAward(platform, caller, subject.id),
  });
  mount(awards.reportMissedContact, {
    ...ownOrder,
    handle: ({ request, subject, query }) =>
      reportMissedContact(platform, request, subject.id, query.proposal),
  });
  mount(awards.withdrawMissedContact, {
    ...ownOrder,
    handle: ({ request, subject, query }) =>
      withdrawMissedContact(platform, request, subject.id, query.proposal),
  });
}

/** Mounts the purchases of both sides. */
export function mountPurchaseRoutes(
  mount: Mount,
  platform: Platform,
  printing: PurchasePrinting,
): void {
  const load = async ({ purchase }: { purchase: string }) => {
    const uuid = uuidOf(purchase);
    return uuid === undefined ? undefined : findPurchase(platform.db, uuid);
  };
  const bought = { load, policy: authorizeBuyer };
  const sold = { load, policy: authorizeSeller };

  mount(endpoints.listProducerPurchases, {
    handle: ({ caller, query }) => listProducerPurchases(platform, caller, query),
  });
  mount(endpoints.getProducerPurchase, {
    ...bought,
    handle: ({ caller, subject }) => getProducerPurchase(platform, caller, subject),
  });
  mount(endpoints.getProducerPurchasePdf, {
    ...bought,
    handle: ({ request, subject: { id } }) =>
      getPurchasePdf(platform, printing, request, { id, face: 'producer' }),
  });
  mount(endpoints.listSupplierPurchases, {
    handle: ({ caller, query }) => listSupplierPurchases(platform, caller, query),
  });
  mount(endpoints.getSupplierPurchase, {
    ...sold,
    handle: ({ subject }) => getSupplierPurchase(platform, subject),
  });
  mount(endpoints.getSupplierPurchasePdf, {
    ...sold,
    handle: ({ request, subject: { id } }) =>
      getPurchasePdf(platform, printing, request, { id, face: 'supplier' }),
  });
}
