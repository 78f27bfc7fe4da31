import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { QUANTITY_SCALE } from '@lavra/domain/money/proposal-total';
import { compareProposals, MAX_COMPARED_PROPOSALS } from '@lavra/domain/proposal/comparison';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { presentInTurns } from '../../platform/text/in-turns.ts';
import { maskOfSupplier } from '../identities/identities-feature.ts';
import { listComparedOffers, unitsOf, type ComparedOffer } from './comparison-queries.ts';
import { presentComparison, type ShownOffer } from './comparison-presenter.ts';
import { listOrderItems, selectProducerOrders } from './order-view.ts';

/** The letters under which a session knows an order's proposals, by proposal id. */
export type LettersFor = (
  db: Db,
  scope: { sessionId: number; orderId: number },
) => Promise<ReadonlyMap<number, number>>;

const MAX_COMPARED = 3;

export interface ComparisonRequest {
  readonly orderId: number;
  readonly sessionId: number;
  /** As they were asked for, repetitions included. */
  readonly proposals: readonly string[];
  readonly today: string;
}

/**
 * Sets 1 to 3 submitted proposals of one order side by side, in the order of their letters, without a word of who sent them.
 * Throws `comparison_size`, and `comparison_foreign` for a draft, another order's proposal or none.
 */
export async function compareOrder(
  db: Db,
  lettersFor: LettersFor,
  request: ComparisonRequest,
): Promise<OrderComparison> {
  const { orderId, sessionId, today } = request;
  const uuids = [...new Set(request.proposals.map((uuid) => uuid.toLowerCase()))];
  if (uuids.length < 1 || uuids.length > MAX_COMPARED) throw new RuleError('comparison_size');
  if (uuids.some((uuid) => uuidOf(uuid) === undefined)) throw new RuleError('comparison_foreign');
  const scene = await readScene(db, orderId, uuids);
  const letters = await lettersFor(db, { sessionId, orderId });
  const letterOf = ({ row }: ComparedOffer): number =>
    letters.get(row.id) ?? Number.MAX_SAFE_INTEGER;
  const lettered = scene.offers.toSorted((a, b) => letterOf(a) - letterOf(b));
  const offers = await presentInTurns(lettered, async (offer) => ({
    ...offer,
    label: proposalLabel(letterOf(offer)),
    mask: await maskOfSupplier(offer.row, textsOf(offer)),
  }));
  return compared(scene, offers, today);
}

/** A comparison and, column by column, who sent the proposal. */
export interface NamedComparison {
  readonly comparison: OrderComparison;
  readonly suppliers: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Sets 2 to 10 submitted proposals of one order side by side, in the order given and with nothing masked: for the administration alone.
 * `uuids` without repetitions. Throws `named_comparison_size` or `comparison_foreign`.
 */
export async function compareNamed(
  db: Db,
  { orderId, uuids, today }: { orderId: number; uuids: readonly string[]; today: string },
): Promise<NamedComparison> {
  if (uuids.length < 2 || uuids.length > MAX_COMPARED_PROPOSALS)
    throw new RuleError('named_comparison_size');
  const scene = await readScene(db, orderId, uuids);
  const offers = scene.offers
    .toSorted((a, b) => uuids.indexOf(a.row.uuid) - uuids.indexOf(b.row.uuid))
    .map((offer, index) => ({
      ...offer,
      label: proposalLabel(index),
      mask: (text: string | null) => text,
    }));
  return {
    comparison: compared(scene, offers, today),
    suppliers: offers.map(({ row }) => ({ id: row.supplier_id, name: row.supplier_name })),
  };
}

type Scene = Awaited<ReturnType<typeof readScene>>;

/** The order, its items and those proposals. Throws `comparison_foreign` unless all of them were submitted to it. */
async function readScene(db: Db, orderId: number, uuids: readonly string[]) {
  const [order, items, offers] = await Promise.all([
    selectProducerOrders(db).where('o.id', '=', orderId).executeTakeFirstOrThrow(),
    listOrderItems(db, orderId),
    listComparedOffers(db, orderId, uuids),
  ]);
  if (offers.length !== uuids.length) throw new RuleError('comparison_foreign');
  return { order, items, offers };
}

function compared(
  { order, items }: Scene,
  offers: readonly ShownOffer[],
  today: string,
): OrderComparison {
  const requested = items.map((item) => ({
    id: item.id,
    quantity: unitsOf(item.quantity, QUANTITY_SCALE),
  }));
  return presentComparison({
    order,
    items,
    offers,
    comparison: compareProposals(requested, offers),
    today,
  });
}

/** What the supplier wrote. */
function* textsOf({ row, items }: ComparedOffer): Generator<string | null> {
  yield row.notes;
  yield row.payment_terms;
  for (const { justification, similarName, similarDescription, notes } of items.values())
    yield* [justification, similarName, similarDescription, notes];
}
