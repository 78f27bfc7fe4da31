import type { AdminComparison, AdminProposal } from '@lavra/contract/admin/proposals';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf, type Ref } from '../../platform/http/refs.ts';
import { compareNamed } from '../orders/orders-feature.ts';
import { findProposalView, type ReviewedView } from '../proposals/proposals-feature.ts';
import { getOrderProducer } from './admin-order-view.ts';
import { presentAdminComparison, presentAdminProposal } from './oversight-presenter.ts';

const selectSent = (db: Db) =>
  db.q
    .selectFrom('proposals as p')
    .select(['p.id', 'p.uuid', 'p.order_id'])
    .where('p.status', '<>', 'draft');

/**
 * Finds the submitted proposal that a path names by id or UUID; drafts are visible to their
 * supplier only.
 */
export async function findSentProposal(db: Db, value: string): Promise<ReviewedView | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const sent = await (
    'id' in ref
      ? selectSent(db).where('p.id', '=', ref.id)
      : selectSent(db).where('p.uuid', '=', ref.uuid)
  ).executeTakeFirst();
  return sent === undefined ? undefined : findProposalView(db, sent.id);
}

/** Returns the whole proposal as an administrator sees it. */
export const getAdminProposal = async (
  db: Db,
  view: ReviewedView,
  today: string,
): Promise<AdminProposal> =>
  presentAdminProposal(view, await getOrderProducer(db, view.answered_order_id), today);

/**
 * Compares the submitted proposals with these ids or UUIDs, in their order; repetitions count once.
 * Throws `named_comparison_size` unless there are 2 to 10, and `comparison_foreign` unless all
 * exist, are submitted and belong to one order.
 */
export async function compareAdminProposals(
  db: Db,
  values: readonly string[],
  today: string,
): Promise<AdminComparison> {
  const refs = [...new Set(values.map((value) => value.toLowerCase()))].map(refOf);
  if (refs.length === 0) throw new RuleError('named_comparison_size');
  const sent = await listSent(
    db,
    refs.filter((ref) => ref !== undefined),
  );
  const named = refs.map(
    (ref) => ref && sent.find(({ id, uuid }) => ('id' in ref ? ref.id === id : ref.uuid === uuid)),
  );
  const [first] = named;
  if (first === undefined || named.some((proposal) => proposal?.order_id !== first.order_id))
    throw new RuleError('comparison_foreign');
  const uuids = [...new Set(named.flatMap((proposal) => proposal?.uuid ?? []))];
  return presentAdminComparison(await compareNamed(db, { orderId: first.order_id, uuids, today }));
}

async function listSent(db: Db, refs: readonly Ref[]) {
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []));
  const uuids = refs.flatMap((ref) => ('uuid' in ref ? [ref.uuid] : []));
  if (ids.length + uuids.length === 0) return [];
  return selectSent(db)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('p.id', 'in', ids)] : []),
        ...(uuids.length > 0 ? [eb('p.uuid', 'in', uuids)] : []),
      ]),
    )
    .execute();
}
