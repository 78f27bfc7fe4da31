import { formatMoney, formatUnitPrice } from '../text/decimal.ts';

/** An amount in reais, which no line break divides. */
export const Money = ({ amount }: { readonly amount: number }) => (
  <span className="lv-money">{formatMoney(amount)}</span>
);

/** A price per unit, with up to four decimals, which no line break divides. */
export const UnitPrice = ({ amount }: { readonly amount: number }) => (
  <span className="lv-money">{formatUnitPrice(amount)}</span>
);

/** Amounts as `formatMoney` and `formatUnitPrice` write them. */
const amounts = /(-?R\$\s-?\d[\d.]*(?:,\d+)?)/u;

/** A sentence with amounts in it, none of which a line break divides. */
export const WithMoney = ({ text }: { readonly text: string }) =>
  text.split(amounts).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // The parts of one text never change their order.
      <span key={place} className="lv-money">
        {part}
      </span>
    ),
  );
