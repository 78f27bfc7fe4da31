import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ProducerDashboard, ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { useRead } from '../../data/use-api.ts';
import { NewOrderButton } from '../../features/producer-orders/new-order-button.tsx';
import { OrderRows } from '../../features/producer-orders/order-rows.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { useSession } from '../../runtime/context.tsx';
import { formatCount, wordsFor } from '../../text/decimal.ts';
import { DashboardSkeleton, Figures } from '../../ui/figures.tsx';
import styles from '../../ui/figures.module.css';
import { SproutIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, QueryView, State } from '../../ui/states.tsx';

// Not in the first load: only consultants see the first of these, and only new producers the
// second.
const ConsultantHome = lazy(async () => ({
  default: (await import('./consultant-home.tsx')).ConsultantHome,
}));
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** Shows the state of a producer's orders. */
export function ProducerHome() {
  const user = useSession()?.user;
  if (user?.user_type === 'consultor')
    return (
      <Suspense fallback={<Loading lines={8} />}>
        <ConsultantHome />
      </Suspense>
    );
  return <Dashboard name={user?.name ?? ''} />;
}

function Dashboard({ name }: { readonly name: string }) {
  const dashboard = useRead('getProducerDashboard', {}, { staleTime: 0 });
  return (
    <Page title="Início" lead={name} actions={<NewOrderButton />}>
      <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (
          <>
            <Overview {...data} />
            {isNew(data) && (
              <Suspense>
                <Tour />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Returns true when none of the producer's orders was ever published. */
const isNew = ({ metrics: { orders_by_status: by } }: ProducerDashboard): boolean =>
  Object.entries(by).every(([status, count]) => status === 'rascunho' || count === 0);

function Overview({ metrics, attention, latest_orders: latest }: ProducerDashboard) {
  if (latest.length === 0) return <FirstUse />;
  return (
    <>
      <Metrics {...metrics} />
      {attention.length > 0 && <Orders title="Precisam de você" orders={attention} why />}
      <Orders title="Últimas cotações" orders={latest} />
      <p>
        <Link to={producerPaths.orders} className="lv-link">
          Ver todas as cotações
        </Link>
      </p>
    </>
  );
}

function Metrics({
  awaiting_decision: waiting,
  open_orders: open,
  proposals_received: received,
  orders_by_status,
}: ProducerDashboard['metrics']) {
  const drafts = orders_by_status['rascunho'] ?? 0;
  const analysed = orders_by_status['em_analise'] ?? 0;
  return (
    <Figures
      figures={[
        {
          label: 'esperando a sua decisão',
          value: waiting > 0 ? <Counted count={waiting} filter="em-analise" /> : '0',
          call: waiting > 0,
          // The list that the number leads to holds these, too.
          ...(waiting > 0 && analysed > waiting
            ? { hint: `de ${formatCount(analysed)} em análise` }
            : {}),
        },
        {
          label: wordsFor(open, ['cotação aberta', 'cotações abertas']),
          value: <Counted count={open} filter="abertas" />,
        },
        {
          label: wordsFor(received, ['proposta recebida', 'propostas recebidas']),
          value: formatCount(received),
        },
        {
          label: wordsFor(drafts, ['rascunho', 'rascunhos']),
          value: <Counted count={drafts} filter="rascunhos" />,
        },
      ]}
    />
  );
}

/** A number that links to the list it counts. */
const Counted = ({ count, filter }: { readonly count: number; readonly filter: string }) => (
  <Link to={producerPaths.orders} search={{ situacao: filter }} style={{ color: 'inherit' }}>
    {formatCount(count)}
  </Link>
);

const FirstUse = () => (
  <Card>
    <State icon={SproutIcon} title="Sua primeira cotação começa aqui">
      Diga o que precisa, onde e até quando. Os fornecedores que atendem a sua região respondem.
      Você compara item por item e escolhe.
    </State>
  </Card>
);

const Orders = ({
  title,
  orders,
  why = false,
}: {
  readonly title: string;
  readonly orders: readonly ProducerOrderSummary[];
  readonly why?: boolean;
}) => (
  <section className={styles['section']}>
    <h2>{title}</h2>
    <Card flush>
      <OrderRows label={title} orders={orders} why={why} />
    </Card>
  </section>
);
