import type { Combinations, CombinationsBody } from '@lavra/contract/purchases/combinations';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { ProducerCaller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lettersFor } from '../../proposals/proposals-feature.ts';
import { countOffers, readAsked, readMarket, type AskedItem } from './combination-offers.ts';
import type { CombinationSolver } from './solve-combinations.ts';

/**
 * What the thread's memory has room for: a thread that runs out of it may take the process along.
 * Five times as many as 1,000 proposals for 50 items.
 */
const MOST_OFFERS = 250_000;

/**
 * Creates the use case that says of which proposals to buy; it stores nothing. Tests pass another
 * limit.
 */
export function createCombinations(
  { db, clock, zone }: Platform,
  solver: CombinationSolver,
  mostOffers = MOST_OFFERS,
) {
  /**
   * Returns the best purchases from one proposal to five, and without a limit. Throws
   * `order_not_awardable`, `award_order_suspended`, `market_too_large`, and what the solver throws.
   */
  return async (
    request: HttpRequest<ProducerCaller>,
    orderId: number,
    constraints: CombinationsBody,
  ): Promise<Combinations> => {
    const [items, offers] = await Promise.all([readAsked(db, orderId), countOffers(db, orderId)]);
    assertOpen(items);
    if (offers > mostOffers) throw new RuleError('market_too_large');
    // The market is read when its turn comes: those that wait hold no offers.
    const data = await solver.solve(request, async () => {
      const [market, letters] = await Promise.all([
        readMarket(db, orderId),
        lettersFor(db, { sessionId: request.caller.sessionId, orderId }),
      ]);
      return { market, constraints, clock: { now: clock.now(), zone }, letters };
    });
    return { data: [...data] };
  };
}

/** Throws unless the order may be bought from. */
function assertOpen([item]: readonly AskedItem[]): void {
  if (item === undefined || (!orderCan.award(item.status) && item.status !== 'adjudicada'))
    throw new RuleError('order_not_awardable');
  if (item.suspended) throw new RuleError('award_order_suspended');
}
