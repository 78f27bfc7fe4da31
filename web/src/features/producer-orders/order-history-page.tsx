import { useRead } from '../../data/use-api.ts';
import { Card } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { Timeline } from '../../ui/record.tsx';
import { OrderFrame } from './order-frame.tsx';

/** The history of an order, oldest first. */
export const OrderHistoryPage = () => (
  <OrderFrame tab="Histórico">{({ uuid }) => <History order={uuid} />}</OrderFrame>
);

function History({ order }: { readonly order: string }) {
  const timeline = useRead('getOrderTimeline', { params: { order } }, { staleTime: 0 });
  return (
    <Card title="Histórico">
      <QueryView query={timeline}>{({ data }) => <Timeline steps={data} />}</QueryView>
    </Card>
  );
}
