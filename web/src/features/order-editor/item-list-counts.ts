import { countOf } from '../../text/decimal.ts';

/**
 * Returns what a list that was brought comes to: its rows with a product, how many of these are
 * doubtful, and the rows without a product.
 */
export function listCounts(ready: number, doubtful: number, left: number): string {
  const parts = [
    countOf(ready, ['linha com produto', 'linhas com produto'], 'Nenhuma linha com produto'),
    doubtful === 0
      ? ''
      : doubtful === ready
        ? ', para conferir'
        : `, ${doubtful} delas para conferir`,
    left === 0 ? '' : `, ${left} sem produto`,
  ];
  return `${parts.join('')}.`;
}
