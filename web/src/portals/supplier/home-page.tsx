import type { ProposalSummary } from '@lavra/contract/proposals/schemas';
import type { SupplierDashboard, UrgentOrder } from '@lavra/contract/supplier/schemas';
import type { Static } from 'typebox';
import { useRead } from '../../api/use-api.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { useSession } from '../../portal/context.tsx';
import { daysLeft, formatAgo, formatDate } from '../../text/dates.ts';
import { countOf, formatCompactMoney, formatCount, formatMoney, formatPercent } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { DashboardSkeleton, Figures } from '../../ui/figures.tsx';
import styles from '../../ui/figures.module.css';
import { FileIcon, TruckIcon } from '../../ui/icons.tsx';
import { deadlineTone, proposalTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';

/** What is open, what is urgent, and how the supplier's own proposals stand. */
export function SupplierHome() {
  const dashboard = useRead('getSupplierDashboard', {}, { staleTime: 0 });
  return (
    <Page title="Painel" lead={useSession()?.user.name}>
      <QueryView query={dashboard} skeleton={<DashboardSkeleton />}>{(data) => <Overview {...data} />}</QueryView>
    </Page>
  );
}

function Overview({ metricas, licitacoesUrgentes, ultimasPropostas }: SupplierDashboard) {
  return (
    <>
      <Figures
        figures={[
          { label: 'cotações abertas', value: formatCount(metricas.licitacoes_abertas), call: metricas.licitacoes_abertas > 0 },
          { label: countOf(metricas.propostas_rascunho, ['rascunho a terminar', 'rascunhos a terminar']).replace(/^\S+ /, ''), value: formatCount(metricas.propostas_rascunho) },
          { label: 'propostas enviadas', value: formatCount(metricas.propostas_enviadas) },
          { label: 'de aceitação', value: formatPercent(metricas.taxa_aceitacao), hint: countOf(metricas.propostas_aceitas, ['proposta aceita', 'propostas aceitas'], 'nenhuma aceita ainda') },
          { label: 'em propostas aceitas', value: formatCompactMoney(metricas.valor_aceito) },
        ]}
      />
      <section className={styles['section']}>
        <h2>Cotações urgentes</h2>
        <Card flush>
          {licitacoesUrgentes.length === 0
            ? <State icon={TruckIcon} title="Nenhuma cotação aberta agora">Nenhuma cotação aberta para a sua área agora. Confira seus tipos de produto e área de atuação.</State>
            : <DataTable caption="Cotações urgentes" columns={urgentColumns} rows={licitacoesUrgentes} keyOf={({ id }) => id} />}
        </Card>
      </section>
      <section className={styles['section']}>
        <h2>Últimas propostas</h2>
        <Card flush>
          {ultimasPropostas.length === 0
            ? <State icon={FileIcon} title="Nenhuma proposta ainda">As propostas que você começar ou enviar aparecem aqui.</State>
            : <DataTable caption="Últimas propostas" columns={proposalColumns} rows={ultimasPropostas} keyOf={({ id }) => id} />}
        </Card>
      </section>
    </>
  );
}

const urgentColumns: readonly Column<Static<typeof UrgentOrder>>[] = [
  { name: 'order', label: 'Cotação', bare: true, cell: ({ number, description }) => <><span className={styles['number']}>{number}</span><span className={styles['what']}>{description}</span></> },
  { name: 'items', label: 'Itens', align: 'right', cell: ({ total_itens }) => formatCount(total_itens) },
  { name: 'deadline', label: 'Prazo', cell: ({ deadline_date }) => formatDate(deadline_date) },
  { name: 'left', label: 'Falta', bare: true, cell: ({ dias_restantes }) => <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip> },
];

const proposalColumns: readonly Column<ProposalSummary>[] = [
  { name: 'order', label: 'Cotação', bare: true, cell: ({ order: { number, description } }) => <><span className={styles['number']}>{number}</span><span className={styles['what']}>{description}</span></> },
  { name: 'status', label: 'Situação', bare: true, cell: ({ display_status, display_status_label }) => <Chip tone={proposalTone(display_status)}>{display_status_label}</Chip> },
  { name: 'items', label: 'Itens com preço', align: 'right', cell: ({ priced_items, order }) => `${formatCount(priced_items)} de ${formatCount(order.total_itens)}` },
  { name: 'total', label: 'Total', align: 'right', cell: ({ total_amount }) => formatMoney(total_amount) },
  { name: 'changed', label: 'Alterada', cell: ({ updated_at }) => formatAgo(updated_at, new Date()) },
];
