import {
  cancelProposal,
  deleteProposal,
  getProposal,
  listOwnProposals,
  listReceivedProposals,
  rejectProposal,
  reviewProposal,
  saveProposalDraft,
  submitProposal,
} from '@lavra/contract/proposals/endpoints';
import {
  createSupplierProposal,
  getSupplierProposal,
  getQuoteSheet,
  getSupplierProposalPdf,
  listSupplierProposals,
  removeSupplierProposal,
  saveQuoteSheet,
  loosenPartialTerms,
  updateSupplierProposal,
} from '@lavra/contract/supplier/endpoints';
import { getDecisionRecord } from '@lavra/contract/orders/endpoints';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf, uuidOf, type Ref } from '../../platform/http/refs.ts';
import type { DraftBody } from './proposal-drafts.ts';
import {
  authorizeOrderOwner,
  authorizeProducer,
  authorizeReader,
  authorizeProposalsReader,
  authorizeSupplier,
} from './proposal-policy.ts';
import type { ProposalService } from './proposal-service.ts';

/** Mounts endpoints 1–6 and 8, and the supplier's own routes. */
export function mountProposalRoutes(mount: Mount, service: ProposalService): void {
  const load = ({ proposal }: { proposal: string }) => service.find(uuidOf(proposal));
  const loadById = ({ id }: { id: string }) => service.find(uuidOf(id));
  const done = (message: string) => ({ message });
  /**
   * Saves a draft. Checks the token first when the reference is invalid or the request has an
   * idempotency key: it may then end, with an error or a stored reply, before the statement that
   * checks the token.
   */
  const saveDraft = async (
    caller: SupplierCaller,
    ref: Ref | undefined,
    body: DraftBody,
    assertAlive: () => Promise<void>,
  ) => {
    if (ref === undefined || caller.idempotency !== undefined) await assertAlive();
    if (ref === undefined) throw new RuleError('order_not_found');
    return service.saveDraft(caller, ref, body, assertAlive);
  };

  mount(listOwnProposals, {
    load: ({ order }, caller) => service.findVisibleOrder(refOf(order), caller),
    handle: ({ caller, subject, query }) =>
      service.listOwn(caller, subject.id, { items: query.items ?? true }),
  });
  mount(saveProposalDraft, {
    liveness: 'statement',
    exists: async ({ order }, caller) =>
      (await service.findVisibleOrder(refOf(order), caller)) !== undefined,
    handle: ({ caller, params, body, assertAlive }) =>
      saveDraft(caller, refOf(params.order), body, assertAlive),
  });
  mount(getProposal, {
    load: async ({ proposal }, caller) =>
      service.advised(caller, await service.find(uuidOf(proposal))),
    policy: authorizeReader,
    handle: ({ caller, subject, query }) => service.get(caller, subject, query.view ?? 'full'),
  });
  mount(submitProposal, {
    load,
    policy: authorizeSupplier,
    handle: ({ caller, subject, ifMatch }) => service.submit(caller, subject, ifMatch),
  });
  mount(deleteProposal, {
    load,
    policy: authorizeSupplier,
    handle: async ({ caller, subject }) => {
      await service.removeDraft(caller, subject);
      return done('Rascunho excluído.');
    },
  });
  mount(cancelProposal, {
    load,
    policy: authorizeSupplier,
    handle: ({ caller, subject, body }) => service.cancel(caller, subject, body.reason ?? null),
  });
  mount(listReceivedProposals, {
    load: async ({ order }, caller) =>
      service.advised(caller, await service.findOrder(refOf(order))),
    policy: authorizeProposalsReader,
    handle: ({ caller, subject, query }) =>
      service.listReceived(caller, subject.id, {
        view: query.view ?? 'full',
        items: query.items ?? true,
      }),
  });
  mount(getDecisionRecord, {
    load: ({ order }) => service.findOrder(refOf(order)),
    policy: authorizeOrderOwner,
    handle: ({ caller, subject }) => service.decisionRecords.print(caller, subject.id),
  });
  mount(rejectProposal, {
    load,
    policy: authorizeProducer,
    handle: ({ caller, subject, query, body }) =>
      service.reject(caller, subject, { view: query.view ?? 'full', reason: body.reason ?? null }),
  });
  mount(reviewProposal, {
    load,
    policy: authorizeProducer,
    handle: ({ caller, subject, body }) => service.review(caller, subject, body.state),
  });

  mount(listSupplierProposals, {
    handle: ({ caller, query }) => service.listOfSupplier(caller, query),
  });
  const loadOrder = ({ id }: { id: string }, caller: SupplierCaller) =>
    service.findVisibleOrder(uuidRef(id), caller);
  mount(getQuoteSheet, {
    load: loadOrder,
    handle: ({ caller, subject, query }) =>
      service.sheets.write(caller, subject, query.format ?? 'csv'),
  });
  mount(saveQuoteSheet, {
    load: loadOrder,
    handle: ({ caller, subject, file, assertAlive }) =>
      service.sheets.save(caller, subject, file, assertAlive),
  });

  mount(createSupplierProposal, {
    liveness: 'statement',
    handle: async ({ caller, body, assertAlive }) => {
      if (body.order_uuid !== undefined)
        return saveDraft(caller, { uuid: body.order_uuid }, body, assertAlive);
      if (body.order_id !== undefined)
        return saveDraft(caller, { id: body.order_id }, body, assertAlive);
      await assertAlive();
      throw InvalidFields.of('order_id', 'required');
    },
  });
  mount(getSupplierProposal, {
    load: loadById,
    policy: authorizeSupplier,
    handle: ({ subject }) => service.getFull(subject),
  });
  mount(updateSupplierProposal, {
    load: loadById,
    policy: authorizeSupplier,
    handle: ({ caller, subject, body, ifMatch, assertAlive }) =>
      service.updateDraft(caller, subject, body, { ifMatch, assertAlive }),
  });
  mount(loosenPartialTerms, {
    load: loadById,
    policy: authorizeSupplier,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.loosenTerms(caller, subject, body, ifMatch),
  });
  mount(removeSupplierProposal, {
    load: loadById,
    policy: authorizeSupplier,
    handle: async ({ caller, subject }) =>
      done(
        (await service.removeOrCancel(caller, subject)) === 'removed'
          ? 'Rascunho excluído.'
          : 'Proposta cancelada.',
      ),
  });
  mount(getSupplierProposalPdf, {
    load: loadById,
    policy: authorizeSupplier,
    handle: ({ caller, subject }) => service.print(caller, subject),
  });
}

function uuidRef(value: string): Ref | undefined {
  const uuid = uuidOf(value);
  return uuid === undefined ? undefined : { uuid };
}
