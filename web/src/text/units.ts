import { unitAfter, unitName } from '@lavra/domain/unit/unit-names';
import { formatQuantity, readDecimal } from './decimal.ts';

/** Returns what a price is for: `R$ / tonelada`. */
export const pricedUnit = (symbol: string): string => `R$ / ${unitName(symbol)}`;

/** Formats a quantity with its unit in words, which may go to the next line: `1.250,5 toneladas`. */
export const formatUnits = (quantity: number, symbol: string): string =>
  `${formatQuantity(quantity)} ${unitAfter(quantity, symbol)}`;

/** The same for a quantity as it is typed; `?` where there is none. */
export const typedUnits = (quantity: string, symbol: string): string =>
  `${quantity || '?'} ${unitAfter(readDecimal(quantity, 3) ?? 2, symbol)}`;
