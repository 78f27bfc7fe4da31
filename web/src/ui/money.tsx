import type { ReactNode } from 'react';
import { formatCompactMoney, formatMoney, formatUnitPrice } from '../text/decimal.ts';

/** An amount in reais, which no line break divides. */
export const Money = ({ amount }: { readonly amount: number }) => (
  <span className="lv-money">{formatMoney(amount)}</span>
);

/** A price per unit, with up to four decimals, which no line break divides. */
export const UnitPrice = ({ amount }: { readonly amount: number }) => (
  <span className="lv-money">{formatUnitPrice(amount)}</span>
);

/** A rounded amount, as `R$ 1,2 mi`, which no line break divides. */
export const CompactMoney = ({ amount }: { readonly amount: number }) => (
  <span className="lv-money">{formatCompactMoney(amount)}</span>
);

/**
 * Amounts as `formatMoney`, `formatUnitPrice` and `formatCompactMoney` write them, and the numbers
 * of orders and purchases.
 */
const unbroken =
  /(-?R\$\s-?\d[\d.]*(?:,\d+)?(?:\u00A0(?:mil|mi|bi|tri))?|\b(?:COT|PC)-\d{4}-\d{6}(?:-[0-9A-Z]{4})?\b)/u;

/** A sentence with amounts or numbers of orders in it, none of which a line break divides. */
export const WithMoney = ({ text }: { readonly text: string }) =>
  text.split(unbroken).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // The parts of one text never change their order.
      <span key={place} className="lv-money">
        {part}
      </span>
    ),
  );

/**
 * Keeps the amounts of a text whole, for components that are given a text or something else to
 * show.
 */
export const keepingMoney = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' ? <WithMoney text={shown} /> : shown;
