import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { instantOf } from '../../text/dates.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import { boughtItems, mayBeBought, openOffersOf } from './basket.ts';

/** Returns whether anything of an order may be bought now. */
export function isBuyable(
  { awarded_at }: ShownOrder,
  proposals: readonly ReceivedProposal[],
): boolean {
  const awardedAt = awarded_at === null ? null : (instantOf(awarded_at) ?? null);
  const bought = boughtItems(proposals);
  return proposals.some(
    (proposal) =>
      mayBeBought(proposal, { awardedAt, now: new Date() }) &&
      openOffersOf(proposal, bought).length > 0,
  );
}

/** Leads to the combinations, while anything may be bought. */
export const CombinationsLink = ({
  order,
  proposals,
}: {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
}) =>
  isBuyable(order, proposals) ? (
    <Button renderRoot={(props) => <Link to={producerPaths.combinations(order.uuid)} {...props} />}>
      Ver combinações
    </Button>
  ) : null;
