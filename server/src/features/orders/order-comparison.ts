import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { QUANTITY_SCALE } from '@lavra/domain/money/proposal-total';
import { compareProposals, MAX_COMPARED_PROPOSALS } from '@lavra/domain/proposal/comparison';
import { draftTextsOf } from '@lavra/domain/proposal/free-texts';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { createCallerQueue, type CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { maskOfSupplier } from '../identities/identities-feature.ts';
import { listComparedOffers, unitsOf, type ComparedOffer } from './comparison-queries.ts';
import { presentComparison, type ShownOffer } from './comparison-presenter.ts';
import { presentOrderItem } from './order-item.ts';
import { listOrderItems, selectProducerOrders } from './order-view.ts';

/** Returns the letters of an order's proposals in a session, by proposal id. */
export type LettersFor = (
  db: Db,
  scope: { sessionId: number; orderId: number },
) => Promise<ReadonlyMap<number, number>>;

const MAX_COMPARED = 3;
/** Up to this many offers are compared at once; their texts may take 20 kB each. */
const FEW_OFFERS = 200;

/** Creates the queue of large comparisons: two at a time, so that many readers do not fill the memory. */
export const createComparingQueue = (): CallerQueue =>
  createCallerQueue(
    { atOnce: 2, each: 4, waiting: 20 },
    { own: 'proposals_busy_own', all: 'proposals_busy', retryAfter: 2, onlyReads: true },
  );

interface ComparisonDeps {
  readonly lettersFor: LettersFor;
  readonly comparing: CallerQueue;
}

export interface AskedComparison {
  readonly orderId: number;
  readonly itemsCount: number;
  /** As requested, including duplicates. */
  readonly proposals: readonly string[];
  readonly today: string;
}

/**
 * Compares 1 to 3 submitted proposals of one order, ordered by their letters, without any data that
 * identifies the suppliers; a large one waits for its turn. Throws `comparison_size`, and
 * `comparison_foreign` for a draft, another order's proposal or an unknown one.
 */
export async function compareOrderProposals(
  db: Db,
  { lettersFor, comparing }: ComparisonDeps,
  request: HttpRequest<Caller>,
  { orderId, itemsCount, proposals, today }: AskedComparison,
): Promise<OrderComparison> {
  const uuids = [...new Set(proposals.map((uuid) => uuid.toLowerCase()))];
  if (uuids.length < 1 || uuids.length > MAX_COMPARED) throw new RuleError('comparison_size');
  if (uuids.some((uuid) => uuidOf(uuid) === undefined)) throw new RuleError('comparison_foreign');
  const { sessionId } = request.caller;
  const compare = async (): Promise<OrderComparison> =>
    comparedByLetter(
      await readScene(db, orderId, uuids),
      await lettersFor(db, { sessionId, orderId }),
      today,
    );
  return itemsCount * uuids.length <= FEW_OFFERS ? compare() : comparing(request, compare);
}

/** Presents the offers by their letters, masked. */
async function comparedByLetter(
  scene: Scene,
  letters: ReadonlyMap<number, number>,
  today: string,
): Promise<OrderComparison> {
  const letterOf = ({ row }: ComparedOffer): number =>
    letters.get(row.id) ?? Number.MAX_SAFE_INTEGER;
  const lettered = scene.offers.toSorted((a, b) => letterOf(a) - letterOf(b));
  const offers = await presentOneByOne(lettered, async (offer) => ({
    ...offer,
    label: proposalLabel(letterOf(offer)),
    mask: await maskOfSupplier(offer.row, textsOf(offer)),
  }));
  return compared(scene, offers, today);
}

/** A comparison and the supplier of each column. */
export interface NamedComparison {
  readonly comparison: OrderComparison;
  readonly suppliers: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Compares 2 to 10 submitted proposals of one order in the given order, unmasked: for
 * administrators only. `uuids` must not contain duplicates. Throws `named_comparison_size` or
 * `comparison_foreign`.
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

/**
 * Loads the order, its items and the given proposals. Throws `comparison_foreign` unless all of
 * them were submitted to this order.
 */
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
    ...presentOrderItem(item),
    quantity: unitsOf(item.item_quantity, QUANTITY_SCALE),
  }));
  return presentComparison({
    order,
    items,
    offers,
    comparison: compareProposals(requested, offers),
    today,
  });
}

/** Returns all texts that the supplier wrote. */
const textsOf = ({ row, items }: ComparedOffer): string[] =>
  [...draftTextsOf({ ...row, items: items.map(({ texts }) => texts) })].map(([, text]) => text);
