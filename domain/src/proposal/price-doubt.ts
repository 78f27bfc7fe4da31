/**
 * A price that may have a misplaced comma, in units of one scale: far from the supplier's own last
 * price, or from the other items' range.
 */
export type PriceDoubt =
  | {
      readonly than: 'last';
      readonly direction: 'above' | 'below';
      /** The nearest power of ten: 10, 100, 1000 and so on. */
      readonly times: number;
      /** The price is that many times the last one, or that part of it, and not only about so. */
      readonly isExact: boolean;
    }
  | { readonly than: 'others'; readonly direction: 'above' | 'below' };

/** Below ten, because the market moves a price while the comma moves. */
const FAR = 8;
/** Fewer prices make no range. */
const ENOUGH = 3;

/**
 * Returns why a price looks ten times or more off; undefined when it does not. The own last price
 * decides alone where there is one. `others` are the prices of the other items in the same unit.
 */
export function priceDoubt(
  price: bigint,
  last: bigint | null,
  others: readonly bigint[],
): PriceDoubt | undefined {
  if (price <= 0n) return undefined;
  if (last !== null && last > 0n) {
    const ratio = Number(price) / Number(last);
    if (ratio < FAR && ratio > 1 / FAR) return undefined;
    const times = 10 ** Math.max(1, Math.round(Math.abs(Math.log10(ratio))));
    const [less, more] = ratio > 1 ? [last, price] : [price, last];
    return {
      than: 'last',
      direction: ratio > 1 ? 'above' : 'below',
      times,
      isExact: less * BigInt(times) === more,
    };
  }
  if (others.length < ENOUGH) return undefined;
  if (others.every((other) => price > other * 10n)) return { than: 'others', direction: 'above' };
  if (others.every((other) => price * 10n < other)) return { than: 'others', direction: 'below' };
  return undefined;
}
