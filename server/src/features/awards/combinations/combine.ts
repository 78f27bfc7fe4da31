import type { Combinations, CombinationsBody } from '@lavra/contract/purchases/combinations';
import { createAlternatives } from '@lavra/domain/award/alternatives';
import { combinationPoints } from '@lavra/domain/award/combinations';
import { maskMarket, offersOf, type MarketClock } from './combination-market.ts';
import type { Market, MarketOffer, StoredMarket } from './combination-offers.ts';
import { presentPoint } from './combination-presenter.ts';

/** What the solving thread is asked. */
export interface CombinationQuestion {
  readonly market: StoredMarket;
  readonly constraints: CombinationsBody;
  readonly clock: MarketClock;
  /** Those of the session (0 is A), by proposal id. */
  readonly letters: ReadonlyMap<number, number>;
}

/** What it answers. */
export type CombinationAnswer =
  | { readonly ok: true; readonly points: Combinations['data'] }
  | { readonly ok: false; readonly reason: 'amounts_too_large' };

/**
 * Returns the best purchases from one proposal to five, and without a limit. Everything that grows
 * with items times proposals happens here, away from the event loop.
 */
export function combine({
  market: stored,
  constraints,
  clock,
  letters,
}: CombinationQuestion): CombinationAnswer {
  const market = parseMarket(stored);
  const masked = maskMarket(market, constraints, clock);
  const offers = offersOf(market, masked);
  const found = combinationPoints(offers);
  if (!found.ok) return found;
  const scene = { market, masked, letters, alternatives: createAlternatives(offers) };
  return { ok: true, points: found.points.map((point) => presentPoint(point, scene)) };
}

const parseMarket = ({ items, proposals }: StoredMarket): Market => ({
  items,
  proposals: proposals.map((proposal) => ({
    ...proposal,
    // The statement that wrote it says what it holds.
    offers: JSON.parse(proposal.offers) as MarketOffer[],
  })),
});
