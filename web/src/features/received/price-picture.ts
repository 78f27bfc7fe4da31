import { decimalToNumber } from '@lavra/domain/money/decimal';
import {
  AMOUNT_SCALE,
  itemTotal,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import type { AsideReason } from '@lavra/domain/proposal/competing';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import {
  asideOf,
  type Competing,
  type ReceivedProposal,
} from '../producer-orders/anonymous-view.ts';
import { landedOf, type Landed } from './landed.ts';

type Item = ReceivedProposal['items'][number];
/** What the picture reads of a proposal. */
export type PicturedProposal = Pick<
  ReceivedProposal,
  'uuid' | 'total_amount' | 'landed_total' | 'landed_unknown' | 'freight_amount' | 'delivery_days'
> & {
  readonly items: readonly (Pick<Item, 'order_item_id' | 'unit_price' | 'is_offered'> &
    Competing)[];
};

/** An item of the order, whether or not a proposal mentions it. */
export type AskedProduct = Pick<OrderItem, 'id' | 'position' | 'quantity'> & {
  readonly product: { readonly name: string };
};

/** One proposal's bar; amounts in reais, widths in percent of the longest bar. */
export interface Bar<P> {
  readonly proposal: P;
  readonly landed: Landed;
  readonly pricedItems: number;
  /** Names of the items without a price that another proposal prices. */
  readonly missing: readonly string[];
  /** What these cost in the requested quantities at the best price of the others. */
  readonly missingTotal: number;
  readonly widths: { readonly items: number; readonly freight: number; readonly missing: number };
}

/** A cell of the map: shade 0 for the best price up to 4 for one that is 40 % dearer or more. */
export interface MapCell {
  readonly unitPrice: number;
  readonly shade: number;
  readonly mark: 'best' | 'only' | undefined;
  /** Why the price competes with no other. */
  readonly aside: AsideReason | null;
}
export interface MapRow {
  readonly id: number;
  readonly position: number;
  readonly product: string;
  /** In the order of the bars; undefined where nothing is offered. */
  readonly cells: readonly (MapCell | undefined)[];
}
export interface PricePicture<P> {
  readonly bars: readonly Bar<P>[];
  readonly rows: readonly MapRow[];
  /** Names of the items that no proposal prices. */
  readonly unquoted: readonly string[];
}

const DARKEST = 4;
/** The excess over the best price, as a share of it, that darkens a cell by one shade. */
const STEP = 0.1;

/**
 * Lays out the proposals that can be chosen: by coverage, then by what they cost at the farm, with
 * an unknown freight last. Linear in the number of answers.
 */
export function pricePicture<P extends PicturedProposal>(
  proposals: readonly P[],
  items: readonly AskedProduct[],
): PricePicture<P> {
  const asked = askedItems(proposals, items);
  const bars = proposals.map((proposal) => barOf(proposal, asked)).toSorted(byCoverageAndTotal);
  const longest = Math.max(1, ...bars.map(({ widths }) => sum(widths)));
  return {
    bars: bars.map((bar) => ({
      ...bar,
      widths: {
        items: (bar.widths.items / longest) * 100,
        freight: (bar.widths.freight / longest) * 100,
        missing: (bar.widths.missing / longest) * 100,
      },
    })),
    rows: asked.map((item) => rowOf(item, bars)),
    unquoted: asked.filter(({ prices }) => prices.size === 0).map(({ product }) => product),
  };
}

interface AskedItem {
  readonly id: number;
  readonly position: number;
  readonly product: string;
  readonly quantity: number;
  /** What each proposal that offers it asks for a unit, by uuid. */
  readonly prices: ReadonlyMap<string, Price>;
  /** The lowest price of those that compete; undefined where none does. */
  readonly best: number | undefined;
}
interface Price {
  readonly unitPrice: number;
  readonly aside: AsideReason | null;
}

function askedItems(
  proposals: readonly PicturedProposal[],
  items: readonly AskedProduct[],
): readonly AskedItem[] {
  const prices = new Map(items.map(({ id }) => [id, new Map<string, Price>()]));
  for (const { uuid, items: answers } of proposals)
    for (const answer of answers) {
      const { order_item_id: id, unit_price: unitPrice, is_offered } = answer;
      if (is_offered && unitPrice !== null)
        prices.get(id)?.set(uuid, { unitPrice, aside: asideOf(answer) });
    }
  return items
    .map(({ id, position, quantity, product }) => {
      const own = prices.get(id) ?? new Map<string, Price>();
      const competing = [...own.values()].flatMap(({ unitPrice, aside }) =>
        aside === null ? [unitPrice] : [],
      );
      const best = competing.length === 0 ? undefined : Math.min(...competing);
      return { id, position, quantity, product: product.name, prices: own, best };
    })
    .toSorted((a, b) => a.position - b.position);
}

/** Returns a bar whose widths are still amounts in reais. */
function barOf<P extends PicturedProposal>(proposal: P, asked: readonly AskedItem[]): Bar<P> {
  const { uuid, total_amount, freight_amount, items } = proposal;
  const missing = asked.filter(({ prices, best }) => best !== undefined && !prices.has(uuid));
  const cents = missing.reduce((total, item) => total + costOf(item), 0n);
  const missingTotal = decimalToNumber(cents, AMOUNT_SCALE);
  return {
    proposal,
    landed: landedOf(proposal),
    pricedItems: items.filter(({ is_offered }) => is_offered).length,
    missing: missing.map(({ product }) => product),
    missingTotal,
    widths: { items: total_amount, freight: freight_amount ?? 0, missing: missingTotal },
  };
}

/** Returns what an item costs in the requested quantity at its best price, in cents. */
function costOf({ best, quantity }: AskedItem): bigint {
  const [price, amount] = [parseUnitPrice(best ?? 0), parseQuantity(quantity)];
  return price.ok && amount.ok ? itemTotal(price.units, amount.units) : 0n;
}

const paid = ({ landed, proposal }: Bar<PicturedProposal>): bigint => {
  const cents = parseAmount(landed.isKnown ? landed.total : proposal.total_amount);
  return cents.ok ? cents.units : 0n;
};
function byCoverageAndTotal(a: Bar<PicturedProposal>, b: Bar<PicturedProposal>): number {
  return (
    b.pricedItems - a.pricedItems ||
    Number(b.landed.isKnown) - Number(a.landed.isKnown) ||
    Number(paid(a) - paid(b))
  );
}

const sum = ({ items, freight, missing }: Bar<unknown>['widths']): number =>
  items + freight + missing;

const rowOf = (
  { id, position, product, prices, best }: AskedItem,
  bars: readonly Bar<PicturedProposal>[],
): MapRow => ({
  id,
  position,
  product,
  cells: bars.map(({ proposal: { uuid } }) => {
    const price = prices.get(uuid);
    if (price === undefined) return undefined;
    const { unitPrice, aside } = price;
    if (aside !== null || best === undefined)
      return { unitPrice, shade: 0, mark: undefined, aside };
    const excess = best === 0 ? 0 : unitPrice / best - 1;
    const mark = unitPrice > best ? undefined : prices.size > 1 ? 'best' : 'only';
    return { unitPrice, shade: Math.min(DARKEST, Math.ceil(excess / STEP)), mark, aside };
  }),
});
