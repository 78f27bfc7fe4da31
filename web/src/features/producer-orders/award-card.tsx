import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { Notice } from '../../ui/states.tsx';
import { useReceived } from './anonymous.ts';
import type { ShownOrder } from './use-order.ts';

/** Shown after the choice: the accepted proposal, with a link to the result. */
export function AwardCard({ order: { uuid, awarded_at } }: { readonly order: ShownOrder }) {
  const winner = useReceived(uuid).data?.find(({ status }) => status === 'accepted');
  if (awarded_at === null) return null;
  return (
    <Notice
      tone="good"
      title={`${winner === undefined ? 'Proposta escolhida' : `${winner.label} escolhida`} em ${formatDate(awarded_at)}${winner === undefined ? '' : `: ${formatMoney(winner.total_amount)}`}`}
    >
      <p>
        <Link to={producerPaths.orderResult(uuid)}>Ver o resultado e os próximos passos</Link>
      </p>
    </Notice>
  );
}
