import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import { producerPaths } from '../../paths/producer.ts';
import { formatDeadline, instantOf } from '../../text/dates.ts';
import { Card } from '../../ui/page.tsx';
import { Quiet } from '../../ui/record.tsx';
import { activityText } from './activity-text.ts';
import styles from './orders.module.css';
import { useIsReader, type ShownOrder } from './use-order.ts';

/** Notifications leave within moments; who stays on the page sees them counted. */
const ASK_AGAIN_MS = 30_000;
const FRESH_MS = 60_000;
const ASK_FRESH_MS = 5_000;

interface ActivityPanelProps {
  readonly order: ShownOrder;
}

/** Returns how far the notifications of the order are, in words; asked for more often at first. */
function useActivityText({ uuid, published_at }: ShownOrder, isWaiting: boolean) {
  const isFresh = (): boolean =>
    Date.now() - (instantOf(published_at ?? '')?.getTime() ?? 0) < FRESH_MS;
  const activity = useRead(
    'getOrderActivity',
    { params: { order: uuid } },
    {
      enabled: isWaiting,
      staleTime: 0,
      refetchInterval: isFresh() ? ASK_FRESH_MS : ASK_AGAIN_MS,
    },
  ).data;
  return activity && activityText(activity, isFresh());
}

/** What happens now with a published order that waits for proposals. */
export function ActivityPanel({ order }: ActivityPanelProps) {
  const { uuid, status, is_suspended, deadline_date, proposals_count } = order;
  const isReader = useIsReader();
  const isWaiting = status === 'publicada' && !is_suspended && !isReader;
  const said = useActivityText(order, isWaiting);
  if (!isWaiting) return null;
  return (
    <Card title="O que acontece agora">
      {said !== undefined && (
        <p className={styles['activity']} role="status">
          {said}
        </p>
      )}
      <Quiet>
        Fornecedores podem responder {formatDeadline(deadline_date)}.{' '}
        {proposals_count === 0 ? (
          'Avisamos você quando a primeira proposta chegar.'
        ) : (
          <>
            Você pode <Link to={producerPaths.proposals(uuid)}>comparar o que já chegou</Link>, ou
            esperar por mais propostas.
          </>
        )}{' '}
        Quem são eles não aparece antes da compra.
      </Quiet>
    </Card>
  );
}
