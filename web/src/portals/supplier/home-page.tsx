import { Link, useNavigate } from '@tanstack/react-router';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { useRead } from '../../data/use-api.ts';
import { proposalColumns } from '../../features/own-proposals/proposal-columns.tsx';
import { NewSales, useNewSales } from '../../features/sales/new-sales.tsx';
import { UrgentOrders } from '../../features/supplier-orders/urgent-orders.tsx';
import { DataTable } from '../../lists/data-table.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { useSession } from '../../runtime/context.tsx';
import { countOf, formatCount, formatPercent, wordsFor } from '../../text/decimal.ts';
import { CompactMoney } from '../../ui/money.tsx';
import { DashboardSkeleton, Figures, type Figure } from '../../ui/figures.tsx';
import styles from '../../ui/figures.module.css';
import { FileIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';

/** Shows what was just sold, what is open, what is urgent, and the state of the supplier's own proposals. */
export function SupplierHome() {
  const dashboard = useRead('getSupplierDashboard', {}, { staleTime: 0 });
  const sales = useNewSales();
  return (
    <Page title="Painel" lead={useSession()?.user.name}>
      {/* Both at once: sales that came later would push the figures down. */}
      {sales.isPending ? (
        <DashboardSkeleton />
      ) : (
        <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>
          {(data) => (
            <>
              {sales.data !== undefined && (
                <NewSales sales={sales.data.data} total={sales.data.meta.total} />
              )}
              <Overview {...data} />
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}

/** A number that links to the list it counts. */
const Count = ({
  to,
  search,
  count,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly count: number;
}) => (
  <Link to={to} search={search ?? {}}>
    {formatCount(count)}
  </Link>
);

type Metrics = SupplierDashboard['metricas'];

const openOrders = (metricas: Metrics): Figure => ({
  label: wordsFor(metricas.licitacoes_abertas, ['cotação aberta', 'cotações abertas']),
  value: <Count to={supplierPaths.orders} count={metricas.licitacoes_abertas} />,
  call: metricas.licitacoes_abertas > 0,
  hint:
    metricas.licitacoes_favoritas === 0 ? (
      'nenhuma favorita'
    ) : (
      <Link to={supplierPaths.orders} search={{ mostrar: 'favoritas' }}>
        {countOf(metricas.licitacoes_favoritas, ['favorita', 'favoritas'])}
      </Link>
    ),
});

const drafts = ({ propostas_rascunho: count }: Metrics): Figure => ({
  label: wordsFor(count, ['rascunho a terminar', 'rascunhos a terminar']),
  value: <Count to={supplierPaths.proposals} search={{ situacao: 'rascunhos' }} count={count} />,
});

const sent = ({ propostas_enviadas: count }: Metrics): Figure => ({
  label: wordsFor(count, ['proposta enviada', 'propostas enviadas']),
  // No list holds just these: “Enviadas” are those still waiting for an answer.
  value: formatCount(count),
});

const acceptance = (metricas: Metrics): Figure => ({
  label: 'das enviadas foram aceitas',
  value: formatPercent(metricas.taxa_aceitacao),
  hint: (
    <>
      <Link to={supplierPaths.proposals} search={{ situacao: 'aceitas' }}>
        {countOf(metricas.propostas_aceitas, ['aceita', 'aceitas'], 'nenhuma aceita')}
      </Link>{' '}
      ·{' '}
      <Link to={supplierPaths.proposals} search={{ situacao: 'recusadas' }}>
        {countOf(metricas.propostas_rejeitadas, ['recusada', 'recusadas'], 'nenhuma recusada')}
      </Link>
    </>
  ),
});

const sold = ({ valor_aceito }: Metrics): Figure => ({
  label: 'em propostas aceitas',
  value: (
    <Link to={supplierPaths.proposals} search={{ situacao: 'aceitas' }}>
      <CompactMoney amount={valor_aceito} />
    </Link>
  ),
});

const figures = [openOrders, drafts, sent, acceptance, sold] as const;

function Overview({ metricas, ultimasPropostas }: SupplierDashboard) {
  const navigate = useNavigate();
  return (
    <>
      <Figures figures={figures.map((figureOf) => figureOf(metricas))} />
      <section className={styles['section']}>
        <h2>Cotações urgentes</h2>
        <UrgentOrders />
      </section>
      <section className={styles['section']}>
        <h2>Últimas propostas</h2>
        <Card flush>
          {ultimasPropostas.length === 0 ? (
            <State icon={FileIcon} title="Nenhuma proposta ainda">
              As propostas que você começar ou enviar aparecem aqui.
            </State>
          ) : (
            <DataTable
              caption="Últimas propostas"
              columns={proposalColumns}
              rows={ultimasPropostas}
              keyOf={({ id }) => id}
              onOpen={({ uuid }) => {
                void navigate({ to: supplierPaths.proposal(uuid) });
              }}
            />
          )}
        </Card>
      </section>
    </>
  );
}
