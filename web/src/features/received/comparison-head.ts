import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { countOf } from '../../text/decimal.ts';
import { decidingTotal } from './cheapest.ts';
import type { ComparisonColumn } from './comparison-view.ts';

/** What stands above the button that accepts a proposal; null where nothing is said. */
interface Head {
  readonly total: number | null;
  readonly coverage: string | null;
}

/**
 * Returns what a proposal costs as its acceptance says it: with freight where all say it and offer
 * the same, else its own total. Totals of different items carry their coverage, so that one of
 * fewer items does not look cheaper.
 */
export function headOf(comparison: OrderComparison): (column: ComparisonColumn) => Head {
  const deciding = decidingTotal(comparison);
  return ({ is_available, landed_total, total_amount, priced_items, total_items }) => ({
    total: is_available ? (deciding === 'landed' ? landed_total : total_amount) : null,
    coverage:
      is_available && deciding === 'common'
        ? `${priced_items} de ${countOf(total_items, ['item', 'itens'])}`
        : null,
  });
}
