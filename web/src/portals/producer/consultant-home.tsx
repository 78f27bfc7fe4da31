import type { ConsultantOrderSummary } from '@lavra/contract/admin/consultants';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/use-api.ts';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useSession } from '../../portal/context.tsx';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from '../../ui/figures.module.css';
import { UsersIcon } from '../../ui/icons.tsx';
import { deadlineTone, orderTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';

/** The orders of the producers a consultant advises, to read. */
export function ConsultantHome() {
  const { pagina }: { pagina?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const orders = useRead('listConsultantOrders', { query: { page: readNumber(pagina, 1), sort: '-created_at' } }, { keepPrevious: true, staleTime: 0 });
  return (
    <Page title="Início" lead={`${useSession()?.user.name ?? ''}: você acompanha, e o produtor decide.`}>
      <section className={styles['section']}>
        <h2>Cotações dos seus produtores</h2>
        <Card flush>
          <QueryView query={orders}>
            {({ data, meta }) => (data.length === 0
              ? <State icon={UsersIcon} title="Nenhuma cotação ainda">Aqui aparecem as cotações dos produtores vinculados a você.</State>
              : (
                <>
                  <DataTable caption="Cotações dos seus produtores" columns={columns} rows={data} keyOf={({ id }) => id} />
                  <Paging meta={meta} onPage={(page) => { void navigate({ to: '/', search: { pagina: page }, resetScroll: false }); }} />
                </>
              ))}
          </QueryView>
        </Card>
      </section>
    </Page>
  );
}

const columns: readonly Column<ConsultantOrderSummary>[] = [
  { name: 'order', label: 'Cotação', bare: true, cell: ({ number, description }) => <><span className={styles['number']}>{number}</span><span className={styles['what']}>{description}</span></> },
  { name: 'producer', label: 'Produtor', cell: ({ producer }) => producer.name },
  { name: 'status', label: 'Situação', bare: true, cell: ({ status, status_label }) => <Chip tone={orderTone(status)}>{status_label}</Chip> },
  { name: 'proposals', label: 'Propostas', align: 'right', cell: ({ proposals_count }) => countOf(proposals_count, ['proposta', 'propostas'], 'Nenhuma') },
  { name: 'deadline', label: 'Prazo', cell: ({ deadline_date, dias_restantes, status }) => (status === 'publicada' ? <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip> : formatDate(deadline_date)) },
];
