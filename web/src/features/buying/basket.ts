import {
  DIRECT_PURCHASE_MS,
  planPurchase,
  type AwardProposal,
  type PurchaseProblem,
} from '@lavra/domain/award/award-plan';
import { daysUntil, localDate } from '@lavra/domain/calendar/calendar';
import { decimalToNumber } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';
import { serviceZone } from '../../text/dates.ts';
import {
  asideOf,
  type Competing,
  byLetter,
  type ReceivedProposal,
} from '../producer-orders/anonymous-view.ts';

/** What is chosen to be bought: the proposal of each item, by the item's id. */
export type Basket = ReadonlyMap<number, string>;

/** What a basket needs to know of a proposal. */
export type BasketProposal = Pick<
  ReceivedProposal,
  | 'uuid'
  | 'label'
  | 'mark'
  | 'status'
  | 'display_status'
  | 'is_available'
  | 'validity_date'
  | 'allows_partial'
  | 'partial_minimum'
  | 'freight_rule'
  | 'freight_amount'
  | 'freight_kind'
  | 'award'
> & {
  readonly items: readonly (Pick<
    ReceivedProposal['items'][number],
    'order_item_id' | 'is_offered' | 'total_price' | 'unit_price'
  > &
    Competing)[];
  readonly order: Pick<ReceivedProposal['order'], 'status' | 'is_suspended'>;
};

/** What is bought from one proposal; amounts in reais. */
export interface BasketPart<Proposal extends BasketProposal = BasketProposal> {
  readonly proposal: Proposal;
  readonly itemIds: readonly number[];
  readonly itemsAmount: number;
  /** Null where the proposal states no amount. */
  readonly freightAmount: number | null;
  /** Why the service would refuse it; `missing` in cents. */
  readonly problem?: PurchaseProblem;
}

/** A basket as the service plans it, by letter; amounts in reais. */
export interface BasketPlan<Proposal extends BasketProposal = BasketProposal> {
  readonly parts: readonly BasketPart<Proposal>[];
  readonly itemsAmount: number;
  readonly freightAmount: number;
  readonly total: number;
  readonly isBuyable: boolean;
}

/**
 * Returns what a basket buys from each proposal and what it costs, by the rules that the service
 * applies. Amounts are shown also where a part cannot be bought yet.
 */
export function planBasket<Proposal extends BasketProposal>(
  basket: Basket,
  proposals: readonly Proposal[],
): BasketPlan<Proposal> {
  const planned = proposals.toSorted(byLetter).flatMap((proposal) => {
    const itemIds = [...basket].flatMap(([item, uuid]) => (uuid === proposal.uuid ? [item] : []));
    return itemIds.length === 0 ? [] : [planPart(proposal, itemIds)];
  });
  const [items, freight] = [
    planned.reduce((sum, { items: amount }) => sum + amount, 0n),
    planned.reduce((sum, { freight: amount }) => sum + amount, 0n),
  ];
  return {
    parts: planned.map(({ part }) => part),
    itemsAmount: reais(items),
    freightAmount: reais(freight),
    total: reais(items + freight),
    isBuyable: planned.length > 0 && planned.every(({ part }) => part.problem === undefined),
  };
}

function planPart<Proposal extends BasketProposal>(proposal: Proposal, itemIds: readonly number[]) {
  const offered = awardProposal(proposal);
  const chosen = new Set(itemIds);
  const asked = planPurchase(offered, chosen);
  const free = planPurchase(
    { ...offered, terms: { ...offered.terms, allowsPartial: true, minimum: null } },
    chosen,
  );
  const [items, freight] = free.ok
    ? [free.purchase.itemsAmount, free.purchase.freightAmount]
    : [0n, null];
  return {
    items,
    freight: freight ?? 0n,
    part: {
      proposal,
      itemIds,
      itemsAmount: reais(items),
      freightAmount: freight === null ? null : reais(freight),
      ...(asked.ok ? {} : { problem: asked.problem }),
    },
  };
}

/** Returns a proposal as the domain's rules take it. */
function awardProposal({
  allows_partial,
  partial_minimum,
  freight_rule,
  freight_amount,
  items,
  award,
}: BasketProposal): AwardProposal {
  return {
    terms: {
      allowsPartial: allows_partial,
      minimum: partial_minimum === null ? null : cents(partial_minimum),
      freightRule: freight_rule,
    },
    freight: freight_amount === null ? null : cents(freight_amount),
    offers: items
      .filter(({ is_offered }) => is_offered)
      .map(({ order_item_id, total_price }) => ({
        orderItemId: order_item_id,
        total: cents(total_price),
      })),
    bought: new Set(award?.order_item_ids),
  };
}

/** Returns whether what was left of an awarded order may still be bought without asking again. */
const isWithinDirectly = (awardedAt: Date, now: Date): boolean =>
  now.getTime() <= awardedAt.getTime() + DIRECT_PURCHASE_MS;

/** Returns whether items of a proposal may be bought now. */
export function mayBeBought(
  { status, is_available, validity_date, order }: BasketProposal,
  { awardedAt, now }: { readonly awardedAt: Date | null; readonly now: Date },
): boolean {
  if (!is_available || order.is_suspended) return false;
  if (order.status === 'publicada' || order.status === 'em_analise') return status === 'submitted';
  if (order.status !== 'adjudicada' || awardedAt === null) return false;
  const isValid =
    validity_date === null || daysUntil(validity_date, localDate(now, serviceZone)) >= 0;
  return (
    (status === 'submitted' || status === 'accepted') && isValid && isWithinDirectly(awardedAt, now)
  );
}

/** Returns the items that a proposal offers and that are not bought yet. */
export const openOffersOf = (
  { items }: BasketProposal,
  bought: ReadonlySet<number>,
): readonly number[] =>
  items.flatMap(({ order_item_id: id, is_offered }) => (is_offered && !bought.has(id) ? [id] : []));

/** Returns the items of an order that purchases hold. */
export const boughtItems = (proposals: readonly Pick<BasketProposal, 'award'>[]) =>
  new Set(proposals.flatMap(({ award }) => award?.order_item_ids ?? []));

/** Returns whether purchases hold each item of a basket, from the proposal it chooses. */
export const isBought = (
  basket: Basket,
  proposals: readonly Pick<BasketProposal, 'uuid' | 'award'>[],
): boolean =>
  [...basket].every(([item, chosen]) =>
    proposals.some(
      ({ uuid, award }) => uuid === chosen && award?.order_item_ids.includes(item) === true,
    ),
  );

/**
 * Chooses a proposal for an item, or takes the choice back. A proposal that is only sold whole
 * comes with all that it offers, and leaves with all of it.
 */
export function toggleItem(
  basket: Basket,
  item: number,
  proposal: BasketProposal,
  bought: ReadonlySet<number>,
): Basket {
  const items = proposal.allows_partial ? [item] : openOffersOf(proposal, bought);
  const next = new Map(basket);
  if (basket.get(item) === proposal.uuid) {
    for (const one of items) if (basket.get(one) === proposal.uuid) next.delete(one);
  } else for (const one of items) next.set(one, proposal.uuid);
  return next;
}

/**
 * Chooses for each item the proposal with its lowest price, of those that sell in part and offer
 * what is asked for; of equal prices the first letter's.
 */
export function cheapestBasket(
  proposals: readonly BasketProposal[],
  bought: ReadonlySet<number>,
): Basket {
  const best = new Map<number, { readonly uuid: string; readonly price: number }>();
  for (const { uuid, items } of proposals
    .filter(({ allows_partial }) => allows_partial)
    .toSorted(byLetter))
    for (const answer of items) {
      const { order_item_id: item, is_offered, unit_price: price } = answer;
      if (!is_offered || price === null || bought.has(item) || asideOf(answer) !== null) continue;
      const known = best.get(item);
      if (known === undefined || price < known.price) best.set(item, { uuid, price });
    }
  return new Map([...best].map(([item, { uuid }]) => [item, uuid]));
}

/** Why an item stays unbought; `whyUnbought` says it. */
export type Unbought = 'not_offered' | 'not_chosen';

/** Returns what a basket leaves unbought of an order, and why. */
export function leftOver<Item extends { readonly id: number }>(
  items: readonly Item[],
  basket: Basket,
  {
    proposals,
    bought,
  }: {
    readonly proposals: readonly BasketProposal[];
    readonly bought: ReadonlySet<number>;
  },
): readonly { readonly item: Item; readonly why: Unbought }[] {
  const offered = new Set(
    proposals
      .filter(
        ({ status, is_available }) =>
          is_available && (status === 'submitted' || status === 'accepted'),
      )
      .flatMap((proposal) => openOffersOf(proposal, bought)),
  );
  return items
    .filter(({ id }) => !basket.has(id) && !bought.has(id))
    .map((item) => ({ item, why: offered.has(item.id) ? 'not_chosen' : 'not_offered' }));
}

/** Returns the choices of a basket that still can be made. */
export const possibleOf = (
  basket: Basket,
  buyable: readonly BasketProposal[],
  bought: ReadonlySet<number>,
): Basket =>
  new Map(
    [...basket].filter(([item, uuid]) =>
      buyable.some(
        (proposal) => proposal.uuid === uuid && openOffersOf(proposal, bought).includes(item),
      ),
    ),
  );

/**
 * Returns a basket with `chosen` in the place of what it holds of the proposals in view: what is
 * chosen from others stays, unless the same item is chosen now, or bought.
 */
export function replaceInView(
  basket: Basket,
  chosen: Basket,
  {
    inView,
    bought,
  }: {
    readonly inView: readonly Pick<BasketProposal, 'uuid'>[];
    readonly bought: ReadonlySet<number>;
  },
): Basket {
  const seen = new Set(inView.map(({ uuid }) => uuid));
  const others = [...basket].filter(([item, uuid]) => !seen.has(uuid) && !bought.has(item));
  return new Map([...others, ...chosen]);
}

function cents(amount: number): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok)
    throw new Error(`the service sent the amount ${amount}, which is ${parsed.reason}`);
  return parsed.units;
}
const reais = (amount: bigint): number => decimalToNumber(amount, AMOUNT_SCALE);
