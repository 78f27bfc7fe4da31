import { fold } from '@lavra/domain/text/fold';
import { parseDecimal } from '../../text/decimal.ts';
import type { DraftItem } from './draft-values.ts';
import { dimensionOf, type Dimension } from './written-quantity.ts';

type Product = DraftItem['product'];

/** What a line asks for: the product as written, and its unit, which may be empty. */
export interface WantedProduct {
  readonly product: string;
  readonly unit: string;
}

/** What the unit, and the concentration, weigh beside a name, whose score goes up to about 1. */
const WEIGHT = 0.12;

interface Content {
  readonly amount: string;
  readonly per: Dimension;
}

/** Finds `480 g/L` and `792,5 g/kg`. */
const contentsOf = (text: string): readonly Content[] =>
  [...fold(text).matchAll(/(\d+(?:[.,]\d+)*)\s*g\s*\/\s*(l|kg)(?![a-z])/g)].map(
    ([, amount = '', per]) => ({
      amount: parseDecimal(amount) ?? amount,
      per: per === 'l' ? 'volume' : 'mass',
    }),
  );

/** Finds numbers that may be a concentration: not those of a formula, `11-52-00`, nor a percentage. */
const numbersOf = (text: string): readonly string[] =>
  [...fold(text).matchAll(/(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w,-]|\s*%)/g)].map(
    ([number]) => parseDecimal(number) ?? number,
  );

/**
 * Returns how well unit and concentration of a product agree with what is written, to be added to
 * the score of its name: litres go with liquids, and 480 g/L with a product of 480 g/L.
 */
export function fitOf({ product: written, unit }: WantedProduct, product: Product): number {
  const contents = contentsOf(`${product.name} ${product.concentration ?? ''}`);
  return (
    contentFit(written, contents) + dimensionFit({ product: written, unit }, product, contents)
  );
}

function contentFit(written: string, contents: readonly Content[]): number {
  if (contents.length === 0) return 0;
  const wanted = contentsOf(written);
  if (wanted.length > 0)
    return wanted.some(({ amount, per }) =>
      contents.some((one) => one.amount === amount && one.per === per),
    )
      ? WEIGHT
      : -WEIGHT;
  const numbers = numbersOf(written);
  return contents.some(({ amount }) => numbers.includes(amount)) ? WEIGHT / 2 : 0;
}

function dimensionFit(
  { product: written, unit }: WantedProduct,
  product: Product,
  contents: readonly Content[],
): number {
  const wanted = dimensionOf(unit) ?? contentsOf(written)[0]?.per;
  const offered = dimensionOf(product.unit) ?? contents[0]?.per;
  if (wanted === undefined || offered === undefined) return 0;
  return wanted === offered ? WEIGHT / 2 : -WEIGHT;
}
