/** Prices that a supplier was asked about and confirmed, by order and item, until a reload. */
const confirmed = new Map<string, ReadonlyMap<number, string>>();
const none: ReadonlyMap<number, string> = new Map();

/** Returns the confirmed prices of an order as they were typed, by the item's id. */
export const confirmedPrices = (order: string): ReadonlyMap<number, string> =>
  confirmed.get(order) ?? none;

/** Remembers a price as confirmed, so that it is asked about once. Returns all of the order. */
export function confirmPrice(
  order: string,
  itemId: number,
  price: string,
): ReadonlyMap<number, string> {
  const all = new Map(confirmedPrices(order)).set(itemId, price);
  confirmed.set(order, all);
  return all;
}
