import { randomUUID } from 'node:crypto';
import type {
  Proposal,
  ProposalDraftBody,
  UpdateSupplierProposalBody,
} from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { proposalCan } from '@lavra/domain/proposal/proposal-machine';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors, InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Ref } from '../../platform/http/refs.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOrderToWrite, type OrderSummaryRow } from '../orders/orders-feature.ts';
import { replaceItems, type UnknownItem } from './proposal-draft-items.ts';
import { changeDraft, openDraft, upsertDraft } from './proposal-draft-store.ts';
import { priceItems, termsOf } from './proposal-input.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import { presentProposal } from './proposal-presenter.ts';
import { lockProposal } from './proposal-store.ts';
import { getProposalView } from './proposal-view.ts';

/** The body that both routes for saving a draft accept. */
export type DraftBody = ProposalDraftBody & { readonly order_uuid?: string };

/** What a request to save a draft brings. */
export interface DraftRequest {
  /** The order; undefined where the reference was none. */
  readonly ref: Ref | undefined;
  readonly body: DraftBody;
  /** The version of the draft that is replaced; absent for any, or none. */
  readonly ifMatch?: number | undefined;
  /** Throws 401 when the session has ended. */
  readonly assertAlive: () => Promise<void>;
}

/**
 * Creates the caller's draft for the order, or replaces its items, as `storeDraft` does. Checks the
 * token first when the reference is invalid or the request has an idempotency key: it may then end,
 * with an error or a stored reply, before the statement that checks the token.
 */
export async function saveProposalDraft(
  platform: Platform,
  saving: CallerQueue,
  request: HttpRequest<SupplierCaller>,
  { ref, body, assertAlive }: DraftRequest,
): Promise<Proposal> {
  if (ref === undefined || request.idempotency !== undefined) await assertAlive();
  if (ref === undefined) throw new RuleError('order_not_found');
  return storeDraft(platform, saving, request, { ref, body, assertAlive });
}

/** Does the same for the order that the body names. Throws 422 where it names none. */
export async function createSupplierProposal(
  platform: Platform,
  saving: CallerQueue,
  request: HttpRequest<SupplierCaller>,
  { body, assertAlive }: Omit<DraftRequest, 'ref'>,
): Promise<Proposal> {
  const { order_uuid: uuid, order_id: id } = body;
  if (uuid !== undefined)
    return saveProposalDraft(platform, saving, request, { ref: { uuid }, body, assertAlive });
  if (id !== undefined)
    return saveProposalDraft(platform, saving, request, { ref: { id }, body, assertAlive });
  await assertAlive();
  throw InvalidFields.of('order_id', 'required');
}

/**
 * Creates the caller's draft for the order, or replaces its items, once the queue of saves reaches
 * the caller. Always five statements, whatever the number of items; after concurrent saves exactly
 * one body's items remain. With `ifMatch` a draft of another version is not replaced.
 */
export function storeDraft(
  { command, zone }: Platform,
  saving: CallerQueue,
  request: HttpRequest<SupplierCaller>,
  { ref, body, ifMatch, assertAlive }: DraftRequest & { readonly ref: Ref },
): Promise<Proposal> {
  const fields = new FieldErrors();
  const priced = priceItems(body.items, fields);
  const terms = termsOf(body, fields);
  const store = () =>
    command(
      request,
      async ({ db, now }) => {
        // Pipelined: when a check below fails, the rollback reverts the writes.
        const [opening, draft, replaced] = await Promise.all([
          openDraft(db, { tokenHash: request.caller.tokenHash, now, ref }),
          ...(fields.any
            ? []
            : ([
                upsertDraft(db, {
                  ref,
                  uuid: randomUUID(),
                  supplierId: request.caller.supplierId,
                  totalAmount: priced.totalAmount,
                  terms,
                  now,
                }),
                replaceItems(db, {
                  ref,
                  supplierId: request.caller.supplierId,
                  records: priced.records,
                  now,
                  zone,
                }),
              ] as const)),
        ]);
        if (opening === 'dead') throw new RuleError('unauthenticated');
        if (opening === 'missing') throw new RuleError('order_not_found');
        if (disagrees(body, opening)) throw new RuleError('order_mismatch');
        fields.throwIfAny();
        const today = localDate(now, zone);
        assertTakesProposals({ ...opening, today, declined: opening.order_declined });
        if (draft === undefined || replaced === undefined)
          throw new Error('the draft was neither inserted nor updated');
        if (ifMatch !== undefined && ifMatch !== draft.version - 1)
          throw new RuleError('stale_version');
        refuseUnknown(replaced.unknown);
        const view = { ...opening, ...draft, is_available: true, award: null };
        return { view: { ...view, items: replaced.items }, today };
      },
      ({ view, today }) => presentProposal(view, today),
    );
  return saving(request, store, assertAlive);
}

/**
 * Updates a draft once the queue of saves reaches the caller; absent fields keep their value,
 * `items` replaces all of them.
 */
export function updateSupplierProposal(
  { command, zone }: Platform,
  saving: CallerQueue,
  request: HttpRequest<SupplierCaller>,
  proposal: OwnedProposal,
  { body, ifMatch, assertAlive }: UpdateRequest,
): Promise<Proposal> {
  const fields = new FieldErrors();
  const priced = body.items === undefined ? undefined : priceItems(body.items, fields);
  const terms = termsOf(body, fields);
  if (body.order_id !== undefined && body.order_id !== proposal.order_id)
    fields.add('order_id', 'order_fixed');
  fields.throwIfAny();
  const store = () =>
    command(
      request,
      async ({ db, now }) => {
        const today = localDate(now, zone);
        await lockEditable(db, proposal, { body, ifMatch, today });
        await changeDraft(db, {
          id: proposal.id,
          totalAmount: priced?.totalAmount ?? null,
          terms,
          now,
        });
        if (priced !== undefined) {
          const { unknown } = await replaceItems(db, {
            ref: { id: proposal.order_id },
            supplierId: proposal.supplier_id,
            records: priced.records,
            now,
            zone,
          });
          refuseUnknown(unknown);
        }
        return { view: await getProposalView(db, proposal.id), today };
      },
      ({ view, today }) => presentProposal(view, today),
    );
  return saving(request, store, assertAlive);
}

interface UpdateRequest {
  readonly body: UpdateSupplierProposalBody;
  readonly ifMatch: number | undefined;
  /** Throws 401 when the session has ended. */
  readonly assertAlive: () => Promise<void>;
}

/** Locks the order and the draft; throws unless the draft may be edited and its order takes it. */
async function lockEditable(
  db: UnitOfWork['db'],
  proposal: OwnedProposal,
  { body, ifMatch, today }: Omit<UpdateRequest, 'assertAlive'> & { readonly today: string },
): Promise<void> {
  const { order_id: orderId, supplier_id: supplierId } = proposal;
  // Pipelined: executed one after the other.
  const [order, locked] = await Promise.all([
    lockOrderToWrite(db, { orderId, supplierId }),
    lockProposal(db, proposal.id),
  ]);
  if (order === undefined || locked === undefined) throw new RuleError('proposal_not_found');
  if (ifMatch !== undefined && ifMatch !== locked.version) throw new RuleError('stale_version');
  if (body.order_uuid !== undefined && body.order_uuid.toLowerCase() !== order.uuid)
    throw new RuleError('order_mismatch');
  if (!proposalCan.edit(locked.status)) throw new RuleError('proposal_not_editable');
  assertTakesProposals({
    order_status: order.status,
    order_suspended: order.suspended,
    order_deadline_date: order.deadline_date,
    today,
    declined: await isDeclined(db, proposal),
  });
}

type OrderState = Pick<
  OrderSummaryRow,
  'order_status' | 'order_suspended' | 'order_deadline_date'
> & { readonly today: string; readonly declined: boolean };

/** Throws unless the order takes this supplier's proposals; deadlines are inclusive. */
export function assertTakesProposals({
  order_status,
  order_suspended,
  order_deadline_date,
  today,
  declined,
}: OrderState): void {
  if (order_status !== 'publicada' || order_deadline_date < today)
    throw new RuleError('order_closed');
  if (order_suspended) throw new RuleError('order_suspended');
  if (declined) throw new RuleError('order_declined');
}

function refuseUnknown(unknown: readonly UnknownItem[]): void {
  const fields = new FieldErrors();
  for (const { index, item, product } of unknown) {
    if (item) fields.add(`items.${index}.order_item_id`, 'order_item');
    if (product) fields.add(`items.${index}.product_id`, 'product_unknown');
  }
  fields.throwIfAny();
}

/** Returns whether this supplier has declined the order. */
export async function isDeclined(
  db: UnitOfWork['db'],
  { supplier_id, order_id }: Pick<OwnedProposal, 'supplier_id' | 'order_id'>,
): Promise<boolean> {
  const row = await db.q
    .selectFrom('supplier_order_declines')
    .select('id')
    .where('supplier_id', '=', supplier_id)
    .where('order_id', '=', order_id)
    .executeTakeFirst();
  return row !== undefined;
}

const disagrees = (body: DraftBody, { order_id, order_uuid }: OrderSummaryRow): boolean =>
  (body.order_id !== undefined && body.order_id !== order_id) ||
  (body.order_uuid !== undefined && body.order_uuid.toLowerCase() !== order_uuid);
