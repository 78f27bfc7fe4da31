import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { Notice } from '../../ui/states.tsx';
import { amountOf } from './award-amount.ts';
import { chosenText } from './chosen-text.ts';
import { useReceived } from './received-proposals.ts';
import type { ShownOrder } from './use-order.ts';

/** Shown after the choice: the accepted proposals, with a link to the result. */
export function AwardCard({ order: { uuid, awarded_at } }: { readonly order: ShownOrder }) {
  const winners = useReceived(uuid).data?.filter(({ award }) => award !== null) ?? [];
  if (awarded_at === null) return null;
  const [first] = winners;
  const chosen =
    first === undefined
      ? 'Proposta escolhida'
      : winners.length === 1
        ? `${nameOf(first)} escolhida`
        : `${winners.length} propostas escolhidas`;
  const amount = amountOf(winners);
  return (
    <Notice
      tone="good"
      title={`${chosenText(chosen, winners, formatDate(awarded_at))}${first === undefined ? '' : `: ${formatMoney(amount)}`}`}
    >
      <p>
        <Link to={producerPaths.orderResult(uuid)} className="lv-link">
          Ver o resultado e os próximos passos
        </Link>
      </p>
    </Notice>
  );
}
