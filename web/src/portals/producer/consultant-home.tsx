import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import { AdvisedProducers } from '../../features/producer-orders/advised-producers.tsx';
import { OrderRows } from '../../features/producer-orders/order-rows.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { useSession } from '../../runtime/context.tsx';
import styles from '../../ui/figures.module.css';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';

/** Shows the producers that a consultant advises and their newest orders. */
export function ConsultantHome() {
  const orders = useRead(
    'listConsultantOrders',
    { query: { per_page: 5, sort: '-created_at' } },
    { staleTime: 0 },
  );
  return (
    <Page
      title="Início"
      lead={`${useSession()?.user.name ?? ''}: você prepara, e o produtor decide.`}
    >
      <section className={styles['section']}>
        <h2>Seus produtores</h2>
        <AdvisedProducers />
      </section>
      <section className={styles['section']}>
        <h2>Últimas cotações</h2>
        <Card flush>
          <QueryView query={orders}>
            {({ data }) =>
              data.length === 0 ? (
                <State icon={UsersIcon} title="Nenhuma cotação ainda">
                  Aqui aparecem as cotações dos produtores vinculados a você.
                </State>
              ) : (
                <OrderRows label="Últimas cotações" orders={data} />
              )
            }
          </QueryView>
        </Card>
        <p>
          <Link to={producerPaths.orders} className="lv-link">
            Ver todas as cotações
          </Link>
        </p>
      </section>
    </Page>
  );
}
