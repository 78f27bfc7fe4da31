import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { QUANTITY_SCALE } from '@lavra/domain/money/proposal-total';
import { compareProposals } from '@lavra/domain/proposal/comparison';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { listComparedOffers, unitsOf, type ComparedOffer } from './comparison-queries.ts';
import { presentComparison } from './comparison-presenter.ts';
import { listOrderItems, selectProducerOrders } from './order-view.ts';

/** The letters under which a session knows an order's proposals, by proposal id. */
export type LettersFor = (db: Db, scope: { sessionId: number; orderId: number }) => Promise<ReadonlyMap<number, number>>;

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
export async function compareOrder(db: Db, lettersFor: LettersFor, request: ComparisonRequest): Promise<OrderComparison> {
  const { orderId, sessionId, today } = request;
  const uuids = [...new Set(request.proposals.map((uuid) => uuid.toLowerCase()))];
  if (uuids.length < 1 || uuids.length > MAX_COMPARED) throw new RuleError('comparison_size');
  if (uuids.some((uuid) => uuidOf(uuid) === undefined)) throw new RuleError('comparison_foreign');
  const [order, items, found] = await Promise.all([
    selectProducerOrders(db).where('o.id', '=', orderId).executeTakeFirstOrThrow(), listOrderItems(db, orderId), listComparedOffers(db, orderId, uuids),
  ]);
  if (found.length !== uuids.length) throw new RuleError('comparison_foreign');
  const letters = await lettersFor(db, { sessionId, orderId });
  const letterOf = ({ row }: ComparedOffer): number => letters.get(row.id) ?? Number.MAX_SAFE_INTEGER;
  const offers = found.map((offer) => ({ ...offer, letter: letterOf(offer) })).toSorted((a, b) => a.letter - b.letter);
  const requested = items.map((item) => ({ id: item.id, quantity: unitsOf(item.quantity, QUANTITY_SCALE) }));
  return presentComparison({ order, items, offers, comparison: compareProposals(requested, offers), today });
}
