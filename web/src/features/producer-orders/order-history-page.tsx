import { useRead } from '../../data/use-api.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Card } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { OrderFrame } from './order-frame.tsx';
import styles from './orders.module.css';

/** The history of an order, oldest first. */
export const OrderHistoryPage = () => (
  <OrderFrame tab="Histórico">{({ uuid }) => <History order={uuid} />}</OrderFrame>
);

function History({ order }: { readonly order: string }) {
  const timeline = useRead('getOrderTimeline', { params: { order } }, { staleTime: 0 });
  return (
    <Card title="Histórico">
      <QueryView query={timeline}>
        {({ data }) => (
          <ol className={styles['line']}>
            {data.map(({ at, event, label, actor }) => (
              <li key={`${at} ${event} ${label}`}>
                <strong>{label}</strong>
                <span className={styles['when']}>
                  <time dateTime={at.replace(' ', 'T')}>{formatDateTime(at)}</time> · {actor}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  );
}
