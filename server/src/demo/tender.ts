import { formatDecimal, type ParsedDecimal } from '@lavra/domain/money/decimal';
import {
  AMOUNT_SCALE,
  itemTotal,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import { readDataFile } from '../features/reference-data/data-file.ts';

/**
 * One bid on an item. `bidder` is 1 to 13; prices and quantity are exact decimal strings, in R$.
 */
export type TenderBid = {
  bidder: number;
  first_unit_price: string;
  final_unit_price: string;
  quantity: string;
  brand: string;
  model: string;
};

/**
 * One item. `product` names a demo product; `unit` is null where no bid names the package: quote it
 * in UN.
 */
export type TenderItem = {
  number: number;
  description: string;
  product: string;
  quantity: string;
  unit: string | null;
  estimated_unit_price: string;
  bids: TenderBid[];
};

export type Tender = { source: string; items: TenderItem[] };

/**
 * Returns the real tender of February 2024: 14 items by number, each with its bids, the cheapest
 * first.
 */
export function readTender(): Tender {
  return JSON.parse(readDataFile('tender-2024.json'));
}

/**
 * Returns the buyer's estimate, and the sum of the cheapest final price of every item, in R$ with
 * two decimals.
 */
export function tenderFigures(tender: Tender): { estimated_total: string; best_total: string } {
  const estimated = tender.items.map((item) =>
    totalCents(item.estimated_unit_price, item.quantity),
  );
  const best = tender.items.map((item) =>
    lowest(item.bids.map((bid) => totalCents(bid.final_unit_price, bid.quantity))),
  );
  return { estimated_total: presentSum(estimated), best_total: presentSum(best) };
}

function totalCents(price: string, quantity: string): bigint {
  return itemTotal(units(parseUnitPrice(price)), units(parseQuantity(quantity)));
}

function units(parsed: ParsedDecimal): bigint {
  if (!parsed.ok) throw new Error(`the tender holds a decimal that is ${parsed.reason}`);
  return parsed.units;
}

function lowest(amounts: bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}

function presentSum(cents: bigint[]): string {
  return formatDecimal(
    cents.reduce((sum, amount) => sum + amount, 0n),
    AMOUNT_SCALE,
  );
}
