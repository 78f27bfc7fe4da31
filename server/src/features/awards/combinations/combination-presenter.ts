import type { Combinations } from '@lavra/contract/purchases/combinations';
import type { createAlternatives } from '@lavra/domain/award/alternatives';
import type { CombinationPoint, CombinationPurchase } from '@lavra/domain/award/combinations';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf } from '@lavra/domain/proposal/mark';
import { wireNumber, wireNumberOrNull } from '../../../platform/text/wire.ts';
import type { MaskedProposal } from './combination-market.ts';
import type { Market, MarketOffer as Offer, OfferingProposal } from './combination-offers.ts';

type Point = Combinations['data'][number];
type Purchase = Point['purchases'][number];

/** A market as the search saw it, with the letters of the session (0 is A) by proposal id. */
export interface Scene {
  readonly market: Market;
  readonly masked: readonly MaskedProposal[];
  readonly letters: ReadonlyMap<number, number>;
  readonly alternatives: ReturnType<typeof createAlternatives>;
}

/** Returns a point under the letters of the session. */
export function presentPoint(point: CombinationPoint, scene: Scene): Point {
  const covered = new Set(
    point.purchases.flatMap(({ items }) => items.map(({ position }) => position)),
  );
  return {
    most_proposals: point.most === Infinity ? null : point.most,
    proposals_used: point.purchases.length,
    covered: point.covered,
    items_count: scene.market.items.filter(({ bought_from }) => bought_from === null).length,
    items_amount: reais(point.itemsAmount),
    freight_amount: reais(point.freightAmount),
    landed_total: reais(point.landedTotal),
    proven: point.proven,
    covered_bound: point.coveredBound,
    gap_percent: gapOf(point),
    purchases: point.purchases
      .map((purchase) => ({ purchase, source: sourceOf(scene, purchase.proposal) }))
      .toSorted((a, b) => letterOf(scene, a.source) - letterOf(scene, b.source))
      .map(({ purchase, source }) => presentPurchase(purchase, source, scene)),
    uncovered_items: scene.market.items.flatMap(({ id, bought_from }, position) =>
      bought_from !== null || covered.has(position)
        ? []
        : [{ order_item_id: id, reason: reasonOf(scene, position) }],
    ),
  };
}

/** Returns the gap in percent, upwards to two decimals; null where more could be covered. */
function gapOf({ proven, covered, coveredBound, landedTotal, costBound }: CombinationPoint) {
  if (proven) return 0;
  if (coveredBound > covered || landedTotal === 0n) return null;
  const hundredths = ((landedTotal - costBound) * 10_000n + landedTotal - 1n) / landedTotal;
  return Number(hundredths) / 100;
}

function presentPurchase(
  { proposal: source, items, itemsAmount, freightAmount }: CombinationPurchase,
  { proposal, offers }: MaskedProposal,
  scene: Scene,
): Purchase {
  const hasAmount = proposal.freight_amount !== null;
  return {
    ...nameOf(proposal, scene),
    items_amount: reais(itemsAmount),
    freight_amount: hasAmount ? reais(freightAmount) : null,
    freight_kind: hasAmount ? 'amount' : proposal.freight_kind,
    items: items.map(({ position, freightShare }) => ({
      order_item_id: scene.market.items[position]?.id ?? 0,
      ...presentOffer(offers[position]),
      freight_share: reais(freightShare),
      alternatives: alternativesOf(scene, position, source),
    })),
  };
}

/** Returns the next cheapest offers for an item, from proposals that may sell it. */
const alternativesOf = (scene: Scene, position: number, boughtFrom: string) =>
  scene.alternatives(position, boughtFrom).map(({ proposal }) => {
    const source = sourceOf(scene, proposal);
    return { ...nameOf(source.proposal, scene), ...presentOffer(source.offers[position]) };
  });

const presentOffer = (offer: Offer | undefined) => ({
  unit_price: wireNumberOrNull(offer?.price ?? null) ?? 0,
  quantity: wireNumberOrNull(offer?.quantity ?? null) ?? 0,
  total_price: wireNumberOrNull(offer?.total ?? null) ?? 0,
});

const nameOf = ({ id, uuid, mark }: OfferingProposal, { letters }: Scene) => ({
  proposal: uuid,
  label: proposalLabel(letters.get(id) ?? 0),
  mark: markOf(mark),
});

/** Returns why an item stays unbought; an offer of a proposal that is left out counts as one. */
function reasonOf({ market, masked }: Scene, position: number) {
  const id = market.items[position]?.id;
  if (masked.some(({ open }) => open[position] !== undefined)) return 'not_in_point';
  return market.proposals.some(({ offers }) => offers.some(({ item }) => item === id))
    ? 'left_out'
    : 'not_offered';
}

function sourceOf({ masked }: Scene, proposal: string): MaskedProposal {
  const source = masked[Number(proposal)];
  if (source === undefined) throw new Error(`the search chose proposal ${proposal}, which is none`);
  return source;
}

const letterOf = ({ letters }: Scene, { proposal }: MaskedProposal): number =>
  letters.get(proposal.id) ?? 0;
const reais = (cents: bigint): number => wireNumber(formatDecimal(cents, AMOUNT_SCALE));
