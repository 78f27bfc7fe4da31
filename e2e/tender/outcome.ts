import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';

type Shown = Proposal & { readonly label: string };

/**
 * The result of a tender: all replies of the service that figures are taken from. Amounts are exact
 * decimal text.
 */
export interface TenderOutcome {
  readonly order: ProducerOrder;
  readonly received: readonly Shown[];
  readonly comparison: OrderComparison;
  readonly accepted: Shown;
  readonly estimated_total: string;
  readonly best_total: string;
  readonly best_received: string;
}

/**
 * Returns the sum, over the order's items, of the lowest price among all proposals that price the
 * item.
 */
export function bestPerItem(received: readonly Proposal[]): string {
  const best = new Map<number, bigint>();
  for (const { order_item_id, is_offered, total_price } of received.flatMap(
    (proposal) => proposal.items,
  )) {
    if (!is_offered) continue;
    const amount = cents(total_price);
    const known = best.get(order_item_id);
    if (known === undefined || amount < known) best.set(order_item_id, amount);
  }
  return formatDecimal(
    [...best.values()].reduce((sum, amount) => sum + amount, 0n),
    AMOUNT_SCALE,
  );
}

function cents(amount: number): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error(`the service answered an amount that is ${parsed.reason}`);
  return parsed.units;
}
