import { createHash } from 'node:crypto';
import type { CombinationsBody } from '@lavra/contract/purchases/combinations';
import { DIRECT_PURCHASE_MS } from '@lavra/domain/award/award-plan';
import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { localDate } from '@lavra/domain/calendar/calendar';
import { parseQuantity } from '@lavra/domain/money/proposal-total';
import { equivalence } from '@lavra/domain/proposal/equivalence';
import { storedCents } from '../../../platform/text/stored-cents.ts';
import type {
  AskedItem,
  Market,
  MarketOffer as Offer,
  OfferingProposal,
} from './combination-offers.ts';

/** The day for which a proposal must stand, and the instant of the request. */
export interface MarketClock {
  readonly now: Date;
  readonly zone: string;
}

/** A proposal for the search, and what it offers by the item's position in the order, from 0. */
export interface MaskedProposal {
  readonly proposal: OfferingProposal;
  readonly offers: readonly (Offer | undefined)[];
  /** Those of its offers that the constraints and earlier purchases let be bought. */
  readonly open: readonly (Offer | undefined)[];
}

/**
 * Leaves out what the constraints exclude and what cannot be bought any more: proposals as a whole,
 * or single offers, which still count for the shares of a proportional freight.
 */
export function maskMarket(
  { items, proposals }: Market,
  constraints: CombinationsBody,
  clock: MarketClock,
): readonly MaskedProposal[] {
  const isOut = proposalFilter(items, constraints, clock);
  const excluded = new Set(constraints.exclude_order_item_ids);
  return proposals
    .filter((proposal) => !isOut(proposal))
    .map((proposal) => {
      const byItem = new Map(proposal.offers.map((offer) => [offer.item, offer]));
      const offers = items.map(({ id }) => byItem.get(id));
      return {
        proposal,
        offers,
        open: items.map((item, position) => {
          const offer = offers[position];
          const isOpen =
            offer !== undefined &&
            item.bought_from === null &&
            !excluded.has(item.id) &&
            isAcceptable(item, offer, constraints);
          return isOpen ? offer : undefined;
        }),
      };
    });
}

function proposalFilter(
  items: readonly AskedItem[],
  constraints: CombinationsBody,
  { now, zone }: MarketClock,
): (proposal: OfferingProposal) => boolean {
  const excluded = new Set(constraints.exclude_proposals?.map((uuid) => uuid.toLowerCase()));
  const { max_delivery_days: longest = null, valid_on } = constraints;
  const today = localDate(now, zone);
  const [first] = items;
  const isLaterRound = first?.status === 'adjudicada';
  const isLate = isLaterRound && now.getTime() > (first?.awarded_at_ms ?? 0) + DIRECT_PURCHASE_MS;
  // A later round is bought today, whatever day is asked for.
  const days = [valid_on ?? today, ...(isLaterRound ? [today] : [])];
  return ({ uuid, validity_date, delivery_days }) =>
    isLate ||
    excluded.has(uuid) ||
    (validity_date !== null && days.some((day) => validity_date < day)) ||
    (longest !== null && (delivery_days === null || delivery_days > longest));
}

function isAcceptable(
  item: AskedItem,
  { quantity, similar, unwanted, other }: Offer,
  { any_quantity, same_ingredient_only }: CombinationsBody,
): boolean {
  const isLess = quantity !== item.quantity && units(quantity) < units(item.quantity);
  if (isLess && any_quantity !== true) return false;
  if (unwanted) return false;
  if (same_ingredient_only !== true || (!similar && other === null)) return true;
  return other !== null && equivalence(item, other) === 'same';
}

/** Returns the proposals as the search takes them, by their place in `masked`. */
export const offersOf = (
  { items }: Market,
  masked: readonly MaskedProposal[],
): readonly CombinationOffer[] =>
  masked.map(({ proposal, offers, open }, place) => {
    const bought = items.flatMap(({ bought_from }, position) =>
      bought_from === proposal.id ? [position] : [],
    );
    const before = bought.reduce((sum, at) => sum + storedCents(offers[at]?.total ?? '0'), 0n);
    const least = storedCents(proposal.partial_minimum ?? '0') - before;
    const isFull = proposal.freight_rule === 'full';
    return {
      proposal: String(place),
      tieBreak: createHash('sha256')
        .update(`${items[0]?.order_uuid ?? ''}${proposal.uuid}`)
        .digest('hex'),
      partial: proposal.allows_partial,
      minimum: least > 0n ? least : 0n,
      // A full freight was due with the first purchase.
      freight: isFull && bought.length > 0 ? 0n : storedCents(proposal.freight_amount ?? '0'),
      freightRule: proposal.freight_rule,
      prices: offers.map((offer) => (offer === undefined ? null : storedCents(offer.total))),
      excluded: offers.flatMap((offer, position) =>
        offer !== undefined && open[position] === undefined ? [position] : [],
      ),
      bought,
    };
  });

function units(stored: string): bigint {
  const parsed = parseQuantity(stored);
  if (!parsed.ok) throw new Error(`stored quantity ${stored} is ${parsed.reason}`);
  return parsed.units;
}
