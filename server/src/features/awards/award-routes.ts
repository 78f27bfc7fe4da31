import { acceptProposal } from '@lavra/contract/proposals/endpoints';
import { combineProposals } from '@lavra/contract/purchases/combinations';
import {
  awardOrder,
  getProducerPurchase,
  getProducerPurchasePdf,
  getSupplierPurchase,
  getSupplierPurchasePdf,
  listProducerPurchases,
  listSupplierPurchases,
} from '@lavra/contract/purchases/endpoints';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { AccessDecision, Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import {
  authorizeProducer,
  findOwnedProposal,
  lettersFor,
} from '../proposals/proposals-feature.ts';
import { createAwardService } from './award-service.ts';
import { createCombinations } from './combinations/combination-service.ts';
import { createCombinationSolver } from './combinations/solve-combinations.ts';
import { createPurchasePrints, type PurchasePrinting } from './pdf/purchase-print.ts';
import { listPurchases } from './purchase-list.ts';
import {
  presentProducerPurchase,
  presentProducerPurchaseSummary,
  presentSupplierPurchase,
  presentSupplierPurchaseSummary,
} from './purchase-presenter.ts';
import { notePurchaseSeen } from './purchase-store.ts';
import { findPurchase, getPurchase, type PurchaseRef } from './purchase-view.ts';

/** A purchase exists for its two sides alone. */
export const authorizeBuyer = (caller: ProducerCaller, purchase: PurchaseRef): AccessDecision =>
  purchase.producer_id === caller.producerId ? 'ok' : 'hidden';
export const authorizeSeller = (caller: SupplierCaller, purchase: PurchaseRef): AccessDecision =>
  purchase.supplier_id === caller.supplierId ? 'ok' : 'hidden';

/** Mounts endpoint 7, the award by item, and the purchases of both sides. */
export function mountAwardRoutes(
  mount: Mount,
  platform: Platform,
  printing: PurchasePrinting,
): void {
  const { db, clock, zone } = platform;
  const service = createAwardService(platform);
  const print = createPurchasePrints(platform, printing);
  const combine = createCombinations(platform, createCombinationSolver());
  const today = (): string => localDate(clock.now(), zone);
  const load = async ({ purchase }: { purchase: string }) => {
    const uuid = uuidOf(purchase);
    return uuid === undefined ? undefined : findPurchase(db, uuid);
  };

  mount(acceptProposal, {
    load: async ({ proposal }) => {
      const uuid = uuidOf(proposal);
      const found = uuid === undefined ? undefined : await findOwnedProposal(db, uuid);
      return found && uuid !== undefined ? { ...found, uuid } : undefined;
    },
    policy: authorizeProducer,
    handle: ({ caller, subject, query, body, ifMatch }) =>
      service.accept(caller, subject, {
        view: query.view ?? 'full',
        ifMatch,
        reason: body.reason ?? null,
      }),
  });
  mount(combineProposals, {
    load: ({ order }) => findOrder(db, order),
    policy: authorizeProducerOrder,
    handle: ({ caller, subject, body }) => combine(caller, subject.id, body),
  });
  mount(awardOrder, {
    load: ({ order }) => findOrder(db, order),
    policy: authorizeProducerOrder,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.award(caller, subject.id, body, ifMatch),
  });

  mount(listProducerPurchases, {
    handle: async ({ caller, query }) => {
      const side = { producerId: caller.producerId };
      const { rows, meta } = await listPurchases(db, query, { side, zone });
      return { data: rows.map((row) => presentProducerPurchaseSummary(row, today())), meta };
    },
  });
  mount(getProducerPurchase, {
    load,
    policy: authorizeBuyer,
    handle: async ({ caller, subject }) => {
      const row = await getPurchase(db, subject.uuid);
      const letters = await lettersFor(db, {
        sessionId: caller.sessionId,
        orderId: subject.order_id,
      });
      return presentProducerPurchase(row, letters.get(row.proposal_id) ?? 0, today());
    },
  });
  mount(getProducerPurchasePdf, {
    load,
    policy: authorizeBuyer,
    handle: ({ caller, subject }) => print(caller, subject.id, 'producer'),
  });
  mount(getSupplierPurchasePdf, {
    load,
    policy: authorizeSeller,
    handle: ({ caller, subject }) => print(caller, subject.id, 'supplier'),
  });
  mount(listSupplierPurchases, {
    handle: async ({ caller, query }) => {
      const side = { supplierId: caller.supplierId };
      const { rows, meta } = await listPurchases(db, query, { side, zone });
      const shown = await presentOneByOne(rows, (row) =>
        presentSupplierPurchaseSummary(row, today()),
      );
      return { data: shown, meta };
    },
  });
  mount(getSupplierPurchase, {
    load,
    policy: authorizeSeller,
    handle: async ({ subject }) => {
      const row = await getPurchase(db, subject.uuid);
      if (row.is_new) await notePurchaseSeen(db, { id: subject.id, now: clock.now() });
      return presentSupplierPurchase(row, today());
    },
  });
}
